import * as E from 'fp-ts/lib/Either.js'
import { loadManifest } from '../../adapters/manifest/load-manifest.js'
import { randomIds } from '../../adapters/node/ids.js'
import { type Paths, pathsFrom } from '../../adapters/node/paths.js'
import type { SessionId } from '../../domain/ids.js'
import type { Manifest } from '../../domain/manifest/manifest.js'
import { defaultPodName, type PodName } from '../../domain/manifest/pod-name.js'
import type { Scope } from '../../domain/scope/scope.js'
import type { CommandIo } from '../command.js'
import { listEntries } from '../pod-registry.js'
import { sessionFolder } from '../session-folder.js'
import { chooseSession, type SessionChoice } from './choose-session.js'
import type { PodOptions } from './pod-options.js'

/** What a Pod will be, before it holds anything. */
export type PreparedPod = {
  readonly options: PodOptions
  readonly env: CommandIo['env']
  readonly paths: Paths
  readonly name: PodName
  readonly choice: SessionChoice
  readonly manifest: Manifest
  readonly warnings: ReadonlyArray<string>
  readonly scope: Scope
}

/** Finds the session, its folder, its manifest and the Pod's name. Left: a sentence. */
export const preparePod = async (
  options: PodOptions,
  io: CommandIo,
): Promise<E.Either<string, PreparedPod>> => {
  const paths = pathsFrom(io.env)
  const here = await sessionFolder(io.cwd, options.cwd)
  if (E.isLeft(here)) return here
  const choice = await chooseSession({
    paths,
    here: here.right,
    newSession: randomIds.next() as SessionId,
    ...(options.session === undefined ? {} : { session: options.session }),
    ...(options.cwd === undefined ? {} : { askedFolder: here.right }),
  })
  return E.isLeft(choice) ? choice : withManifest({ options, env: io.env, paths }, choice.right)
}

const withManifest = async (
  parts: Pick<PreparedPod, 'options' | 'env' | 'paths'>,
  choice: SessionChoice,
): Promise<E.Either<string, PreparedPod>> => {
  const { env, paths, options } = parts
  const { cwd } = choice
  const resolved = await loadManifest({ env, cwd, paths, overlays: options.overlays })()
  if (E.isLeft(resolved)) return resolved
  const { manifest } = resolved.right
  const warnings = [...resolved.right.warnings, ...folderRemark(choice)]
  const name = manifest.pod.name ?? (await freeName(cwd, paths))
  return E.right({ ...parts, name, choice, manifest, warnings, scope: manifest.scope })
}

const folderRemark = ({ cwd, begunIn }: SessionChoice): ReadonlyArray<string> =>
  begunIn === undefined
    ? []
    : [`This session was begun in ${begunIn}, as the model was told; it goes on in ${cwd}.`]

/** A free name made from the folder's. */
export const freeName = async (cwd: string, paths: Paths): Promise<PodName> => {
  const pods = await listEntries(paths)
  const taken = E.isLeft(pods) ? [] : pods.right.map(({ pod }) => pod)
  return defaultPodName(cwd, taken)
}
