import { nearMiss } from '../../../domain/manifest/near-miss.js'
import { keyTable } from './keymap.js'

/** The key that is meant by what somebody wrote, or why there is none, in a few words. */
export type NamedKey =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'fault'; readonly words: string }

/** Finds a key by its name; upper and lower case are the same. */
export const namedKey = (written: string): NamedKey => {
  const lower = written.toLowerCase()
  const key = byLowerName.get(lower)
  if (key !== undefined) return { type: 'key', key }
  const same = sameBytes[lower]
  if (same !== undefined) return { type: 'fault', words: `terminals send ${same} for it` }
  if (Array.from(written).length === 1) return { type: 'fault', words: 'it types itself' }
  const near = byLowerName.get(nearMiss(lower, [...byLowerName.keys()]) ?? '')
  return { type: 'fault', words: near === undefined ? 'there is none' : `did you mean ${near}?` }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const arrows = ['Up', 'Down', 'Left', 'Right']
const blocks = ['Insert', 'Delete', 'Home', 'End', 'PageUp', 'PageDown']
const functions = Array.from({ length: 12 }, (_, index) => `F${index + 1}`)

// Keys that send the same bytes as another one.
const sameBytes: Readonly<Record<string, string>> = {
  'ctrl-h': 'Backspace',
  'ctrl-i': 'Tab',
  'ctrl-m': 'Enter',
  'ctrl-[': 'Escape',
  'ctrl-alt-m': 'Alt-Enter',
}

const behind = (lead: string, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => `${lead}-${name}`)

/** Every key that can be bound: what terminals send apart from text. */
export const keyNames: ReadonlyArray<string> = [
  ...behind('Ctrl', letters),
  ...behind('Alt', letters),
  ...behind('Ctrl-Alt', letters),
  ...['Enter', 'Tab', 'Escape', 'Backspace', ...blocks, ...arrows, ...functions],
  ...['Shift-Tab', 'Shift-Enter', 'Alt-Enter', 'Alt-Backspace', 'Wheel-Up', 'Wheel-Down'],
  ...['Shift', 'Ctrl', 'Alt', 'Alt-Shift', 'Ctrl-Shift'].flatMap((lead) => behind(lead, arrows)),
  ...['Shift', 'Ctrl', 'Alt'].flatMap((lead) => behind(lead, blocks)),
  ...['Shift', 'Ctrl', 'Ctrl-Shift'].flatMap((lead) => behind(lead, functions)),
  ...keyTable.flatMap(({ keys }) => keys),
].filter((name, at, all) => all.indexOf(name) === at && !(name.toLowerCase() in sameBytes))

const byLowerName: ReadonlyMap<string, string> = new Map(
  keyNames.map((name) => [name.toLowerCase(), name]),
)
