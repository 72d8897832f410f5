import * as E from 'fp-ts/lib/Either.js'
import type { Facts, Layer, Resolved } from '../../domain/manifest/manifest.js'
import { manifestErrorSentence } from '../../domain/manifest/manifest.js'
import { resolveManifest } from '../../domain/manifest/resolve-manifest.js'

/** A machine without keys and links, in /work/proj. */
export const facts: Facts = {
  hasKey: () => false,
  cwd: '/work/proj/sub',
  home: '/home/u',
  realPath: (path) => path,
}

export const userFile = '/home/u/.config/yoi/manifest.toml'
export const projectFile = '/work/proj/.yoi/manifest.toml'

export const user = (value: unknown): Layer => ({
  origin: 'user',
  file: userFile,
  folder: '/home/u/.config/yoi',
  value,
})

export const project = (value: unknown): Layer => ({
  origin: 'project',
  file: projectFile,
  folder: '/work/proj',
  value,
})

export const overlay = (value: unknown): Layer => ({
  origin: 'overlay',
  folder: '/work/proj/sub',
  value,
})

/** What the layers come to; throws the sentence when they come to nothing. */
export const resolved = (layers: ReadonlyArray<Layer>, changed: Partial<Facts> = {}): Resolved => {
  const result = resolveManifest(layers, { ...facts, ...changed })
  if (E.isLeft(result)) throw new Error(manifestErrorSentence(result.left))
  return result.right
}

/** The sentence that the layers are refused with, or undefined. */
export const refusal = (layers: ReadonlyArray<Layer>): string | undefined => {
  const result = resolveManifest(layers, facts)
  return E.isLeft(result) ? manifestErrorSentence(result.left) : undefined
}
