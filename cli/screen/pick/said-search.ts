import { type ScanFault, scanFaults } from '../../../adapters/log/scan-fault.js'
import { type ScannedLine, scanLog } from '../../../adapters/log/scan-log.js'
import type { SessionFile } from '../../../adapters/log/session-files.js'
import { systemClock } from '../../../adapters/node/clock.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { SessionId } from '../../../domain/ids.js'
import { limits } from '../../../domain/limits.js'
import type { SaidSearch } from '../../tui/picker/picker-row.js'
import { wordsOf } from '../../tui/picker/picker-search.js'
import { saidLine } from './said-line.js'

/** Told of the first damage that was met in the log of a session. */
export type HearDamage = (session: SessionId, fault: ScanFault) => void

type Tell = (news: SaidSearch) => void

/** Looks for words in what was said in all sessions. */
export type SaidSearcher = {
  /** The words wanted now, none or others than before end the search for those. */
  readonly want: (filter: string, tell: Tell) => void
  readonly close: () => void
}

/**
 * Reads the logs of these sessions in their order for the inputs and answers that hold every word,
 * a bounded part of all and of each, and only when the words have stayed the same for a moment. A
 * session is found at most once for the same words; one that did not hold fewer letters of them is
 * not read again. Between two steps of reading every key has its turn. What is read the first time is
 * looked at for damage, too.
 */
export const saidSearcher = (
  files: ReadonlyArray<SessionFile>,
  onDamage: HearDamage = () => undefined,
): SaidSearcher => {
  const looked: Looked = { whole: new Set(), onDamage }
  let run: Run | undefined
  let timer: NodeJS.Timeout | undefined
  let without: Without = { words: [], sessions: new Set() }
  const end = () => {
    clearTimeout(timer)
    if (run !== undefined) run.isOver = true
  }
  return {
    want: (filter, tell) => {
      if (filter === (run?.filter ?? '')) return
      end()
      const words = wordsOf(filter)
      without = { words, sessions: stillWithout(words, without) }
      run = { filter, words, without: without.sessions, looked, tell, isOver: false }
      const next = run
      if (filter !== '') timer = setTimeout(() => void search(next, files), limits.saidWaitMs)
    },
    close: end,
  }
}

/** A search for some words. `without`: sessions that do not hold all of them. */
type Run = {
  readonly filter: string
  readonly words: ReadonlyArray<string>
  readonly without: Set<string>
  readonly looked: Looked
  readonly tell: Tell
  isOver: boolean
}

/** `whole`: sessions of which all that a search reads has been looked at, or was found damaged. */
type Looked = { readonly whole: Set<string>; readonly onDamage: HearDamage }

type Without = { readonly words: ReadonlyArray<string>; readonly sessions: Set<string> }

// Who does not hold a part of a word does not hold the word.
const stillWithout = (words: ReadonlyArray<string>, { words: before, sessions }: Without) => {
  const isNarrower = before.length > 0 && before.every((old) => words.some((w) => w.includes(old)))
  return new Set(isNarrower ? sessions : [])
}

const search = async (run: Run, files: ReadonlyArray<SessionFile>): Promise<void> => {
  const gathered = gather(run)
  let left: number = limits.saidBytes
  let isPart = false
  for (const file of run.words.length === 0 ? [] : files) {
    if (run.isOver) return
    if (run.without.has(file.session)) continue
    if (left <= 0) {
      isPart = true
      break
    }
    left -= Math.min(file.sizeBytes, limits.saidLogBytes)
    const found = await findIn(file, run)
    if (found !== undefined) gathered.add(file.session, found)
    else if (file.sizeBytes > limits.saidLogBytes) isPart = true
    else if (!run.isOver) run.without.add(file.session)
  }
  if (!run.isOver) gathered.told(isPart ? 'part' : 'all')
}

// The rest behind a find is looked at for damage alone, and only once.
const findIn = async (file: SessionFile, run: Run): Promise<string | undefined> => {
  const look = lookFor(file, run.looked)
  let found: string | undefined
  for await (const lines of scanLog(file.path, limits.saidLogBytes))
    for (const line of lines) {
      if (run.isOver) return undefined
      look(line)
      found ??= saidLine(run.words, line)
      if (found !== undefined && run.looked.whole.has(file.session)) return found
    }
  run.looked.whole.add(file.session)
  return found
}

const lookFor = ({ session }: SessionFile, { whole, onDamage }: Looked) => {
  const faultIn = scanFaults(sha256)
  return (line: ScannedLine): void => {
    const fault = whole.has(session) ? undefined : faultIn(line)
    if (fault === undefined) return
    whole.add(session)
    onDamage(session, fault)
  }
}

const gather = ({ filter, tell }: Run) => {
  let found = new Map<string, string>()
  let toldMs = 0
  const told = (reading: SaidSearch['reading']) => {
    tell({ filter, reading, found })
    found = new Map()
    toldMs = systemClock.monotonicMs()
  }
  return {
    told,
    add: (session: string, line: string) => {
      found.set(session, line)
      if (systemClock.monotonicMs() - toldMs >= limits.saidGatherMs) told('more')
    },
  }
}
