import type { LayerManifest } from './layer-manifest.js'
import { type Layer, layerName, type Rule } from './manifest.js'
import { isWithin } from './resolved-path.js'
import { isInstructionFile } from './with-absolute-paths.js'
import { type Filtered, howToTrust, type Judged } from './without-forbidden-keys.js'

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
      (what) =>
        `${layerName(layer)}: ${what} leads out of its folder and is ignored: ${howToTrust(layer)}`,
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
