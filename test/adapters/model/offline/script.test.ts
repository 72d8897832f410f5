import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { loadScript, parseScript } from '../../../../adapters/model/offline/script.js'

test('a script is a list, or an object that holds it', (t) => {
  const entries = [
    { text: 'hi' },
    { calls: [{ name: 'Read', input: { path: 'a' } }] },
    { html: true },
  ]
  t.deepEqual(parseScript(JSON.stringify(entries)), E.right(entries))
  t.deepEqual(parseScript(JSON.stringify({ replies: entries })), E.right(entries))
})

const wrong: ReadonlyArray<readonly [string, string]> = [
  ['{"a":', 'it is not JSON'],
  ['{"a": 1}', 'expected a list of replies'],
  ['[{"text": "a"}, {"text": 1}]', 'reply 1, text: expected string, got 1'],
  ['[{"txt": "a"}]', 'reply 0, txt: expected one of text, thinking, calls'],
  ['[[]]', 'reply 0, '],
  ['["a"]', 'reply 0, '],
  ['[null]', 'reply 0, '],
  ['[{}]', 'reply 0, expected at least one key'],
  ['[{"hang": "tail"}]', 'reply 0, hang: expected headers, first_byte or mid, got "tail"'],
  ['[{"calls": [{"name": "Read"}]}]', 'reply 0, calls.0.input: expected'],
  ['[{"error": {"status": "x"}}]', 'reply 0, error.'],
  ['[{"cut": 1.5}]', 'reply 0, cut: expected a whole number from 0 to 1000000, got 1.5'],
  ['[{"cut": -1}]', 'reply 0, cut: expected'],
]

for (const [text, problem] of wrong) {
  test(`a wrong script is told with its place: ${text}`, (t) => {
    const parsed = parseScript(text)
    t.true(E.isLeft(parsed) && parsed.left.includes(problem), JSON.stringify(parsed))
  })
}

test('a FIFO in the place of a script is named and not waited for', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'yoi-script-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const path = join(folder, 'fifo.json')
  execFileSync('mkfifo', [path])
  const said = `The offline script ${path} cannot be read: it is a FIFO, not a file.`
  t.deepEqual(await loadScript(path)(), E.left(said))
})

test('a script file that is wrong or missing is named', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'yoi-script-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const path = join(folder, 'replies.json')
  const missing = await loadScript(path)()
  t.regex(
    E.isLeft(missing) ? missing.left : '',
    /replies\.json does not exist: correct offline\.script in the manifest\.$/,
  )
  await writeFile(path, '[{"cut": true}]')
  const bad = await loadScript(path)()
  t.regex(E.isLeft(bad) ? bad.left : '', /replies\.json cannot be used: reply 0, cut: expected/)
  await writeFile(path, '[{"text": "hi"}]')
  t.deepEqual(await loadScript(path)(), E.right({ path, replies: [{ text: 'hi' }], lines: [1] }))
})
