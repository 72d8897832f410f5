import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { limits } from '../../domain/limits.js'
import {
  type Facts,
  type Layer,
  manifestErrorSentence,
  type Resolved,
} from '../../domain/manifest/manifest.js'
import { resolveManifest } from '../../domain/manifest/resolve-manifest.js'
import type { Paths } from '../node/paths.js'
import { parseToml, tooLong } from './parse-toml.js'
import { readBounded } from './read-bounded.js'
import { realPath } from './real-path.js'

/** Where the manifests of a session are looked for. */
export type ManifestPlace = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The session's folder, absolute. */
  readonly cwd: string
  readonly paths: Pick<Paths, 'config'>
  /** TOML texts of `--overlay`, later ones on top. */
  readonly overlays: ReadonlyArray<string>
}

/**
 * Reads and resolves the user's manifest, the nearest `.yoi/manifest.toml` upward from `cwd`, and
 * the overlays. A missing file is an empty one. The error is one sentence with file, key and what
 * was expected.
 */
export const loadManifest =
  (place: ManifestPlace): TaskEither<string, Resolved> =>
  async () => {
    const layers = pipe([await userLayer(place), await projectLayer(place)], E.sequenceArray)
    return pipe(
      layers,
      E.chain((files) => withOverlays(files.flat(), place)),
      E.chain((all) => resolvedBy(all, factsOf(place))),
    )
  }

/** The same from the user's manifest alone, for when a project's cannot be read. */
export const loadUserManifest =
  (place: ManifestPlace): TaskEither<string, Resolved> =>
  async () =>
    pipe(
      await userLayer(place),
      E.chain((layers) => resolvedBy(layers, factsOf(place))),
    )

type Layers = E.Either<string, ReadonlyArray<Layer>>

const userLayer = ({ paths }: ManifestPlace): Promise<Layers> => {
  const folder = resolve(paths.config)
  return fileLayer(join(folder, 'manifest.toml'), { origin: 'user', folder })
}

const projectLayer = async ({ cwd }: ManifestPlace): Promise<Layers> => {
  for (const folder of foldersUpward(resolve(cwd))) {
    const file = join(folder, '.yoi', 'manifest.toml')
    const found = await fileLayer(file, { origin: 'project', folder })
    if (E.isLeft(found) || found.right.length > 0) return found
  }
  return E.right([])
}

const foldersUpward = (folder: string): ReadonlyArray<string> =>
  dirname(folder) === folder ? [folder] : [folder, ...foldersUpward(dirname(folder))]

const fileLayer = async (file: string, kind: Pick<Layer, 'origin' | 'folder'>): Promise<Layers> => {
  const read = await readBounded(file, limits.manifestBytesMax)
  if (E.isLeft(read)) return E.left(`The manifest ${file} cannot be read: ${read.left}.`)
  if (read.right.text === undefined) return E.right([])
  if (read.right.cutBytes > 0) return E.left(`${file}: ${tooLong}.`)
  return pipe(
    parseToml(read.right.text),
    E.bimap(
      (fault) => `${file}: ${fault}.`,
      (value) => [{ ...kind, file, value }],
    ),
  )
}

const withOverlays = (files: ReadonlyArray<Layer>, { overlays, cwd }: ManifestPlace): Layers =>
  pipe(
    overlays.map((text) => overlayLayer(text, cwd)),
    E.sequenceArray,
    E.map((layers) => [...files, ...layers]),
  )

const overlayLayer = (text: string, folder: string): E.Either<string, Layer> =>
  pipe(
    parseToml(text),
    E.bimap(
      (fault) => `--overlay: ${fault}.`,
      (value) => ({ origin: 'overlay', folder, value }) as const,
    ),
  )

const resolvedBy = (layers: ReadonlyArray<Layer>, facts: Facts): E.Either<string, Resolved> =>
  pipe(resolveManifest(layers, facts), E.mapLeft(manifestErrorSentence))

const factsOf = ({ env, cwd }: ManifestPlace): Facts => ({
  hasKey: (name) => Object.hasOwn(env, name) && (env[name] ?? '') !== '',
  cwd: resolve(cwd),
  home: env['HOME'] === undefined || env['HOME'] === '' ? homedir() : env['HOME'],
  realPath: (path) => realPath(path),
})
