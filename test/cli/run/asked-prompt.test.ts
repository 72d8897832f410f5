import { PassThrough } from 'node:stream'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { askedPrompt } from '../../../cli/run/asked-prompt.js'
import { limits } from '../../../domain/limits.js'

/** What is made of these words; `held` is all that stdin holds, which else is a terminal. */
const asked = (words: ReadonlyArray<string>, held?: string | Buffer) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: held === undefined })
  if (held !== undefined) stdin.end(held)
  return askedPrompt(words, stdin)
}

const quotes = '"'.repeat(2_200_000)
const most = 'x'.repeat(limits.segmentBytesMax)

for (const [title, words, held, prompt] of [
  ['a word is the prompt', ['hello'], undefined, 'hello'],
  ['a - is what stdin holds', ['-'], '質問\n', '質問'],
  ['no word is what stdin holds', [], 'a\r\nb\r\n', 'a\r\nb'],
  ['a - behind a word sends stdin along', ['review', '-'], 'a\nb\n', 'review\n\na\nb'],
  ['what JSON writes longer fits all the same', ['-'], quotes, quotes],
  ['the longest message fits, and so does its newline', ['-'], `${most}\n`, most],
] as const)
  test(`the prompt of yoi run: ${title}`, async (t) => {
    const made = await asked(words, held)
    t.like(made, E.right({ prompt }))
  })

const refusals: ReadonlyArray<
  readonly [ReadonlyArray<string>, string | Buffer | undefined, RegExp]
> = [
  [[], undefined, /^A prompt is missing: yoi run "your words", or a text on stdin/],
  [[' '], undefined, /^A prompt is missing/],
  [[], '', /^A prompt is missing/],
  [['-'], '', /^Nothing is on stdin: there is no prompt\.$/],
  [['-'], ' \n\n', /^Nothing is on stdin/],
  [['x', '-'], '', /^Nothing is on stdin to go along with the prompt\.$/],
  [['-'], Buffer.from([0xff, 0xfe]), /^The text on stdin is not UTF-8\.$/],
  [
    ['-'],
    `${most}x`,
    /^The text on stdin is too long for one message, which holds 4 MiB, or 8 MiB as JSON: put it/,
  ],
  [['-'], `${most}日本`, /^The text on stdin is too long for one message/],
  [
    ['x', '-'],
    most,
    /^The prompt and the text on stdin together are too long for one message, which/,
  ],
  [
    ['-'],
    '"'.repeat(limits.segmentBytesMax),
    /^The text on stdin is too long for one message, which/,
  ],
  [['x', 'y'], undefined, /^"y" is one word too many: put the prompt in quotes\.$/],
  [['-', '-'], 'x', /^"-" is one word too many/],
]

for (const [words, held, sentence] of refusals)
  test(`no prompt of yoi run: ${JSON.stringify(words)}, ${sentence.source}`, async (t) => {
    const made = await asked(words, held)
    t.regex(E.isLeft(made) ? made.left : '', sentence)
  })
