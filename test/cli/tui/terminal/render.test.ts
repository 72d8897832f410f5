import unicode11 from '@xterm/addon-unicode11'
import headless from '@xterm/headless'
import test from 'ava'
import fc from 'fast-check'
import { type Frame, fitLine, line, span } from '../../../../cli/tui/frame.js'
import { render } from '../../../../cli/tui/terminal/render.js'
import { clusters } from '../../../../cli/tui/text/clusters.js'
import { isDisputed } from '../../../../cli/tui/text/is-disputed.js'
import { safeLine } from '../../../../cli/tui/text/safe-text.js'
import { clusterWidth } from '../../../../cli/tui/text/width.js'
import { themeOf } from '../../../../cli/tui/theme/theme.js'
import { view } from '../../../../cli/tui/view.js'
import { createEmulator } from '../../../support/emulator.js'
import { turnNo } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import { streamedBytes } from '../../../support/streamed-bytes.js'
import { attached, play, running } from '../../../support/tui-given.js'

const width = 12
const theme = themeOf('dark', '16')
const rows = [0, 1, 2, 3, 4, 5, 6, 7]

const frame = (texts: ReadonlyArray<string>): Frame => ({
  width,
  height: rows.length,
  lines: rows.map((row) => fitLine([span(texts[row] ?? '', 'bold')], width)),
  scrollHeight: rows.length - 2,
  cursor: { row: 3, column: 2 },
})

const screenAfter = async (outputs: ReadonlyArray<string>) => {
  const screen = new headless.Terminal({ cols: width, rows: rows.length, allowProposedApi: true })
  screen.loadAddon(new unicode11.Unicode11Addon())
  screen.unicode.activeVersion = '11'
  for (const output of ['\x1b[?7l', ...outputs])
    await new Promise<void>((done) => screen.write(output, done))
  const buffer = screen.buffer.active
  const lines = rows.map((row) => buffer.getLine(row)?.translateToString(true))
  return { lines, cursor: [buffer.cursorY, buffer.cursorX] }
}

const allCharacters: ReadonlyArray<string> = Array.from({ length: 0x20000 - 0x20 }, (_, n) =>
  String.fromCodePoint(n + 0x20),
).filter((char) => clusters(char).length === 1 && safeLine(char) === char)

/** Where the caret of the emulated terminal stands after each; it answers when asked. */
const columnsOf = async (chars: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const screen = new headless.Terminal({ cols: width, rows: 1, allowProposedApi: true })
  screen.loadAddon(new unicode11.Unicode11Addon())
  screen.unicode.activeVersion = '11'
  const columns: number[] = []
  screen.onData((place) => columns.push(Number(/;(\d+)R/.exec(place)?.[1]) - 1))
  const asked = chars.map((char) => `\x1b[2K\r${char}\x1b[6n`).join('')
  await new Promise<void>((done) => screen.write(asked, done))
  return columns
}

const text = fc
  .array(
    fc.constantFrom('a', 'b', '日', '本', '👍', 'か\u3099', '👨‍👩‍👧', ' ', '…', '䷀', 'ᇚ', '🪿'),
    {
      maxLength: 14,
    },
  )
  .map((all) => all.join(''))
const texts = fc.array(text, { minLength: rows.length, maxLength: rows.length })

test('drawing only what changed gives the screen of a whole drawing', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 2, maxLength: 5 }), async (all) => {
      // Each is scrolled by a row once; the row that comes in is one that stands below already.
      const frames = all.flatMap((one) => [
        frame(one),
        frame([...one.slice(1, 6), one[6] ?? '', ...one.slice(6)]),
      ])
      const changes = frames.map((one, index) => render(frames[index - 1], one, theme))
      const whole = render(undefined, frames.at(-1)!, theme)
      t.deepEqual(await screenAfter(changes), await screenAfter([whole]))
    }),
    fcOptions(),
  )
})

test('an unchanged frame sends nothing, a changed line sends that line alone', (t) => {
  const before = frame(['one', 'two', 'three', 'four'])
  t.is(render(before, frame(['one', 'two', 'three', 'four']), theme), '')
  const changed = render(before, frame(['one', 'TWO', 'three', 'four']), theme)
  t.true(changed.includes('TWO'))
  t.false(/one|three|four/.test(changed))
})

