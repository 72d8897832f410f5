import * as t from 'io-ts'
import type { LayerManifest } from './layer-codec.js'
import { isInstructionFile } from './layer-paths.js'
import { layerName, type Facts, type Layer, type Rule } from './manifest.js'
import { isWithin } from './posix-path.js'

/** What is left of a layer, and a sentence for each thing that was taken out. */
export type Filtered<A> = { readonly value: A; readonly warnings: ReadonlyArray<string> }

/** A layer with what decides about it. `isForeign`: it came with a folder that nobody trusted. */
export type Judged = { readonly layer: Layer; readonly facts: Facts; readonly isForeign: boolean }

/**
 * Takes out what a manifest of this standing may not set at all: where the key goes and what is
 * run, in a foreign one; `trust`, in any but the user's.
 */
export const withoutForbiddenKeys = ({ layer, isForeign }: Judged): Filtered<unknown> => {
  const foreign = isForeign ? foreignKeys : []
  const withheld = layer.origin === 'user' ? foreign : [...foreign, trustKey]
  const start: Filtered<unknown> = { value: layer.value, warnings: [] }
  return withheld.reduce((sum, key) => withoutOne(sum, { key, layer }), start)
}

/** Takes the paths out of a foreign manifest that lead out of its folder, by name or by a link. */
export const withoutPathsOutside = (
  manifest: LayerManifest,
  { layer, facts, isForeign }: Judged,
): Filtered<LayerManifest> => {
  const folder = facts.realPath(layer.folder)
  const isInside: IsInside = (path) => !isForeign || isWithin(folder, facts.realPath(path))
  const steps = [allowsInside, instructionInside, scriptInside].map((step) => step(isInside))
  const start: Filtered<LayerManifest> = { value: manifest, warnings: [] }
  return steps.reduce((sum, step) => joined(sum, step(sum.value), layer), start)
}

const foreignKeys = ['model.base_url', 'model.api_key_env', 'hooks']
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
  if (key === undefined || !t.UnknownRecord.is(value) || !Object.hasOwn(value, key)) return undefined
  const { [key]: found, ...others } = value
  if (rest.length === 0) return others
  const inner = withoutKey(found, rest)
  return inner === undefined ? undefined : { ...others, [key]: inner }
}

const howToTrust = ({ folder }: Layer): string =>
  `it came with the folder; list ${JSON.stringify(folder)} in trust of your user manifest to allow it.`

type IsInside = (path: string) => boolean

type Step = (isInside: IsInside) => (manifest: LayerManifest) => Filtered<LayerManifest>

const joined = (
  sum: Filtered<LayerManifest>,
  step: Filtered<LayerManifest>,
  layer: Layer,
): Filtered<LayerManifest> => ({
  value: step.value,
  warnings: [
    ...sum.warnings,
    ...step.warnings.map(
      (what) => `${layerName(layer)}: ${what} leads out of its folder and is ignored: ${howToTrust(layer)}`,
    ),
  ],
})

const allowsInside: Step = (isInside) => (manifest) => {
  const allow = manifest.scope?.allow ?? []
  const isKept = (rule: Pick<Rule, 'target'>) => isInside(rule.target)
  const outside = allow.filter((rule) => !isKept(rule))
  if (outside.length === 0) return { value: manifest, warnings: [] }
  return {
    value: { ...manifest, scope: { ...manifest.scope, allow: allow.filter(isKept) } },
    warnings: outside.map(({ target }) => `scope.allow ${JSON.stringify(target)}`),
  }
}

const instructionInside: Step = (isInside) => (manifest) => {
  const { instruction, ...worker } = manifest.worker ?? {}
  if (instruction === undefined || !isInstructionFile(instruction) || isInside(instruction)) {
    return { value: manifest, warnings: [] }
  }
  return {
    value: { ...manifest, worker },
    warnings: [`worker.instruction ${JSON.stringify(instruction)}`],
  }
}

const scriptInside: Step = (isInside) => (manifest) => {
  const { script, ...offline } = manifest.offline ?? {}
  if (script === undefined || isInside(script)) return { value: manifest, warnings: [] }
  return {
    value: { ...manifest, offline },
    warnings: [`offline.script ${JSON.stringify(script)}`],
  }
}
