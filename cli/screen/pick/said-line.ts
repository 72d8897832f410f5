import type { ScannedLine } from '../../../adapters/log/scan-log.js'
import { eventCodecs } from '../../../domain/event/event.js'
import { limits } from '../../../domain/limits.js'
import { textOf } from '../../../domain/segment.js'
import { oneLine } from '../../../projections/one-line.js'
import { alike, holdsAll } from '../../tui/picker/picker-search.js'

/**
 * The part of an input or an answer in which all of these words were found, as one line: `> ` for
 * what was put in, `→ ` for what was answered. Undefined for a line of a log that holds neither, or
 * not all the words. What a file that an input names holds is not looked at.
 */
export const saidLine = (
  words: ReadonlyArray<string>,
  line: Pick<ScannedLine, 'type' | 'bytes'>,
): string | undefined => {
  const lead = leads.get(line.type)
  if (lead === undefined || line.bytes.length > limits.saidLineBytesMax) return undefined
  const text = textIn(line.bytes)
  return text !== undefined && holdsAll(words, alike(text))
    ? `${lead}${around(words, text)}`
    : undefined
}

const leads: ReadonlyMap<string, string> = new Map([
  ['InputSubmitted', '> '],
  ['InputQueued', '> '],
  ['AssistantReplied', '→ '],
])

const textIn = (bytes: Uint8Array): string | undefined => {
  try {
    return textOfEvent(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    // Not JSON: whoever opens the session says so.
    return undefined
  }
}

const textOfEvent = (event: unknown): string | undefined => {
  if (eventCodecs.InputSubmitted.is(event)) return textOf(event.data.segments)
  if (eventCodecs.InputQueued.is(event)) return textOf(event.data.segments)
  if (!eventCodecs.AssistantReplied.is(event)) return undefined
  const { content } = event.data
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

const lineCharsMax = 240

// The words may stand far from each other: then a piece for each that has not been shown.
const around = (words: ReadonlyArray<string>, text: string): string => {
  const whole = oneLine(text, lineCharsMax)
  if (holdsAll(words, alike(whole))) return whole
  const pieces: string[] = []
  for (const word of words)
    if (!alike(pieces.join(' ')).includes(word)) pieces.push(pieceWith(word, text))
  return pieces.join(' ')
}

const windowChars = 1000
const beforeChars = 30
const afterChars = 90

/** What stands around the first place of a word, on one line between marks that it is a piece. */
const pieceWith = (word: string, text: string): string => {
  const from = windowWith(word, text)
  const within = text.slice(from, from + windowChars)
  const end = shortest(within.length, (chars) => alike(within.slice(0, chars)).includes(word))
  const start = Math.max(0, end - word.length - beforeChars)
  return `…${oneLine(within.slice(start, end + afterChars).toWellFormed(), lineCharsMax)}…`
}

// Windows overlap by half, so that a word of any length that can be typed is whole in one.
const windowWith = (word: string, text: string): number => {
  for (let from = 0; from < text.length; from += windowChars / 2)
    if (alike(text.slice(from, from + windowChars)).includes(word)) return from
  return 0
}

const shortest = (most: number, holds: (chars: number) => boolean): number => {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return high
}
