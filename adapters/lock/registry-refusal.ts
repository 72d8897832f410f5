import { shellWord } from '../../domain/shell-word.js'
import { whenFilesRunOut } from '../node/when-files-run-out.js'
import { holderState } from './holder.js'
import type { LockFailure } from './kernel-guard.js'
import type { PodEntry } from './pod-entry.js'

/** Why the registry did not do as asked; `holder` is the Pod that stands in the way. */
export type RegistryRefusal =
  | {
      readonly code: 'session_in_use' | 'name_in_use' | 'scope_conflict'
      readonly message: string
      readonly holder: PodEntry
    }
  | { readonly code: 'registry_unreadable'; readonly message: string }
  | LockFailure

/** Another Pod has the session. */
export const sessionInUse = (path: string, holder: PodEntry): RegistryRefusal => ({
  code: 'session_in_use',
  message: `Session ${holder.session} is open in ${describe(holder)}; ${advice(path, holder)}.`,
  holder,
})

/** Another Pod has the name. */
export const nameInUse = (path: string, holder: PodEntry): RegistryRefusal => ({
  code: 'name_in_use',
  message: `The name is taken by ${describe(holder)}; ${advice(path, holder)}, or choose another name.`,
  holder,
})

/** Another Pod's scope stands against this one's; `why` is the sentence that says how. */
export const scopeConflict = (path: string, holder: PodEntry, why: string): RegistryRefusal => ({
  code: 'scope_conflict',
  message: `${why} That scope is held by ${describe(holder)}; ${advice(path, holder)}.`,
  holder,
})

/** The file is not a registry; it is left as it is. */
export const unreadable = (path: string, reason: string): RegistryRefusal => ({
  code: 'registry_unreadable',
  message: isOfSystem(reason)
    ? `${path} cannot be read (${reason}): ${whenFilesRunOut(reason) ?? ofAnother}.`
    : `${path} is not a registry of Pods (${reason}): ` +
      'stop all Pods, move it away, and start them again.',
})

const ofAnother = 'check that it is yours, or set YOI_HOME to a folder that is'

// The messages of system errors begin with their code.
const isOfSystem = (reason: string): boolean => /^E[A-Z]+: /.test(reason)

const describe = (holder: PodEntry): string =>
  holderState(holder) === 'elsewhere'
    ? `Pod ${holder.pod} (pid ${holder.pid}) on the host ${holder.host}, where it may be live`
    : `Pod ${holder.pod} (pid ${holder.pid}, socket ${holder.socket})`

const advice = (path: string, holder: PodEntry): string => {
  if (holderState(holder) === 'elsewhere')
    return `stop it there, or take its entry out of ${path} if that host is gone`
  const pod = shellWord(holder.pod)
  return `\`yoi ${pod}\` attaches to it, \`yoi ctl ${pod} run "…"\` sends to it from a script`
}
