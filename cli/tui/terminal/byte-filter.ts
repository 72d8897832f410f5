import { csiToken } from './csi.js'
import type { Found, InputToken } from './input-token.js'

/** What was read and is not yet clear: the beginning of something longer, or a paste under way. */
export type FilterState = {
  readonly held: string
  readonly paste:
    | { readonly kind: 'bracketed' | 'burst'; readonly parts: ReadonlyArray<string> }
    | undefined
}

export type FilterStep = { readonly state: FilterState; readonly tokens: ReadonlyArray<InputToken> }

export const filterStart: FilterState = { held: '', paste: undefined }

const pasteStart = '\x1b[200~'
const pasteEnd = '\x1b[201~'
const burstBytesMin = 64
const burstBytesSure = 1000
const stringBytesMax = 65_536

/**
 * What a short read is that has an Enter between two texts. `paste`: sent off at its first line, a
 * pasted text would start the model on a part of it, and that cannot be taken back, while lines
 * typed during a stall are only not sent yet, and seen in the editor. `keys`: where what is typed
 * ahead is expected, and Enter is all that ends a screen.
 */
export type ShortLines = 'paste' | 'keys'

/**
 * Takes one read. Incomplete UTF-8 and escapes are held, bracketed pastes cut out, replies of the
 * terminal dropped. A long plain read with newlines inside is a paste without brackets; a short one
 * as told. CR LF is one Enter.
 */
export const filterBytes = (
  chunk: string,
  state: FilterState,
  shortLines: ShortLines = 'keys',
): FilterStep => {
  const { paste } = state
  const text = state.held + chunk
  if (paste?.kind === 'bracketed') return inPaste(text, paste.parts)
  if (paste?.kind === 'burst' && isPlain(text))
    return {
      state: { held: '', paste: { kind: 'burst', parts: [...paste.parts, text] } },
      tokens: [],
    }
  if (paste !== undefined) return before(endBurst(paste.parts), scan(text))
  return isBurst(text) || (shortLines === 'paste' && areLines(text))
    ? { state: { held: '', paste: { kind: 'burst', parts: [text] } }, tokens: [] }
    : scan(text)
}

/** How long to wait for more, in ms, when something is held that a silence decides. */
export const holdMs = (state: FilterState): number | undefined => {
  if (state.paste?.kind === 'burst') return 120
  return state.paste === undefined && state.held.startsWith('\x1b') ? 40 : undefined
}

/** Nothing more came: a held escape is the Escape key, a burst is a paste. */
export const filterSilence = (state: FilterState): FilterStep => {
  if (state.paste?.kind === 'burst')
    return { state: filterStart, tokens: endBurst(state.paste.parts) }
  if (state.paste !== undefined || !state.held.startsWith('\x1b')) return { state, tokens: [] }
  if (state.held.startsWith('\x1b_')) return before([redoKey], scan(state.held.slice(2)))
  // The beginning of a longer sequence that never ended is dropped; Escape and Alt-[ are keys.
  const tokens: ReadonlyArray<InputToken> =
    state.held.length <= 2 ? [{ type: 'bytes', bytes: state.held }] : []
  return { state: filterStart, tokens }
}

const before = (tokens: ReadonlyArray<InputToken>, step: FilterStep): FilterStep => ({
  state: step.state,
  tokens: [...tokens, ...step.tokens],
})

const isPlain = (text: string): boolean => /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(text)

const isBurst = (text: string): boolean =>
  text.length >= burstBytesMin &&
  isPlain(text) &&
  (text.length >= burstBytesSure || /[\r\n][^\r\n]/.test(text))

// LF is Ctrl-J, which makes a new line in the editor anyway.
const areLines = (text: string): boolean => isPlain(text) && /[^\r\n]\n*\r[\r\n]*[^\r\n]/.test(text)

const endBurst = (parts: ReadonlyArray<string>): ReadonlyArray<InputToken> => [
  { type: 'paste', bytes: parts.join('') },
]