test('a frame of another size is drawn whole', (t) => {
  const before = frame(['one', 'two', 'three', 'four'])
  const other = { ...before, width: 13 }
  t.true(render(before, other, theme).includes('three'))
})

test('after a cluster that terminals disagree about the column is said', (t) => {
  const one: Frame = {
    width: 20,
    height: 1,
    lines: [line('か\u3099x🪿y')],
    scrollHeight: 0,
    cursor: { row: 0, column: 0 },
  }
  t.true(render(undefined, one, theme).includes('\x1b[2Xか\u3099\x1b[3Gx\x1b[2X🪿\x1b[6Gy'))
})

test('a cluster that the terminal draws narrower leaves nothing of what stood there', async (t) => {
  const [before, after] = [frame(['xxxxxx']), frame(['x䷀x'])]
  const { lines } = await screenAfter([
    render(undefined, before, theme),
    render(before, after, theme),
  ])
  t.is(lines[0], 'x䷀ x')
})

test('a cluster that terminals disagree about never stands beside half a wide character', (t) => {
  const drawn = (before: string, after: string) =>
    render(frame([before]), frame([after]), theme).includes('\x1b[1;1H\x1b[K')
  t.true(drawn('結果 …', '✓ Write'))
  t.false(drawn('finished', '✓ Write'), 'nothing can be halved')
})

test('marks behind the last column take nothing away', async (t) => {
  const full = [span('x'.repeat(width)), span('\u0301', 'bold'), span('\u0301')]
  const one: Frame = { ...frame([]), lines: [full, ...frame([]).lines.slice(1)] }
  const { lines } = await screenAfter([render(undefined, one, theme)])
  t.regex(lines[0] ?? '', /^x{12}/)
})

test('of each character that this terminal counts otherwise it is known that terminals differ', async (t) => {
  const counted = await columnsOf(allCharacters)
  const differing = allCharacters.filter((char, n) => counted[n] !== clusterWidth(char))
  t.true(differing.length > 500)
  t.deepEqual(
    differing.filter((char) => !isDisputed(char)),
    [],
  )
})

test('text that scrolls is scrolled, not drawn again', (t) => {
  const plain = (texts: ReadonlyArray<string>): Frame => ({
    ...frame([]),
    height: 4,
    scrollHeight: 4,
    lines: texts.map((text) => line(text)),
  })
  const before = plain(['one', 'two', 'three', 'four'])
  const moved = render(before, plain(['two', 'three', 'four', 'five']), theme)
  t.true(moved.includes('\x1b[1S'))
  t.true(moved.includes('five'))
  t.false(/two|three|four/.test(moved))
})

test('while a reply streams the caret is shown nowhere but where one types', async (t) => {
  const size = { width: 40, height: 12 }
  const terminal = await createEmulator(size)
  const start = play(attached({ status: running }), { type: 'Resize', ...size }, "'日本").state
  let state = start
  let before: Frame | undefined
  for (let n = 0; n < 60; n += 1) {
    const delta = {
      turn: turnNo(1),
      round: 1,
      block: 0,
      text: `語${n}👍🏽 word${n % 7 ? ' ' : '\n'}`,
    }
    state = play(state, { event: 'text_delta', data: delta }).state
    const after = view(state)
    t.like(after.cursor, { row: size.height - 3, column: 6 })
    const bytes = render(before, after, theme)
    // An input method opens where the caret is shown: it moves only while it is hidden.
    t.regex(
      bytes,
      /^\x1b\[\?2026h\x1b\[\?25l(?:(?!\x1b\[\?25h)[^])*\x1b\[10;7H\x1b\[\?25h\x1b\[\?2026l$/,
    )
    await terminal.write(bytes)
    t.deepEqual(terminal.differences(after), [])
    before = after
  }
})

test('2,000 streamed tokens send under three times the bytes that become visible', (t) => {
  const { sent, visible } = streamedBytes(2000)
  t.true(sent > visible)
  t.true(sent / visible < 3, `${sent / visible}`)
})
