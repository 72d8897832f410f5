import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openInputHistory } from '../../../../cli/screen/typed/input-history.js'
import { limits } from '../../../../domain/limits.js'
import { type Segments, textOf } from '../../../../domain/segment.js'
import { tempHome } from '../../../support/temp-home.js'

const now = () => '2026-01-02T03:04:05.678Z'
const text = (content: string): Segments => [{ kind: 'text', content }]

const fileIn = async (t: ExecutionContext): Promise<string> =>
  join(await tempHome(t), 'data', 'input-history.jsonl')

const remembered = async (path: string): Promise<ReadonlyArray<string>> =>
  (await openInputHistory(path, now)).inputs.map(textOf)

const remember = async (path: string, ...inputs: ReadonlyArray<Segments>): Promise<void> => {
  const history = await openInputHistory(path, now)
  for (const input of inputs) history.remember(input)
  await history.settled()
}

test('inputs of one screen are there for the next, in order, for their owner alone', async (t) => {
  const path = await fileIn(t)
  t.deepEqual(await remembered(path), [])
  const paste: Segments = [{ kind: 'paste', id: 1, chars: 3, lines: 2, content: 'a\nb' }]
  await remember(path, text('日本語'), paste)
  await remember(path, text('three'))
  t.deepEqual(await remembered(path), ['日本語', 'a\nb', 'three'])
  t.is((await stat(path)).mode & 0o777, 0o600)
  t.deepEqual((await openInputHistory(path, now)).inputs[1], paste)
})

test('an input that was entered again and again is there once', async (t) => {
  const path = await fileIn(t)
  await remember(path, text('same'), text('same'), text('other'), text('same'))
  t.deepEqual(await remembered(path), ['same', 'other', 'same'])
})

test('torn and foreign lines are passed over, and the next input is whole', async (t) => {
  const path = await fileIn(t)
  await remember(path, text('one'))
  await appendFile(
    path,
    '\x00\xff garbage\n[]\n{"input":[{"kind":"text"}]}\n{"at":"","input":[{"ki',
  )
  await remember(path, text('two'))
  t.deepEqual(await remembered(path), ['one', 'two'])
})

test('a very long input is not kept', async (t) => {
  const path = await fileIn(t)
  await remember(path, text('x'.repeat(limits.earlierInputBytesMax)), text('short'))
  t.deepEqual(await remembered(path), ['short'])
})

test('a long file is read from its end and cut to its newest half, at a line', async (t) => {
  const path = await fileIn(t)
  await remember(path, text('first'))
  const filler = `${JSON.stringify({ at: now(), input: text('y'.repeat(30_000)) })}\n`
  await appendFile(path, filler.repeat(Math.ceil(limits.inputHistoryBytesMax / filler.length)))
  await remember(path, text('last'))
  const { size } = await stat(path)
  t.true(size <= limits.inputHistoryBytesMax / 2 && size > limits.inputHistoryBytesMax / 4)
  for (const line of (await readFile(path, 'utf8')).split('\n').slice(0, -1))
    t.notThrows(() => JSON.parse(line))
  t.is((await remembered(path)).at(-1), 'last')
})

test('many screens that write at once lose nothing, also while the file is cut', async (t) => {
  const path = await fileIn(t)
  await remember(path, text('begin'))
  const filler = `${JSON.stringify({ at: now(), input: text('z'.repeat(30_000)) })}\n`
  const fill = Math.floor(limits.inputHistoryBytesMax / filler.length) - 2
  await appendFile(path, filler.repeat(fill))
  const long = 'w'.repeat(20_000)
  const screens = Array.from({ length: 8 }, (_, n) =>
    remember(path, text(`${n}a${long}`), text(`${n}b${long}`)),
  )
  await Promise.all(screens)
  const all = (await remembered(path)).map((one) => one.slice(0, 2))
  for (let n = 0; n < 8; n += 1) {
    t.is(all.filter((one) => one === `${n}a`).length, 1, `${n}a`)
    t.is(all.filter((one) => one === `${n}b`).length, 1, `${n}b`)
    t.true(all.indexOf(`${n}a`) < all.indexOf(`${n}b`))
  }
})

test('a place that cannot be written to stops nobody', async (t) => {
  const path = await fileIn(t)
  await mkdir(path, { recursive: true })
  await remember(path, text('lost'))
  t.deepEqual(await remembered(path), [])
  const under = join(await tempHome(t), 'file')
  await writeFile(under, '')
  await remember(join(under, 'input-history.jsonl'), text('lost'))
  t.deepEqual(await remembered(join(under, 'input-history.jsonl')), [])
})

for (const [kind, command] of [
  ['a FIFO', 'mkfifo'],
  ['a folder', 'mkdir'],
] as const)
  test(`${kind} in the place of the file holds nobody up and stays as it is`, async (t) => {
    const path = await fileIn(t)
    await mkdir(join(path, '..'), { recursive: true })
    execFileSync(command, [path])
    await remember(path, text('one'))
    t.deepEqual(await remembered(path), [])
    t.false((await stat(path)).isFile())
  })
