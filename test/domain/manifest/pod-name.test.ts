import test from 'ava'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { commandNames } from '../../../domain/manifest/command-names.js'
import { defaultPodName, podName } from '../../../domain/manifest/pod-name.js'
import { fcOptions } from '../../support/rounds.js'

const taken: ReadonlyArray<readonly [title: string, text: string, name: string]> = [
  ['a word', 'tidy', 'tidy'],
  ['Japanese', 'ログ整理', 'ログ整理'],
  ['text that is not in NFC', 'か\u3099', 'が'],
  ['blanks inside', 'my pod', 'my pod'],
  ['a dot in front', '.hidden', '.hidden'],
  ['a hyphen inside', 'a-b', 'a-b'],
  ['255 bytes', 'a'.repeat(255), 'a'.repeat(255)],
  ['85 kanji, which are 255 bytes', '漢'.repeat(85), '漢'.repeat(85)],
  ['a command with something behind', 'run-2', 'run-2'],
  ['a command in capitals', 'Run', 'Run'],
  ['over 255 bytes that shrink in NFC', 'か\u3099'.repeat(85), 'が'.repeat(85)],
]

for (const [title, text, name] of taken) {
  test(`a Pod may be named by ${title}`, (t) => {
    t.deepEqual(podName(text), E.right(name))
  })
}

const refused: ReadonlyArray<readonly [title: string, text: string, reason: RegExp]> = [
  ['nothing', '', /it is empty/],
  ['a slash', 'a/b', /it holds a "\/"/],
  ['a newline', 'a\nb', /control character/],
  ['NUL', 'a\0b', /control character/],
  ['ESC', '\u001b[2J', /control character/],
  ['a C1 control character', 'a\u009b2J', /control character/],
  ['DEL', 'a\u007f', /control character/],
  ['half of a character', 'a\ud800', /half of a character/],
  ['a hyphen in front', '-c', /starts with "-"/],
  ['the folder itself', '.', /means a folder/],
  ['the folder above', '..', /means a folder/],
  ['256 bytes', 'a'.repeat(256), /over 255 bytes/],
  ['90 kanji, which are 270 bytes', '漢'.repeat(90), /over 255 bytes/],
  ['a command', 'run', /name of a command/],
  ['a command to come', 'fork', /name of a command/],
]

for (const [title, text, reason] of refused) {
  test(`a Pod may not be named by ${title}`, (t) => {
    const named = podName(text)
    t.regex(E.isLeft(named) ? named.left : '', reason)
  })
}

test('a refusal shows the name without what a terminal would obey', (t) => {
  const named = podName(`\u001b]52;c;${'x'.repeat(500)}\u0007`)
  const sentence = E.isLeft(named) ? named.left : ''
  t.false(/[\u0000-\u001f]/.test(sentence))
  t.true(sentence.length < 150)
})

const defaults: ReadonlyArray<readonly [cwd: string, taken: ReadonlyArray<string>, name: string]> =
  [
    ['/home/u/notes', [], 'notes'],
    ['/home/u/notes/', [], 'notes'],
    ['/home/u/notes', ['notes'], 'notes-2'],
    ['/home/u/notes', ['notes', 'notes-2', 'notes-4'], 'notes-3'],
    ['/', [], 'yoi'],
    ['/home/u/run', [], 'run-2'],
    ['/home/u/--odd', [], 'odd'],
    ['/home/u/a\nb', [], 'a-b'],
    ['/home/u/日誌', ['日誌'], '日誌-2'],
  ]

for (const [cwd, names, name] of defaults) {
  test(`in ${JSON.stringify(cwd)} beside ${JSON.stringify(names)} a Pod is ${name}`, (t) => {
    t.is(defaultPodName(cwd, names), name as never)
  })
}

test('a long folder name is cut at a character so that the number still fits', (t) => {
  const name: string = defaultPodName(`/x/${'漢'.repeat(85)}`, ['漢'.repeat(85)])
  t.is(name, `${'漢'.repeat(84)}-2`)
  t.true(Buffer.byteLength(name) <= 255)
})

test('the default name of any folder is a name, and a free one', (t) => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('.', '..', '-', '---', '', ...commandNames),
  )
  fc.assert(
    fc.property(part, fc.nat(4), (last, before) => {
      const names = Array.from({ length: before }).reduce<ReadonlyArray<string>>(
        (sofar) => [...sofar, defaultPodName(`/x/${last}`, sofar)],
        [],
      )
      const name = defaultPodName(`/x/${last}`, names)
      return E.isRight(podName(name)) && podName(name) !== undefined && !names.includes(name)
    }),
    fcOptions(10),
  )
  t.pass()
})

test('what podName takes it takes again unchanged', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const named = podName(text)
      return E.isLeft(named) || E.toUnion(podName(named.right)) === named.right
    }),
    fcOptions(10),
  )
  t.pass()
})