const inPaste = (text: string, parts: ReadonlyArray<string>): FilterStep => {
  const end = text.indexOf(pasteEnd)
  if (end >= 0) {
    const token: InputToken = { type: 'paste', bytes: [...parts, text.slice(0, end)].join('') }
    return before([token], scan(text.slice(end + pasteEnd.length)))
  }
  // The end mark may be cut in two by the read.
  const held = /\x1b(?:\[(?:2(?:0(?:1)?)?)?)?$/.exec(text)?.[0] ?? ''
  const part = text.slice(0, text.length - held.length)
  return { state: { held, paste: { kind: 'bracketed', parts: [...parts, part] } }, tokens: [] }
}

const scan = (text: string): FilterStep => {
  const tokens: InputToken[] = []
  let at = 0
  while (at < text.length) {
    if (text.startsWith(pasteStart, at))
      return before(tokens, inPaste(text.slice(at + pasteStart.length), []))
    const found = nextToken(text, at)
    if (found === 'incomplete') return { state: { held: text.slice(at), paste: undefined }, tokens }
    if (found.token !== undefined) tokens.push(found.token)
    at += found.length
  }
  return { state: filterStart, tokens }
}

const nextToken = (text: string, at: number): Found => {
  const code = text.charCodeAt(at)
  if (code === 0x1b) return escapeToken(text, at)
  if (code >= 0x80) return utf8Token(text, at)
  if (code === 0x0a && text[at - 1] === '\r') return { length: 1, token: undefined }
  if (code === 0x1f) return { length: 1, token: { type: 'key', name: 'Ctrl-_' } }
  // NUL and Ctrl-\ to Ctrl-^ mean nothing here, and terminal-kit would lose what follows them.
  if (code === 0 || (code >= 0x1c && code <= 0x1e)) return { length: 1, token: undefined }
  return passed(text, at, 1)
}

const passed = (text: string, at: number, length: number): Found => ({
  length,
  token: { type: 'bytes', bytes: text.slice(at, at + length) },
})

const utf8Token = (text: string, at: number): Found => {
  const length = utf8Length(text.charCodeAt(at))
  const bytes = text.slice(at, at + length)
  const rest = bytes.slice(1)
  if (length === 0 || !/^[\x80-\xbf]*$/.test(rest))
    return { length: 1, token: { type: 'bytes', bytes: '\xef\xbf\xbd' } }
  return bytes.length < length ? 'incomplete' : passed(text, at, length)
}

const utf8Length = (lead: number): number => {
  if (lead >= 0xc2 && lead < 0xe0) return 2
  if (lead >= 0xe0 && lead < 0xf0) return 3
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0
}

const escapeToken = (text: string, at: number): Found => {
  const next = text[at + 1]
  if (next === undefined) return 'incomplete'
  if (next === '[') return csiToken(text, at)
  if (next === 'O') return text.length - at < 3 ? 'incomplete' : passed(text, at, 3)
  if (next === '_') return altUnderscore(text, at)
  if (next === ']' || next === 'P' || next === '^') return stringToken(text, at)
  if (next === '\x1b') return doubleEscape(text, at)
  return text.charCodeAt(at + 1) < 0x80 ? passed(text, at, 2) : { length: 1, token: undefined }
}

const redoKey: InputToken = { type: 'key', name: 'Alt-_' }

// Also the beginning of a string (APC); the ones that terminals send begin with G.
const altUnderscore = (text: string, at: number): Found => {
  const next = text[at + 2]
  if (next === undefined) return 'incomplete'
  return next === 'G' ? stringToken(text, at) : { length: 2, token: redoKey }
}

// Some terminals send Alt-Up as ESC before the arrow.
const doubleEscape = (text: string, at: number): Found => {
  const arrow = /^\x1b\x1b(?:\[|O)([ABCD])/.exec(text.slice(at, at + 4))?.[1]
  if (arrow === undefined) return text.length - at < 4 ? 'incomplete' : passed(text, at, 1)
  const name = { A: 'Alt-Up', B: 'Alt-Down', C: 'Alt-Right', D: 'Alt-Left' }[arrow] ?? ''
  return { length: 4, token: { type: 'key', name } }
}

// An answer of the terminal as a string (OSC, DCS, APC, PM): dropped whole.
const stringToken = (text: string, at: number): Found => {
  const end = /\x07|\x1b\\/.exec(text.slice(at + 2, at + stringBytesMax))
  if (end !== null) return { length: 2 + end.index + end[0].length, token: undefined }
  return text.length - at > stringBytesMax ? { length: 2, token: undefined } : 'incomplete'
}
