import {
  type FilterState,
  type FilterStep,
  filterBytes,
  filterSilence,
  filterStart,
  holdMs,
  type ShortLines,
} from './byte-filter.js'
import type { InputToken } from './input-token.js'

/** What becomes of the terminal's bytes. Texts are byte strings but for `onText`. */
export type InputSink = {
  /** One sequence or character for terminal-kit, which answers with key events at once. */
  readonly onBytes: (bytes: string) => void
  readonly onPaste: (bytes: string) => void
  readonly onKey: (name: string) => void
  /** After each read, and before what is no character: what was gathered may go on. */
  readonly onReadEnd: () => void
  /** Told once, when the reader was stopped: what the next one has to resume with. */
  readonly onUnread: (unread: Unread) => void
}

export type InputReader = {
  /** Takes what another reader left, as if it had just been read. Call it once, first. */
  readonly resume: (unread: Unread) => void
  readonly read: (bytes: string, shortLines?: ShortLines) => void
  /** Gives at once what waits for more to be read: there will be no more. */
  readonly flush: () => void
  /** Gives nothing more; what a read under way still holds goes to `onUnread`. */
  readonly stop: () => void
}

/** What was read and given to nobody: whole tokens, and what is not yet clear behind them. */
export type Unread = { readonly tokens: ReadonlyArray<InputToken>; readonly state: FilterState }

/** Runs the byte filter over reads, with the waiting that a lone Escape and a paste need. */
export const createInputReader = (sink: InputSink): InputReader => {
  const reading: Reading = { sink, state: filterStart, at: 'rest', forget: () => undefined }
  return {
    resume: (unread) => take(unread, reading),
    read: (bytes, shortLines) => take(filterBytes(bytes, reading.state, shortLines), reading),
    flush: () => {
      if (reading.at === 'rest') take(filterSilence(reading.state), reading)
    },
    stop: () => {
      reading.forget()
      if (reading.at === 'rest') sink.onUnread({ tokens: [], state: reading.state })
      reading.at = 'end'
    },
  }
}

/** What changes from read to read; `giving` while the tokens of one are given. */
type Reading = {
  readonly sink: InputSink
  state: FilterState
  /** Ends the wait for a silence. */
  forget: () => void
  at: 'rest' | 'giving' | 'end'
}

const take = ({ state, tokens }: FilterStep, reading: Reading): void => {
  const { sink } = reading
  reading.state = state
  reading.at = 'giving'
  const left = giveAll(tokens, reading)
  if (isOver(reading)) return sink.onUnread({ tokens: left, state })
  sink.onReadEnd()
  if (isOver(reading)) return sink.onUnread({ tokens: [], state })
  reading.at = 'rest'
  reading.forget()
  const waitMs = holdMs(state)
  reading.forget =
    waitMs === undefined
      ? () => undefined
      : afterSilence(waitMs, () => take(filterSilence(reading.state), reading))
}

// A busy machine may wake us late: what waits to be read by then is no silence.
const afterSilence = (waitMs: number, act: () => void): (() => void) => {
  let look: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    look = setImmediate(act)
  }, waitMs)
  return () => {
    clearTimeout(timer)
    clearImmediate(look)
  }
}

const isOver = ({ at }: Reading): boolean => at === 'end'

/**
 * Gives one token after the other until the reader is stopped; what is left then. Characters before
 * a key go on first: they may end the screen, and then the key is the next one's.
 */
const giveAll = (
  tokens: ReadonlyArray<InputToken>,
  reading: Reading,
): ReadonlyArray<InputToken> => {
  for (const [index, token] of tokens.entries()) {
    if (!isCharacter(token)) reading.sink.onReadEnd()
    if (isOver(reading)) return tokens.slice(index)
    give(token, reading.sink)
    if (isOver(reading)) return tokens.slice(index + 1)
  }
  return []
}

const isCharacter = (token: InputToken): boolean =>
  token.type === 'bytes' && /^[^\0-\x1f\x7f]/.test(token.bytes)

const give = (token: InputToken, sink: InputSink): void => {
  switch (token.type) {
    case 'bytes':
      return sink.onBytes(token.bytes)
    case 'paste':
      return sink.onPaste(token.bytes)
    case 'key':
      return sink.onKey(token.name)
  }
}

/** A pasted text as it is kept: newlines are LF, other control characters are left out. */
export const cleanPaste = (text: string): string =>
  text
    .replace(/\x1b\[(?:27;[15];(\d+)~|(\d+)(?:;[15])?u)/g, asTyped)
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '')

// Where keys are told by the newer protocols, tmux tells the newlines and tabs of a paste so, too.
const asTyped = (sequence: string, other?: string, csiU?: string): string =>
  pastedKeys[other ?? csiU ?? ''] ?? sequence

const pastedKeys: Readonly<Record<string, string>> = {
  13: '\r',
  109: '\r',
  106: '\n',
  9: '\t',
  105: '\t',
}
