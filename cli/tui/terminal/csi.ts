import type { Found } from './input-token.js'

const bytesMax = 64

/**
 * A control sequence at `at`: keys that terminal-kit names pass, keys of the newer protocols get
 * their name here, answers of the terminal and what nobody knows are dropped.
 */
export const csiToken = (text: string, at: number): Found => {
  const rest = text.slice(at, at + bytesMax)
  if (rest.startsWith('\x1b[M')) return oldMouse(rest)
  if (rest.startsWith('\x1b[[')) return consoleKey(rest)
  const whole = /^\x1b\[[0-?]*[ -/]*[@-~]/.exec(rest)?.[0]
  if (whole === undefined) return broken(rest)
  const length = whole.length
  const named = namedKey(whole)
  if (named !== undefined)
    return { length, token: named === '' ? undefined : { type: 'key', name: named } }
  return { length, token: isKnown(whole) ? { type: 'bytes', bytes: whole } : undefined }
}

const wheels: Readonly<Record<string, string>> = { '`': 'Wheel-Up', a: 'Wheel-Down' }

// Terminals without the newer reports put button and place into the three bytes behind, which would
// be taken for letters.
const oldMouse = (rest: string): Found => {
  if (rest.length < 6) return 'incomplete'
  const name = wheels[rest[3] ?? '']
  return { length: 6, token: name === undefined ? undefined : { type: 'key', name } }
}

// F1 to F5 of the Linux console have one more bracket than a sequence may have.
const consoleKey = (rest: string): Found => {
  if (rest.length < 4) return 'incomplete'
  const key = 'ABCDE'.indexOf(rest[3] ?? '')
  return key < 0
    ? { length: 3, token: undefined }
    : { length: 4, token: { type: 'key', name: `F${key + 1}` } }
}

// A byte that cannot be part of a sequence ends it: what was read of it is dropped.
const broken = (rest: string): Found => {
  const legal = /^\x1b\[[0-?]*[ -/]*/.exec(rest)?.[0].length ?? 2
  return legal === rest.length && rest.length < bytesMax
    ? 'incomplete'
    : { length: legal, token: undefined }
}

// CSI code;mods u (kitty, xterm's formatOtherKeys) and CSI 27;mods;code ~ (modifyOtherKeys).
const namedKey = (sequence: string): string | undefined => {
  const focus = focusNames[sequence]
  if (focus !== undefined) return focus
  const csiU = /^\x1b\[(\d+)(?::\d*)*(?:;(\d*)(?::(\d+))?)?(?:;[\d:]*)?u$/.exec(sequence)
  const other = /^\x1b\[27;(\d+);(\d+)~$/.exec(sequence)
  if (csiU !== null) return csiU[3] === '3' ? '' : keyName(Number(csiU[1]), Number(csiU[2] || 1))
  return other === null ? undefined : keyName(Number(other[2]), Number(other[1]))
}

// What the terminal tells of its focus is no key, but comes between keys and keeps its place.
const focusNames: Readonly<Record<string, string>> = { '\x1b[I': 'Focus-In', '\x1b[O': 'Focus-Out' }

const special: Readonly<Record<number, string>> = {
  9: 'Tab',
  13: 'Enter',
  27: 'Escape',
  127: 'Backspace',
  57414: 'Enter',
}

/** The name of a key code with its modifiers (1 + Shift 1, Alt 2, Ctrl 4); `''` for none. */
const keyName = (code: number, mods: number): string => {
  const bits = mods - 1
  const name = special[code] ?? printable(code)
  if (name === '') return ''
  const shift = (bits & 1) !== 0 && name.length > 1 ? 'Shift-' : ''
  const prefix = `${(bits & 4) !== 0 ? 'Ctrl-' : ''}${(bits & 2) !== 0 ? 'Alt-' : ''}${shift}`
  if (prefix === '') return (bits & 1) !== 0 ? name.toUpperCase() : name
  return `${prefix}${name.length === 1 ? name.toUpperCase() : name}`
}

const printable = (code: number): string =>
  code >= 0x20 && code < 0xe000 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800)
    ? String.fromCodePoint(code)
    : ''

const known =
  /^\x1b\[(?:(?:1;[2-8])?[A-DFHPQS]|Z|(?:[1-6]|1[1-5]|1[7-9]|2[0-4])(?:;[2-8])?~|<\d+;\d+;\d+[Mm])$/

const isKnown = (sequence: string): boolean => known.test(sequence)
