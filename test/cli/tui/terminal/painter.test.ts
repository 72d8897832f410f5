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

test('each frame is one write within one synchronized update', async (t) => {
  const { painter, written } = painting()
  for (const text of ['one', 'two', 'six']) {
    painter.draw(() => frame(text))
    await eventually(() => written.some((one) => one.text.includes(text)))
  }
  t.is(written.length, 3)
  for (const { text } of written)
    t.regex(text, /^\x1b\[\?2026h(?:(?!\x1b\[\?2026)[^])*\x1b\[\?2026l$/)
})

test('there are at most 60 frames a second, and the newest is drawn', async (t) => {
  const { painter, written } = painting()
  let drawn = 0
  while (written.length < 15) {
    drawn += 1
    painter.draw(() => frame(`number ${drawn}`))
    await nextTurn()
  }
  for (const [n, { atMs }] of written.entries())
    t.true(n === 0 || atMs - written[n - 1]!.atMs >= 16)
  t.true(drawn > written.length)
  painter.draw(() => frame('the last'))
  await eventually(() => written.at(-1)!.text.includes('the last'))
})

test('a terminal that takes no more gets nothing until it does, and then the newest', async (t) => {
  const { painter, written, canvas } = painting()
  canvas.isFull = true
  painter.draw(() => frame('first'))
  await eventually(() => written.length === 1)
  for (const text of ['second', 'third']) {
    painter.draw(() => frame(text))
    await nextTurn()
  }
  t.is(written.length, 1)
  canvas.isFull = false
  canvas.drained()
  await eventually(() => written.length === 2)
  t.regex(written[1]!.text, /third/)
})
