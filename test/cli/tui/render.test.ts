import test from 'ava'
import headless from '@xterm/headless'
import unicode11 from '@xterm/addon-unicode11'
import fc from 'fast-check'
import { fitLine, type Frame, line, span } from '../../../cli/tui/frame.js'
import { render } from '../../../cli/tui/render.js'
import { fcOptions } from '../../support/rounds.js'

const width = 12

const frame = (texts: ReadonlyArray<string>): Frame => ({
  width,
  height: 4,
  lines: [0, 1, 2, 3].map((row) =>
    fitLine([span(texts[row] ?? '', row % 2 === 0 ? 'bold' : 'plain')], width),
  ),
  cursor: { row: 3, column: 2 },
})

const screenAfter = async (outputs: ReadonlyArray<string>) => {
  const screen = new headless.Terminal({ cols: width, rows: 4, allowProposedApi: true })
  screen.loadAddon(new unicode11.Unicode11Addon())
  screen.unicode.activeVersion = '11'
  for (const output of ['\x1b[?7l', ...outputs])
    await new Promise<void>((done) => screen.write(output, done))
  const buffer = screen.buffer.active
  const lines = [0, 1, 2, 3].map((row) => buffer.getLine(row)?.translateToString(true))
  return { lines, cursor: [buffer.cursorY, buffer.cursorX] }
}

const text = fc
  .array(fc.constantFrom('a', 'b', '日', '本', '👍', 'か\u3099', '👨‍👩‍👧', ' ', '…'), {
    maxLength: 14,
  })
  .map((all) => all.join(''))
const texts = fc.array(text, { minLength: 4, maxLength: 4 })

test('drawing only what changed gives the screen of a whole drawing', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 2, maxLength: 5 }), async (all) => {
      const frames = all.map(frame)
      const changes = frames.map((one, index) => render(frames[index - 1], one, true))
      const whole = render(undefined, frames.at(-1)!, true)
      t.deepEqual(await screenAfter(changes), await screenAfter([whole]))
    }),
    fcOptions(2),
  )
})

test('an unchanged frame sends nothing, a changed line sends that line alone', (t) => {
  const before = frame(['one', 'two', 'three', 'four'])
  t.is(render(before, frame(['one', 'two', 'three', 'four']), true), '')
  const changed = render(before, frame(['one', 'TWO', 'three', 'four']), true)
  t.true(changed.includes('TWO'))
  t.false(/one|three|four/.test(changed))
})

test('a frame of another size is drawn whole', (t) => {
  const before = frame(['one', 'two', 'three', 'four'])
  const other = { ...before, width: 13 }
  t.true(render(before, other, true).includes('three'))
})

test('after a cluster that terminals disagree about the column is said', (t) => {
  const one: Frame = {
    width: 20,
    height: 1,
    lines: [line('か\u3099x🪿y')],
    cursor: { row: 0, column: 0 },
  }
  t.true(render(undefined, one, true).includes('か\u3099\x1b[3Gx🪿\x1b[6Gy'))
})

test('a stream of 2,000 tokens sends little more than what becomes visible', (t) => {
  // Counted, not timed: the bytes of changed lines over those of the words (the aim is under 6).
  let before: Frame | undefined
  let sent = 0
  let shown = ''
  for (let token = 0; token < 2000; token += 1) {
    shown += 'word '
    // Frames are coalesced: of 100 tokens a second each frame takes about two.
    if (token % 20 !== 19) continue
    const rows = shown.match(/.{1,75}/g) ?? []
    const lines = Array.from({ length: 24 }, (_, row) =>
      line(rows.at(row - Math.min(24, rows.length)) ?? '', 'plain'),
    )
    const after: Frame = {
      width: 80,
      height: 24,
      lines: rows.length < 24 ? lines : lines,
      cursor: { row: 0, column: 0 },
    }
    sent += render(before, after, true).length
    before = after
  }
  t.true(sent > shown.length)
  t.true(sent < shown.length * 40)
})
