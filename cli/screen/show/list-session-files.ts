import type { Paths } from '../../../adapters/node/paths.js'
import { listFiles } from '../../../adapters/tools/list-files.js'
import { limits } from '../../../domain/limits.js'
import { folderScope, type Scope } from '../../../domain/scope/scope.js'
import type { ListedPlace, Sources } from '../../tui/answering.js'
import { holderOf } from '../open/holder-of.js'

/** The files that the Pod of a session may read, below its folder. */
export const listSessionFiles =
  (paths: Paths): Sources['listFiles'] =>
  async (place, signal) => {
    const { paths: found, cut } = await listFiles(
      { path: place.cwd, scope: await scopeOf(paths, place) },
      signal,
    )
    return { paths: found, note: cut === undefined ? '' : cutWords[cut] }
  }

const cutWords = {
  many: `only the first ${limits.fileListMax.toLocaleString('en')} files`,
  late: `only what was found in ${limits.fileListMs / 1000} s`,
} as const

// A Pod that only shows a session has no scope there. The Pod checks what is sent anyway.
const scopeOf = async (paths: Paths, { session, cwd }: ListedPlace): Promise<Scope> => {
  const holder = await holderOf({ paths }, { session })
  return holder?.scope ?? folderScope(cwd)
}
