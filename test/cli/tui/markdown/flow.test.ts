import test from 'ava'
import fc from 'fast-check'
import type { Line } from '../../../../cli/tui/frame.js'
import { type Flow, flowLines, grown, startFlow } from '../../../../cli/tui/markdown/flow.js'
import { parseMarkdown } from '../../../../cli/tui/markdown/parse-markdown.js'
import { limits } from '../../../../domain/limits.js'
import { anyMarkdown } from '../../../support/any-markdown.js'
import { fcOptions } from '../../../support/rounds.js'

const textsOf = (lines: ReadonlyArray<Line>) =>
  lines.map((spans) => spans.map(({ text }) => text).join(''))

/** Styles and texts, however they are divided into spans. */
const drawn = (flow: Flow) =>
  flowLines(flow).map((spans) => spans.map(({ text, style }) => `${style}:${text}`).join('|'))

const inPieces = (ends: ReadonlyArray<number>, text: string, start: Flow) =>
  [...ends.map((end) => end % (text.length + 1)), text.length]
    .sort((a, b) => a - b)
    .reduce((flow, end) => grown(text.slice(0, end), flow), start)

const ends = fc.array(fc.nat(), { maxLength: 12 })
const width = fc.integer({ min: 1, max: 90 })

test('a text that arrives in pieces ends as the text drawn at once', (t) => {
  fc.assert(
    fc.property(anyMarkdown, ends, width, (text, places, columns) => {
      const flow = inPieces(places, text, startFlow(columns))
      t.deepEqual(drawn(flow), drawn(grown(text, startFlow(columns))))
    }),
    fcOptions(2),
  )
})

const pieces = (step: number, text: string) =>
  Array.from({ length: Math.ceil(text.length / step) }, (_, index) => (index + 1) * step)

test('a line that is not whole yet ends no block', (t) => {
  for (const text of ['a\n#b\nc', 'a | b\n---\n', 'a\n```b` c', '- a\n-b\n- c', '> a\n***b** c'])
    t.deepEqual(
      drawn(inPieces(pieces(1, text), text, startFlow(40))),
      drawn(grown(text, startFlow(40))),
    )
})

test('long lists and code that arrive in pieces are those drawn at once', (t) => {
  const text = answer(2)
  const flow = inPieces(pieces(199, text), text, startFlow(40))
  t.deepEqual(drawn(flow), drawn(grown(text, startFlow(40))))
})

test('so does one whose blocks are too long to be drawn as one', (t) => {
  const long = (part: string) => part.repeat(Math.ceil((2 * limits.markdownBlockCharsMax) / 5))
  const texts = ['*a b ', '| a |', '「あ」。\n', '👍🏽a', '- `a\n'].map(long)
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.constantFrom('', '- one\n- ', '```ts\n', '> ', 'h|i\n-|-\n'),
      ends,
      (text, start, places) => {
        const all = `${start}${text}`
        t.deepEqual(drawn(inPieces(places, all, startFlow(40))), drawn(grown(all, startFlow(40))))
      },
    ),
    fcOptions(0.1),
  )
})

const answer = (blocks: number) =>
  Array.from({ length: blocks }, (_, n) =>
    [
      `## Part ${n}`,
      'Some **words** with `code` and [a link](https://example.org).',
      Array.from({ length: 200 }, (_x, i) => `- item ${i} of a long list`).join('\n'),
      `\`\`\`ts\n${Array.from({ length: 400 }, (_x, i) => `const a${i} = ${i}\n${i % 9 ? '' : '\n'}`).join('')}\`\`\``,
      '| a | b |\n|---|---|\n| c | d |',
    ].join('\n\n'),
  ).join('\n\n')

const readOf = (text: string) => {
  const read: number[] = []
  const parse = (source: string) => {
    read.push(source.length)
    return parseMarkdown(source)
  }
  const step = 200
  let flow = startFlow(80, parse)
  const costs: number[] = []
  for (let end = step; end < text.length + step; end += step) {
    read.length = 0
    flow = grown(text.slice(0, end), flow)
    costs.push(read.reduce((sum, one) => sum + one, 0))
  }
  return { most: Math.max(...costs), all: costs.reduce((sum, one) => sum + one, 0) }
}

test('what a piece costs does not grow with what came before it', (t) => {
  const short = readOf(answer(1))
  const long = readOf(answer(4))
  t.true(long.most <= short.most + 100, `${long.most} characters, then ${short.most}`)
  t.true(long.most < 20_000)
  t.true(long.all < 5 * short.all)
})

test('lines above the last block stay as they are while it grows', (t) => {
  const text = answer(1)
  let before: ReadonlyArray<string> = []
  let flow = startFlow(80)
  for (let end = 7; end < text.length; end += 41) {
    flow = grown(text.slice(0, end), flow)
    const settled = textsOf(flow.settled)
    t.deepEqual(settled.slice(0, before.length), before)
    before = settled
  }
  t.true(before.length > 600)
})

const framesOf = (text: string) =>
  Array.from(text, (_, index) => textsOf(flowLines(grown(text.slice(0, index + 1), startFlow(40)))))

/** Lines that a frame had and the next one changed, but for its last. */
const jumps = (text: string) =>
  framesOf(text).flatMap((lines, index, all) => {
    const above = (all[index - 1] ?? []).slice(0, -1)
    return above.filter((one, at) => one !== lines[at])
  })

test('nothing above jumps while half a construct is on its way', (t) => {
  const still = [
    'Look:\n\n```ts\nconst a = 1\n\nconst b = 2\n```\nDone.',
    'First line.\n- item one\n- item two\n\n- item three\n  1. inner\n  2. inner\n',
    'Title\n---\n\nText\n===\nmore',
    '# Head\n\n> quote\n> goes on\n\n**bold** and *more*.\n\n10. ten\n11. eleven\n',
  ]
  for (const text of still) t.deepEqual(jumps(text), [], text)
})

test('no line moves when a line turns out to be a heading', (t) => {
  const rows = (text: string) => flowLines(grown(text, startFlow(40))).length
  for (const sign of ['---', '=====']) {
    const text = `# Above\nSome words that are a title in the end, in more than a line\n${sign}`
    t.is(rows(`${text}\n`), rows(text))
    t.is(drawn(grown(`${text}\n`, startFlow(40)))[1]?.split(':')[0], 'heading')
    t.is(drawn(grown(text, startFlow(40)))[1]?.split(':')[0], 'plain')
  }
})

test('a long word stays where it began while it is on its way', (t) => {
  t.deepEqual(jumps(`see https://example.org/${'long/'.repeat(20)} there`), [])
  t.deepEqual(jumps(`\`\`\`\nconst a = call(${'argument, '.repeat(20)})\n`), [])
  t.deepEqual(jumps(`見てください：${'長い文章です。'.repeat(20)}`), [])
})

test('open code is code at once, and open emphasis is plain until it is closed', (t) => {
  const last = (text: string) => drawn(grown(text, startFlow(40))).at(-1)
  t.is(last('```ts\nconst a'), 'plain:  |keyword:const|plain: a')
  t.is(last('some **bo'), 'plain:some **bo')
  t.is(last('some **bo**'), 'plain:some |bold:bo')
})
