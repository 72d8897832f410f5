import { emptyLine, type Line } from '../frame.js'
import { keyFor } from '../keys/keymap.js'
import type { TuiState } from '../state.js'
import { fitParts, type StatusPart } from '../status/status-parts.js'
import { helpItems } from './help-items.js'
import { type Panel, type PanelItem, type PanelKind, words } from './panel.js'
import { panelLines } from './panel-lines.js'
import { statusItems } from './status-items.js'

const titles: Readonly<Record<PanelKind, string>> = {
  help: 'Help',
  status: 'Status',
  verify: 'Verify',
  replay: 'Replay',
}

const waiting = { verify: 'Checking the log …', replay: 'Reading the log …' } as const

const waitingForPod = 'This waits for the Pod, which has not answered yet.'

/** All lines of an open panel, without its title. */
export const panelBody = (panel: Panel, state: TuiState): ReadonlyArray<Line> =>
  panelLines(itemsOf(panel, state), state.size.width)

/** The first line that a panel shows in so many rows; kept within what there is. */
export const panelTop = ({ top }: Panel, lines: number, rows: number): number => {
  const last = Math.max(0, lines - rows)
  return top === 'end' ? last : Math.max(0, Math.min(last, top))
}

/** The panel in exactly `height` lines: its title, then the part of it that is scrolled to. */
export const panelView = (panel: Panel, height: number, state: TuiState): ReadonlyArray<Line> => {
  if (height < 1) return []
  const body = panelBody(panel, state)
  const rows = bodyRows(height)
  const first = panelTop(panel, body.length, rows)
  const shown = body.slice(first, first + rows)
  const rest = Array.from({ length: rows - shown.length }, () => emptyLine)
  return rows === height
    ? [...shown, ...rest]
    : [titleLine(panel, { first, rows, all: body.length }, state), ...shown, ...rest]
}

/** Rows that are left for the text of a panel of this height. */
export const bodyRows = (height: number): number => (height > 1 ? height - 1 : height)

type Part = { readonly first: number; readonly rows: number; readonly all: number }

// What closes it is said as long as there is room for any of it.
const titleLine = ({ of }: Panel, { first, rows, all }: Part, { keymap, size }: TuiState): Line => {
  const [closing, up, down] = (['escape', 'scroll_page_up', 'scroll_page_down'] as const).map(
    (action) => keyFor(action, keymap),
  )
  const place = `${first + 1}–${Math.min(all, first + rows)} of ${all}`
  const dim = (rank: number, ...forms: ReadonlyArray<string>): StatusPart => ({
    forms,
    rank,
    style: 'dim',
  })
  const scrolls = [dim(3, `${up}/${down} scroll`, `${down} scrolls`), dim(2, place)]
  const parts: ReadonlyArray<StatusPart> = [
    { forms: [titles[of]], rank: 0, style: 'bold' },
    dim(1, `${closing} closes`),
    ...(all > rows ? scrolls : []),
  ]
  return fitParts(parts, size.width)
}

const itemsOf = (panel: Panel, state: TuiState): ReadonlyArray<PanelItem> => {
  const told = panel.told ?? []
  switch (panel.of) {
    case 'help':
      return helpItems(state)
    case 'status':
      return [...statusItems(state), ...told]
    case 'verify':
    case 'replay':
      return panel.told ?? [words(waitingWords(panel.of, panel), 'dim')]
  }
}

const waitingWords = (of: keyof typeof waiting, { session }: Panel): string =>
  session === undefined ? waitingForPod : waiting[of]
