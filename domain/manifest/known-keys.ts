import * as t from 'io-ts'
import { limits } from '../limits.js'
import { nearMiss } from './near-miss.js'

/** Every key that a manifest may have; `null` stands for a value whose inside is free. */
export const knownKeys: KeyTree = {
  pod: { name: null },
  model: {
    ref: null,
    base_url: null,
    api_key_env: null,
    wire: null,
    system_messages: null,
    max_tokens: null,
    thinking: null,
    effort: null,
    context_window: null,
    price: { input: null, output: null, cache_read: null, cache_write: null },
    first_byte_timeout_ms: null,
    idle_timeout_ms: null,
    retries: null,
  },
  worker: {
    instruction: null,
    max_rounds: null,
    tool_output: { default_max_bytes: null, per_tool: null },
  },
  scope: {
    allow: { target: null, permission: null, recursive: null },
    deny: { target: null, permission: null, recursive: null },
  },
  hooks: { on: null, command: null, timeout_ms: null },
  offline: { script: null, delay_ms: null },
  tui: { theme: null, title: null, bell: null, mouse: null, history: null, keys: null },
  trust: null,
}

export type KeyTree = { readonly [key: string]: KeyTree | null }

/** A remark for each key of a parsed manifest that means nothing, with what was probably meant. */
export const unknownKeyRemarks = (value: unknown): ReadonlyArray<string> => {
  const found = unknownIn(value, { tree: knownKeys, path: '' })
  // What was meant takes time to find, so only the keys that are shown are looked up.
  const shown = found.slice(0, limits.unknownKeysShown).map(remark)
  const left = found.length - shown.length
  return left === 0 ? shown : [...shown, `${left} more keys are unknown and ignored.`]
}

/** The same value with nothing but known keys. */
export const onlyKnownKeys = (value: unknown, tree: KeyTree = knownKeys): unknown => {
  if (Array.isArray(value)) return value.map((element) => onlyKnownKeys(element, tree))
  if (!isTable(value)) return value
  const known = Object.entries(value).filter(([key]) => treeAt(tree, key) !== undefined)
  return Object.fromEntries(known.map(([key, inner]) => [key, knownInside(inner, tree[key])]))
}

const knownInside = (value: unknown, tree: KeyTree | null | undefined): unknown =>
  tree === null || tree === undefined ? value : onlyKnownKeys(value, tree)

const isTable = (value: unknown): value is object => t.UnknownRecord.is(value)

const treeAt = (tree: KeyTree, key: string): KeyTree | null | undefined =>
  Object.hasOwn(tree, key) ? tree[key] : undefined

type Place = { readonly tree: KeyTree; readonly path: string }

type Unknown = Place & { readonly key: string }

const unknownIn = (value: unknown, place: Place): ReadonlyArray<Unknown> => {
  if (Array.isArray(value)) return value.flatMap((element) => unknownIn(element, place))
  if (!isTable(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => unknownAt(key, inner, place))
}

const unknownAt = (key: string, value: unknown, { tree, path }: Place): ReadonlyArray<Unknown> => {
  const known = treeAt(tree, key)
  if (known === undefined) return [{ key, tree, path }]
  return known === null ? [] : unknownIn(value, { tree: known, path: `${path}${key}.` })
}

const remark = ({ key, tree, path }: Unknown): string => {
  const near = nearMiss(key, Object.keys(tree))
  const meant = near === undefined ? elsewhere(key) : `${path}${near}`
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  return `${path}${bareOrQuoted(key)} is unknown and ignored.${hint}`
}

// A key under the wrong heading is the commonest slip in TOML.
const elsewhere = (key: string): string | undefined =>
  dottedKeys(knownKeys, '').find((dotted) => dotted.endsWith(`.${key}`))

const dottedKeys = (tree: KeyTree, path: string): ReadonlyArray<string> =>
  Object.entries(tree).flatMap(([key, inner]) =>
    inner === null ? [`${path}${key}`] : dottedKeys(inner, `${path}${key}.`),
  )

const bareOrQuoted = (key: string): string => {
  if (/^[A-Za-z0-9_-]{1,60}$/.test(key)) return key
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key)
}
