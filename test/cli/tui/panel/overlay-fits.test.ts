import test from 'ava'
import fc from 'fast-check'
import { lineWidth } from '../../../../cli/tui/frame.js'
import { fact, heading, words } from '../../../../cli/tui/panel/panel.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { view } from '../../../../cli/tui/view.js'
import { anyText } from '../../../support/any-text.js'
import { submitted } from '../../../support/events.js'
import { recordList } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import { attached, frameText, play } from '../../../support/tui-given.js'

const records = recordList([[submitted(1, 'hello')]])

const withFiles = (paths: ReadonlyArray<string>, note: string): TuiState => {
  const asked = play(attached({ records }), "'@").state
  const found = { paths, note }
  return play(asked, { type: 'FilesFound', asked: asked.files.asked, found }).state
}

const withPanel = (name: string, text: string): TuiState => {
  const asked = play(attached({ records }), `'/${name}`, 'Enter').state
  const told = [heading(text), words(text, 'dim'), fact(text, text), fact('log', text, 'ok')]
  return play(asked, { type: 'PanelRead', asked: asked.overlay.panel?.asked ?? 0, told }).state
}

const fits = (state: TuiState, width: number, height: number): boolean => {
  const frame = view({ ...state, size: { width, height } })
  return (
    frame.lines.length === height &&
    frame.lines.every((line) => lineWidth(line) <= width) &&
    frame.cursor.row < height &&
    frame.cursor.column < width &&
    !/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/.test(frameText(frame))
  )
}

const keys = fc.array(
  fc.constantFrom('Up', 'Down', 'PageDown', 'PageUp', 'Ctrl-End', 'Ctrl-Home', 'Wheel-Down'),
  { maxLength: 4 },
)
const panels = fc.constantFrom('help', 'status', 'verify', 'replay')
const width = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }))
const height = fc.integer({ min: 1, max: 50 })

test('a list of any names fits any screen and keeps its selected row on it', (t) => {
  fc.assert(
    fc.property(
      fc.array(anyText, { maxLength: 12 }),
      width,
      height,
      keys,
      (texts, w, h, pressed) => {
        const paths = texts.map((text, at) => `${at}${text.replaceAll('\0', '')}`)
        const state = play(withFiles(paths, texts[0] ?? ''), ...pressed).state
        t.true(fits(state, w, h), `${w}x${h}`)
      },
    ),
    fcOptions(2),
  )
})

test('a panel of any text fits any screen, wherever it is scrolled to', (t) => {
  fc.assert(
    fc.property(anyText, panels, width, height, keys, (text, name, w, h, pressed) => {
      const sized = { ...withPanel(name, text), size: { width: w, height: h } }
      t.true(fits(play(sized, ...pressed).state, w, h), `${name} ${w}x${h}`)
    }),
    fcOptions(2),
  )
})

test('the selected row is on the screen however many there are', (t) => {
  const paths = Array.from({ length: 40 }, (_, n) => `file${String(n).padStart(2, '0')}`)
  for (const [w, h] of [
    [40, 10],
    [80, 24],
    [200, 50],
  ] as const) {
    let state: TuiState = { ...withFiles(paths, ''), size: { width: w, height: h } }
    for (const path of paths) {
      t.true(frameText(view(state)).includes(`> ${path}`), `${path} at ${w}x${h}`)
      state = play(state, 'Down').state
    }
  }
})

test('a list that gets shorter while one types moves neither its rows nor the transcript', (t) => {
  const paths = Array.from({ length: 12 }, (_, n) => `f${n}`)
  for (const note of ['', 'a note'])
    for (let h = 6; h <= 40; h += 1) {
      const open = { ...withFiles(paths, note), size: { width: 60, height: h } }
      const rows = (state: TuiState) => frameText(view(state)).split('\n')
      const first = (state: TuiState) => rows(state).findIndex((row) => /^[> ] f\d/.test(row))
      const editor = (state: TuiState) => view(state).cursor.row
      const narrowed = play(open, "'f", "'7").state
      t.true(rows(narrowed).some((row) => /^ {2}f7/.test(row)))
      t.deepEqual([first(narrowed), editor(narrowed)], [first(open), editor(open)], `${h}`)
      t.is(view(narrowed).scrollHeight, view(open).scrollHeight)
    }
})

test('a list in another place has the lines that it needs', (t) => {
  const open = withFiles(
    Array.from({ length: 12 }, (_, n) => `f${n}`),
    '',
  )
  const other = play(open, "'f7", "' @f7").state
  t.is(play(open, "'f7").state.overlay.menu?.linesKept, 12)
  t.true((other.overlay.menu?.linesKept ?? 99) < 12)
})

test('the list takes at most a third of the screen, and no row of the editor', (t) => {
  const state = withFiles(
    Array.from({ length: 40 }, (_, n) => `f${n}`),
    'a note',
  )
  for (let h = 1; h <= 50; h += 1) {
    const text = frameText(view({ ...state, size: { width: 60, height: h } }))
    const rows = text.split('\n').filter((row) => /^[> ] f\d+|a note/.test(row)).length
    t.true(rows <= Math.floor(h / 3), `${rows} of ${h}`)
    t.true(text.includes('> @'), `${h}`)
  }
})
