import { tokensOf } from '../../../domain/session/usage.js'
import type { MarkBlock, Restored } from '../../../projections/transcript/block.js'
import { segmentText } from '../editor/segment-text.js'
import type { Line, Style } from '../frame.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { spentWords } from './spent-words.js'

/** The mark of a rest or an ending; behind an ending what the turn took. */
export const markLines = (block: MarkBlock, look: Look): ReadonlyArray<Line> => {
  const { text, style } = markWords(block, look)
  const lines = text === '' ? [] : led('— ', text, { look, style })
  switch (block.mark) {
    case 'taken_back':
      return [...takenBackText(block, look), ...lines]
    case 'ended':
      return [...lines, ...spentLines(block, look)]
    case 'paused':
    case 'resumed':
      return lines
  }
}

type Marked<M> = Extract<MarkBlock, { readonly mark: M }>

// The words are with the person who sent them: shown in detail alone, and struck out.
const takenBackText = ({ segments = [] }: Marked<'taken_back'>, look: Look) => {
  const text = segments.map(segmentText).join('')
  return look.detail === 'detail' && text.trim() !== ''
    ? led('> ', text, { look, style: 'strike' })
    : []
}

const spentLines = ({ spent, result, error }: Marked<'ended'>, look: Look): ReadonlyArray<Line> => {
  // One line holds all of a cancelled turn: its words are few.
  if (spent === undefined || result === 'cancelled') return []
  const { usage, ms } = spent
  // A request that was refused took nothing, and the error says more than that.
  const isRefused = result === 'errored' && tokensOf(usage) === 0
  const words = spentWords(isRefused ? { usage, ms } : spent, look.price)
  if (words === '' && result !== 'finished') return []
  const lead = result === 'finished' ? ['finished'] : []
  const text = [...lead, ...(words === '' ? [] : [words])].join(' · ')
  const isFirst = result === 'finished' && error === ''
  return led(isFirst ? '— ' : '  ', text, { look, style: 'dim' })
}

type Words = { readonly text: string; readonly style: Style }

/** The words of a mark that a search looks through; what was taken back is not among them. */
export const markText = (block: MarkBlock): string =>
  [markWords(block, {}).text, block.mark === 'ended' ? block.result : ''].join(' ')

type Prices = Pick<Look, 'price'>

const markWords = (block: MarkBlock, look: Prices): Words => {
  switch (block.mark) {
    case 'paused':
      return { text: pausedWords(block.by), style: 'warning' }
    case 'resumed':
      return { text: `resumed${restoredWords(block.restored)}`, style: 'dim' }
    case 'taken_back':
      return { text: 'taken back before anything was answered', style: 'warning' }
    case 'ended':
      return endedWords(block, look)
  }
}

const restoredWords = (restored: Restored | undefined): string =>
  restored === undefined ? '' : ` · restored after a ${restored}`

const endedWords = (block: Marked<'ended'>, look: Prices): Words => {
  const error = block.error === '' ? '' : `: ${block.error}`
  switch (block.result) {
    case 'finished':
      return { text: block.error, style: 'warning' }
    case 'cancelled':
      return { text: cancelledWords(block, look), style: 'warning' }
    case 'limit_reached':
      return { text: `limit reached${error}`, style: 'warning' }
    case 'errored':
      return { text: `error${error}`, style: 'error' }
  }
}

const cancelledWords = ({ by, error, spent }: Marked<'ended'>, { price }: Prices): string => {
  const words = by === 'run' ? 'ended by the next message' : 'cancelled'
  const why = by === 'run' || error === '' ? '' : `: ${error}`
  const took = spent === undefined ? '' : spentWords(spent, price)
  return `${words}${why}${took === '' ? '' : ` · ${took}`}`
}

/** How the mark of a rest names what brought it about. */
export const pausedWords = (by: string): string => rests.get(by) ?? `paused (${by})`

// A person's own pause needs no name.
const rests: ReadonlyMap<string, string> = new Map(
  Object.entries({
    host: 'paused',
    hook: 'paused by a hook',
    // That it died is not known: a log that took nothing says of no Pod that it left.
    crash: 'interrupted: the Pod had ended',
    storage: 'interrupted: the log could not be written',
    signal: 'paused: the Pod was told to end',
  }),
)
