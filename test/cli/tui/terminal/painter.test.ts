import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import { emptyLine, type Frame, line } from '../../../../cli/tui/frame.js'
import { createPainter } from '../../../../cli/tui/terminal/painter.js'
import { themeOf } from '../../../../cli/tui/theme/theme.js'
import { eventually } from '../../../support/eventually.js'

const theme = themeOf('dark', '16')

const frame = (text: string): Frame => ({
  width: 20,
  height: 2,
  lines: [line(text), emptyLine],
  scrollHeight: 1,
  cursor: { row: 1, column: 0 },
})

/** A painter on a canvas that keeps what it gets, with the time by its clock. */
const painting = () => {
  const written: { readonly text: string; readonly atMs: number }[] = []
  const canvas = { isFull: false, drained: () => {} }
  const painter = createPainter(
    {
      write: (text) => {
        written.push({ text, atMs: performance.now() })
        return !canvas.isFull
      },
      onceDrained: (listener) => {
        canvas.drained = listener
      },
      monotonicMs: () => performance.now(),
    },
    theme,
  )
  return { painter, written, canvas }
}

const betweenMs = (written: ReadonlyArray<{ readonly atMs: number }>): ReadonlyArray<number> =>
  written.slice(1).map(({ atMs }, n) => atMs - written[n]!.atMs)

test('each frame is one write within one synchronized update', async (t) => {
  const { painter, written } = painting()
  for (const text of ['one', 'two', 'six']) {
    painter.draw(() => frame(text), 'key')
    await eventually(() => written.some((one) => one.text.includes(text)))
  }
  t.is(written.length, 3)
  for (const { text } of written)
    t.regex(text, /^\x1b\[\?2026h(?:(?!\x1b\[\?2026)[^])*\x1b\[\?2026l$/)
})

test('keys alone give at most 60 frames a second, and the newest is drawn', async (t) => {
  const { painter, written } = painting()
  let drawn = 0
  while (written.length < 15) {
    drawn += 1
    painter.draw(() => frame(`number ${drawn}`), 'key')
    await nextTurn()
  }
  for (const ms of betweenMs(written)) t.true(ms >= 16)
  t.true(drawn > written.length)
  painter.draw(() => frame('the last'), 'news')
  await eventually(() => written.at(-1)!.text.includes('the last'))
})

test('news alone gives at most 30 frames a second', async (t) => {
  const { painter, written } = painting()
  let drawn = 0
  while (written.length < 10) {
    drawn += 1
    painter.draw(() => frame(`number ${drawn}`), 'news')
    await nextTurn()
  }
  for (const ms of betweenMs(written)) t.true(ms >= 33)
})

test('a key does not wait for the time of the news', async (t) => {
  const { painter, written } = painting()
  painter.draw(() => frame('news'), 'news')
  await eventually(() => written.length === 1)
  painter.draw(() => frame('more news'), 'news')
  painter.draw(() => frame('a key'), 'key')
  await nextTurn()
  await nextTurn()
  t.regex(written[1]?.text ?? '', /a key/)
})

test('a terminal that takes no more gets nothing until it does, and then the newest', async (t) => {
  const { painter, written, canvas } = painting()
  canvas.isFull = true
  painter.draw(() => frame('first'), 'news')
  await eventually(() => written.length === 1)
  for (const text of ['second', 'third']) {
    painter.draw(() => frame(text), 'key')
    await nextTurn()
  }
  t.is(written.length, 1)
  canvas.isFull = false
  canvas.drained()
  await eventually(() => written.length === 2)
  t.regex(written[1]!.text, /third/)
})
