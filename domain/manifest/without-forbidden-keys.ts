import * as t from 'io-ts'
import { type Facts, type Layer, layerName } from './manifest.js'

/** What is left of a layer, and a sentence for each thing that was taken out. */
export type Filtered<A> = { readonly value: A; readonly warnings: ReadonlyArray<string> }

/** A layer with what decides about it. `isForeign`: it came with a folder that nobody trusted. */
export type Judged = { readonly layer: Layer; readonly facts: Facts; readonly isForeign: boolean }

/**
 * Takes out what a manifest of this standing may not set at all: where the key goes, what is run and
 * what the person's keys do, in a foreign one; `trust`, in any but the user's.
 */
export const withoutForbiddenKeys = ({ layer, isForeign }: Judged): Filtered<unknown> => {
  const foreign = isForeign ? foreignKeys : []
  const withheld = layer.origin === 'user' ? foreign : [...foreign, trustKey]
  const start: Filtered<unknown> = { value: layer.value, warnings: [] }
  return withheld.reduce((sum, key) => withoutOne(sum, { key, layer }), start)
}

const foreignKeys = ['model.base_url', 'model.api_key_env', 'hooks', 'tui']
const trustKey = 'trust'

type OneKey = { readonly key: string; readonly layer: Layer }

const withoutOne = (sum: Filtered<unknown>, { key, layer }: OneKey): Filtered<unknown> => {
  const rest = withoutKey(sum.value, key.split('.'))
  if (rest === undefined) return sum
  const reason = key === trustKey ? 'only the user manifest may trust folders.' : howToTrust(layer)
  const warning = `${layerName(layer)}: ${key} is ignored: ${reason}`
  return { value: rest, warnings: [...sum.warnings, warning] }
}

// Undefined when the key is not there.
const withoutKey = (value: unknown, [key, ...rest]: ReadonlyArray<string>): unknown => {
  if (key === undefined || !t.UnknownRecord.is(value) || !Object.hasOwn(value, key))
    return undefined
  const { [key]: found, ...others } = value
  if (rest.length === 0) return others
  const inner = withoutKey(found, rest)
  return inner === undefined ? undefined : { ...others, [key]: inner }
}

/** What a person can do about a manifest that came with a folder. */
export const howToTrust = ({ folder }: Layer): string =>
  `it came with the folder; list ${JSON.stringify(folder)} in trust of your user manifest to allow it.`
