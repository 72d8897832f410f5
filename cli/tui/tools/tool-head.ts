import { elapsedWords, timeWords } from '../../../projections/time-words.js'
import type { ToolBlock, ToolState } from '../../../projections/transcript/block.js'
import { fitLine, type Line, lineWidth, type Span, type Style, span } from '../frame.js'
import type { Look } from '../text/look.js'
import { safeLine } from '../text/safe-text.js'
import { takeColumns, takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'

/** What is seen of a call while it runs; `over`: it began before one looked. */
export type Running = {
  readonly since: { readonly ms: number; readonly over: boolean } | undefined
  readonly stderr: boolean
  /** It was ended, and the log takes nothing that says so. */
  readonly isStopped?: boolean
}

/** What the line of a call says besides the call. */
export type Head = {
  /** What is asked, in one line. */
  readonly asked: string
  /** Its end says more than its beginning: a path. */
  readonly keepsEnd?: boolean
  readonly running?: Running
  /** Words behind the state. */
  readonly more?: ReadonlyArray<Span>
}

/**
 * A call in one line: the sign of its state, the tool, what is asked, and the state in words. What
 * is asked gives way to the words where the screen is narrow.
 */
export const headLine = (block: ToolBlock, head: Head, { width }: Pick<Look, 'width'>): Line => {
  const { sign, style } = signs[block.state]
  const lead = [span(`${sign} `, style), span(block.name, 'bold')]
  const words = stateWords(block, head)
  const state = [span(` · ${words}`, style === 'ok' ? 'dim' : style), ...(head.more ?? [])]
  const least = Math.max(askedColumnsMin, Math.floor(Math.min(width, widthMax) / 3))
  const room = Math.max(least, width - lineWidth(lead) - lineWidth(state) - 1)
  const asked = head.asked === '' ? [] : [span(` ${fitted(head, room)}`)]
  return fitLine([...lead, ...asked, ...state], width)
}

/** Whether what is asked fits into the line of the call. */
export const fitsHead = (block: ToolBlock, head: Head, { width }: Pick<Look, 'width'>): boolean =>
  lineWidth(headLine(block, head, { width: Infinity })) <= width

const askedColumnsMin = 8
const widthMax = 300

const fitted = ({ asked, keepsEnd }: Head, room: number): string => {
  const text = safeLine(asked)
  if (textWidth(text) <= room) return text
  return keepsEnd === true
    ? `…${takeLastColumns(text, room - 1)}`
    : `${takeColumns(text, room - 1)}…`
}

/** The sign and the look of each state. */
export const signs: Readonly<Record<ToolState, { readonly sign: string; readonly style: Style }>> =
  {
    waiting: { sign: '○', style: 'dim' },
    running: { sign: '●', style: 'accent' },
    done: { sign: '✓', style: 'ok' },
    failed: { sign: '✗', style: 'error' },
    denied: { sign: '⊘', style: 'error' },
    interrupted: { sign: '■', style: 'warning' },
    cancelled: { sign: '□', style: 'warning' },
    unknown: { sign: '?', style: 'warning' },
  }

/**
 * How a call stands, in words. Some summaries say the state themselves, and that of a command its
 * time.
 */
export const stateWords = (block: ToolBlock, { running }: Pick<Head, 'running'>): string => {
  const { state, durationMs } = block
  const summary = block.summary.replace(/^\[(.*)\]$/s, '$1')
  if (state === 'running') return runningWords(running)
  const time =
    durationMs === undefined || durationMs < timeShownMsMin || /\d s$/.test(summary)
      ? ''
      : ` · ${timeWords(durationMs)}`
  if (summary === '') return `${state}${time}`
  const told = state === 'done' || summary.toLowerCase().includes(state)
  return `${told ? '' : `${state}: `}${summary}${time}`
}

const runningWords = (running: Running | undefined): string => {
  const { since, stderr = false, isStopped = false } = running ?? {}
  if (isStopped) return 'stopped, not in the log yet'
  const time = since === undefined ? '' : ` · ${since.over ? 'over ' : ''}${elapsedWords(since.ms)}`
  return `running${time}${stderr ? ' · wrote to stderr' : ''}`
}

const timeShownMsMin = 1000
