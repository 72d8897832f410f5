import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from '../node/code-of.js'

/**
 * What names a process for good, though its pid may be given again: its start time and the boot it
 * belongs to. Both are null where the system has no /proc; then the pid alone counts.
 */
export type ProcessMark = {
  readonly pid: number
  readonly started: string | null
  readonly boot: string | null
  readonly host: string
}

/** The mark of a process that runs on this machine. */
export const processMark = (pid: number): ProcessMark => ({
  pid,
  started: statOf(pid)?.started ?? null,
  boot: bootId(),
  host: hostname(),
})

/** `elsewhere`: another host's process, of which this one can say nothing. */
export type HolderState = 'live' | 'dead' | 'elsewhere'

/** Whether the process that left this mark still runs. A zombie is dead: it holds nothing. */
export const holderState = (mark: ProcessMark): HolderState => {
  if (mark.host !== hostname()) return 'elsewhere'
  const boot = bootId()
  if (boot !== null && mark.boot !== null && boot !== mark.boot) return 'dead'
  if (boot === null || mark.started === null) return answersSignal(mark.pid) ? 'live' : 'dead'
  const stat = statOf(mark.pid)
  const same = stat !== undefined && stat.started === mark.started
  return same && !endedStates.includes(stat.state) ? 'live' : 'dead'
}

const endedStates = ['Z', 'X', 'x']

type Stat = { readonly state: string; readonly started: string }

// The name in field 2 may hold spaces and brackets; the fields are counted behind its last bracket.
const statOf = (pid: number): Stat | undefined => {
  const text = readOrUndefined(`/proc/${pid}/stat`)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, started] = [fields?.[0], fields?.[22 - 3]]
  return state === undefined || started === undefined ? undefined : { state, started }
}

const bootId = (): string | null =>
  readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? null

const readOrUndefined = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const answersSignal = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
