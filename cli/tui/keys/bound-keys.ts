import { limits } from '../../../domain/limits.js'
import { nearMiss } from '../../../domain/manifest/near-miss.js'
import { namedKey } from './key-names.js'
import { type Action, type Keymap, keymapOf, keyTable } from './keymap.js'

/** Keys by the name of what they shall do, as somebody wrote them. */
export type KeyWishes = Readonly<Record<string, ReadonlyArray<string>>>

/** Why a wish was not granted. `action` is what was written for it. */
export type KeyFault = { readonly action: string; readonly message: string }

export type BoundKeys = { readonly keymap: Keymap; readonly faults: ReadonlyArray<KeyFault> }

/**
 * The key table with these wishes granted. A wish replaces all keys of its action, and takes its
 * keys from actions that nobody wished for. One that cannot be granted is left out, and said.
 */
export const boundKeys = (wishes: KeyWishes): BoundKeys => {
  const written = Object.entries(wishes).map(([action, keys]) => rowOf(action, keys))
  const rows = written.flatMap((row) => ('keys' in row ? [row] : []))
  const settled = settle(rows, [])
  return { ...settled, faults: [...shownFaults(written), ...settled.faults] }
}

type Row = { readonly action: Action; readonly keys: ReadonlyArray<string> }

// Without these there would be no way to stop, to answer or to leave.
const needed: ReadonlyArray<Action> = [
  'interrupt',
  'cancel',
  'enter',
  'escape',
  'up',
  'down',
  'backspace',
]

const actionNames: ReadonlyArray<string> = keyTable.map(({ action }) => action)

type Unknown = { readonly unknown: string }

const rowOf = (name: string, keys: ReadonlyArray<string>): Row | KeyFault | Unknown => {
  const action = keyTable.find((row) => row.action === name)?.action
  if (action === undefined) return { unknown: name }
  const named = keys.map((written) => ({ written, found: namedKey(written) }))
  const wrong = named.find(({ found }) => found.type === 'fault')
  if (wrong?.found.type === 'fault')
    return {
      action: name,
      message: `expected the name of a key, got ${quoted(wrong.written)}: ${wrong.found.words}`,
    }
  return { action, keys: named.flatMap(({ found }) => (found.type === 'key' ? [found.key] : [])) }
}

// What was meant takes time to find, so only the names that are shown are looked up.
const shownFaults = (rows: ReadonlyArray<Row | KeyFault | Unknown>): ReadonlyArray<KeyFault> => {
  const unknown = rows.flatMap((row) => ('unknown' in row ? [row.unknown] : []))
  return [
    ...rows.flatMap((row) => ('message' in row ? [row] : [])),
    ...unknown.slice(0, limits.unknownKeysShown).map(unknownAction),
  ]
}

const unknownAction = (action: string): KeyFault => {
  const near = nearMiss(action, actionNames)
  const hint = near === undefined ? 'docs/keys.md lists them' : `did you mean ${near}?`
  return { action, message: `expected the name of what a key does: ${hint}` }
}

const quoted = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

const settle = (rows: ReadonlyArray<Row>, faults: ReadonlyArray<KeyFault>): BoundKeys => {
  const all = withDefaults(rows)
  const fault = doubled(rows) ?? robbed(rows, all)
  if (fault === undefined) return { keymap: keymapOf(all), faults }
  return settle(
    rows.filter(({ action }) => action !== fault.action),
    [...faults, fault],
  )
}

const withDefaults = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const taken = rows.flatMap(({ keys }) => keys)
  return keyTable.map(
    ({ action, keys }) =>
      rows.find((row) => row.action === action) ?? {
        action,
        keys: keys.filter((key) => !taken.includes(key)),
      },
  )
}

const doubled = (rows: ReadonlyArray<Row>): KeyFault | undefined => {
  const keys = rows.flatMap((row) => row.keys.map((key) => ({ key, action: row.action })))
  const [second, first] = keys.flatMap((one, at) => {
    const before = keys.slice(0, at).find(({ key }) => key === one.key)
    return before === undefined ? [] : [one, before]
  })
  if (second === undefined || first === undefined) return undefined
  const who = first.action === second.action ? 'this one twice' : `${first.action} too`
  return {
    action: second.action,
    message: `expected each key for one thing only, but ${second.key} is for ${who}`,
  }
}

const robbed = (rows: ReadonlyArray<Row>, all: ReadonlyArray<Row>): KeyFault | undefined => {
  const bare = all.find(({ action, keys }) => needed.includes(action) && keys.length === 0)
  if (bare === undefined) return undefined
  if (rows.includes(bare))
    return { action: bare.action, message: 'expected one key at least, for nothing else does this' }
  const lost = keyTable.find(({ action }) => action === bare.action)?.keys ?? []
  const thief = rows.find(({ keys }) => keys.some((key) => lost.includes(key)))
  const message = `expected other keys, for ${lost.join(', ')} would leave none to ${bare.action}`
  return thief === undefined ? undefined : { action: thief.action, message }
}
