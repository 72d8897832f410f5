import type { LayerManifest } from './layer-manifest.js'
import { resolvedPath } from './resolved-path.js'

/**
 * Whether an instruction names a file: one line that starts with `/`, `./`, `../` or `~/`, or one
 * word that ends in `.md` or `.txt`. Anything else is the instruction itself.
 */
export const isInstructionFile = (instruction: string): boolean =>
  /^(\/|\.\.?\/|~\/).*$/.test(instruction) || /^\S+\.(md|txt)$/.test(instruction)

/** The same layer with every path absolute. */
export const withAbsolutePaths = (
  manifest: LayerManifest,
  from: { readonly folder: string; readonly home: string },
): LayerManifest => {
  const absolute: Absolute = (path) => resolvedPath(path, from)
  return {
    ...manifest,
    ...workerPaths(manifest, absolute),
    ...scopePaths(manifest, absolute),
    ...offlinePaths(manifest, absolute),
    ...(manifest.trust === undefined ? {} : { trust: manifest.trust.map(absolute) }),
  }
}

type Absolute = (path: string) => string

const workerPaths = ({ worker }: LayerManifest, absolute: Absolute): LayerManifest => {
  const instruction = worker?.instruction
  return instruction === undefined || !isInstructionFile(instruction)
    ? {}
    : { worker: { ...worker, instruction: absolute(instruction) } }
}

const scopePaths = ({ scope }: LayerManifest, absolute: Absolute): LayerManifest => {
  if (scope === undefined) return {}
  const { allow, deny } = scope
  return {
    scope: {
      ...(allow === undefined ? {} : { allow: allow.map((rule) => moved(rule, absolute)) }),
      ...(deny === undefined ? {} : { deny: deny.map((rule) => moved(rule, absolute)) }),
    },
  }
}

const moved = <A extends { readonly target: string }>(rule: A, absolute: Absolute): A => ({
  ...rule,
  target: absolute(rule.target),
})

const offlinePaths = ({ offline }: LayerManifest, absolute: Absolute): LayerManifest =>
  offline?.script === undefined ? {} : { offline: { ...offline, script: absolute(offline.script) } }
