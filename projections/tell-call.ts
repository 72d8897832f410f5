import type { EventOf } from '../domain/event/event.js'
import type { CallId } from '../domain/ids.js'
import type { Outcome } from '../domain/tool/outcome.js'
import { causeWords } from './cause-words.js'
import {
  type BodyLine,
  bodyLine,
  outputLines,
  signedLines,
  type Told,
  told,
  wordLines,
} from './told.js'
import { grouped } from './usage.js'

/** What a reply asked for. */
export type AskedCall = { readonly name: string; readonly input: unknown }

/** The calls of the newest reply, by their names in the log. */
export type AskedCalls = ReadonlyMap<CallId, AskedCall>

/** A call as a reply asks for it: the tool and its input, long texts of it shortened. */
export const callLine = ({ name, input }: AskedCall): BodyLine =>
  bodyLine(`→ ${name} ${JSON.stringify(input, shortened) ?? ''}`, 'words')

const inputCharsMax = 100

const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > inputCharsMax
    ? `${value.slice(0, inputCharsMax)}… (${grouped(value.length)} characters)`
    : value

/** A call has its result: what came of it, and for a change of a file the difference. */
export const tellCompleted = (
  data: EventOf<'ToolCallCompleted'>['data'],
  calls: AskedCalls,
): Told => {
  const call = calls.get(data.call)
  const took = data.duration_ms === undefined ? '' : `, ${grouped(Math.round(data.duration_ms))} ms`
  return told(
    'tool',
    `${call?.name ?? 'The tool'} ${cameWords(data)} (call ${data.call}${took})`,
    resultLines(data, call),
    cutLines(data),
  )
}

// A summary that is no more than the outcome says nothing new.
const cameWords = (data: Completed): string => {
  const { outcome, synthetic, summary, by } = data
  if (outcome === 'cancelled' && synthetic === true)
    return `was never run${causeWords(by ?? 'host') || ': the turn was cancelled'}`
  const isSaid = summary === '' || summary === outcome || summary.startsWith('[')
  return `${outcomeWords[outcome]}${isSaid ? '' : `: ${summary}`}`
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  ok: 'is done',
  failed: 'failed',
  denied: 'was denied',
  interrupted: 'was interrupted',
  cancelled: 'was cancelled',
  unknown: 'had started and nobody can say what it did; it is never run again by itself',
}

type Completed = EventOf<'ToolCallCompleted'>['data']

const cutLines = ({ cut }: Completed): ReadonlyArray<BodyLine> => {
  if (cut === undefined) return []
  const where = cut.file === undefined ? '' : `; all of it went to ${cut.file}`
  return [bodyLine(`(the model was not given ${grouped(cut.bytes)} more bytes${where})`, 'faint')]
}

const resultLines = (data: Completed, call: AskedCall | undefined): ReadonlyArray<BodyLine> => {
  const change = data.outcome === 'ok' ? changeOf(call) : undefined
  return change === undefined ? outputLines(data.content) : diffLines(data, change)
}

/** A change of a file as its call asked for it. */
type FileChange = { readonly path: string; readonly removed?: string; readonly added: string }

const changeOf = (call: AskedCall | undefined): FileChange | undefined => {
  const { path, content, old_string, new_string } = textsOf(call?.input)
  if (path === undefined) return undefined
  if (call?.name === 'Write' && content !== undefined) return { path, added: content }
  return call?.name === 'Edit' && old_string !== undefined && new_string !== undefined
    ? { path, removed: old_string, added: new_string }
    : undefined
}

type Texts = Partial<Readonly<Record<'path' | 'content' | 'old_string' | 'new_string', string>>>

const textsOf = (input: unknown): Texts =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => typeof value === 'string'))
    : {}

// What the tool found is the truth; where it gave no difference there is what was asked for.
const diffLines = (data: Completed, change: FileChange): ReadonlyArray<BodyLine> => {
  const found = data.content.indexOf('\n@@ ')
  if (found !== -1)
    return [...fileNames(change.path, change.path), ...foundLines(data.content.slice(found + 1))]
  if (change.removed !== undefined)
    return [
      ...fileNames(change.path, change.path),
      ...signedLines('-', change.removed),
      ...signedLines('+', change.added),
    ]
  return data.summary.startsWith('new, ')
    ? [...fileNames('/dev/null', change.path), ...signedLines('+', change.added)]
    : outputLines(data.content)
}

const fileNames = (before: string, after: string): ReadonlyArray<BodyLine> => [
  bodyLine(`--- ${before}`, 'removed'),
  bodyLine(`+++ ${after}`, 'added'),
]

const foundLines = (diff: string): ReadonlyArray<BodyLine> =>
  wordLines(diff).map(({ text }) => ({ text, look: lookOf(text) }))

const lookOf = (line: string): BodyLine['look'] => {
  if (line.startsWith('@@ ')) return 'place'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'faint'
}
