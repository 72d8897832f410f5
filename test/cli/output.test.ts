import test from 'ava'
import {
  jsonText,
  misused,
  refused,
  writeJson,
  writeJsonLine,
  writeText,
} from '../../cli/output.js'
import { collectedIo, slowStream } from '../support/collected-io.js'

test('JSON is whole, ends with a newline, and is what JSON.parse gives back', async (t) => {
  const io = collectedIo()
  const value = { text: 'a\u009b2J\u2028\u202e日本\u001b\ud800', list: [1, null] }
  await writeJson(io.stdout, value)
  t.true(io.out().endsWith('\n'))
  t.deepEqual(JSON.parse(io.out()), value)
  t.false(/[\u007f-\u009f\u2028\u202e\u001b]/.test(io.out()))
})

test('a JSON line is one line whatever is in it', async (t) => {
  const io = collectedIo()
  await writeJsonLine(io.stdout, { text: 'a\nb\u2028c\u0085' })
  t.is(io.out().split(/[\n\u2028\u0085]/).length, 2)
  t.is(jsonText({ a: [1] }), '{"a":[1]}')
})

test('writing is done when the reader has taken it, not before', async (t) => {
  const stream = slowStream()
  let isDone = false
  const written = writeText(stream, 'x'.repeat(1000)).then(() => {
    isDone = true
  })
  await writeText(collectedIo().stdout, 'another turn of the loop')
  t.false(isDone)
  stream.resume()
  await written
  t.true(isDone)
})

test('writing to a reader that has gone resolves', async (t) => {
  const stream = slowStream().on('error', () => undefined)
  stream.destroy()
  await t.notThrowsAsync(writeText(stream, 'x'))
})

test('a refusal is one safe line and exit code 1', async (t) => {
  const io = collectedIo()
  t.is(await refused(io, 'The file a\nb\u001b[2J is gone: make it.'), 1)
  t.is(io.err(), 'yoi: The file a␊b␛[2J is gone: make it.\n')
  t.is(io.out(), '')
})

test('a usage error names the command, says where help is, and exits with 2', async (t) => {
  const io = collectedIo()
  t.is(await misused(io, { command: 'pods', sentence: 'There is no option "-x".' }), 2)
  t.is(await misused(io, { command: '', sentence: 'A command is missing.' }), 2)
  t.is(
    io.err(),
    'yoi pods: There is no option "-x". See yoi pods --help.\nyoi: A command is missing. See yoi --help.\n',
  )
})
