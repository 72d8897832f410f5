import { type FilterState, filterBytes, filterSilence, filterStart, holdMs } from './byte-filter.js'
import type { InputToken } from './input-token.js'

/** What becomes of the terminal's bytes. Texts are byte strings but for `onText`. */
export type InputSink = {
  /** One sequence or character for terminal-kit, which answers with key events at once. */
  readonly onBytes: (bytes: string) => void
  readonly onPaste: (bytes: string) => void
  readonly onKey: (name: string) => void
  /** After each read: what was gathered may go on. */
  readonly onReadEnd: () => void
}

export type InputReader = {
  readonly read: (bytes: string) => void
  readonly stop: () => void
}

/** Runs the byte filter over reads, with the waiting that a lone Escape and a paste need. */
export const createInputReader = (sink: InputSink): InputReader => {
  let state: FilterState = filterStart
  let timer: NodeJS.Timeout | undefined
  let look: NodeJS.Immediate | undefined
  const stop = () => {
    clearTimeout(timer)
    clearImmediate(look)
  }
  // A busy machine may wake us late: what waits to be read by then is no silence.
  const silence = () => {
    look = setImmediate(() => take(filterSilence(state)))
  }
  const take = (step: { state: FilterState; tokens: ReadonlyArray<InputToken> }) => {
    state = step.state
    for (const token of step.tokens) give(token, sink)
    sink.onReadEnd()
    stop()
    const waitMs = holdMs(state)
    timer = waitMs === undefined ? undefined : setTimeout(silence, waitMs)
  }
  return { read: (bytes) => take(filterBytes(bytes, state)), stop }
}

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
  text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '')
