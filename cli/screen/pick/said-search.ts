import { scanLog } from '../../../adapters/log/scan-log.js'
import type { SessionFile } from '../../../adapters/log/session-files.js'
import { systemClock } from '../../../adapters/node/clock.js'
import { limits } from '../../../domain/limits.js'
import type { SaidSearch } from '../../tui/picker/picker-row.js'
import { wordsOf } from '../../tui/picker/picker-search.js'
import { saidLine } from './said-line.js'

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
 * not read again. Between two steps of reading every key has its turn.
 */
export const saidSearcher = (files: ReadonlyArray<SessionFile>): SaidSearcher => {
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
      run = { filter, words, without: without.sessions, tell, isOver: false }
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
  readonly tell: Tell
  isOver: boolean
}

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

const findIn = async ({ path }: SessionFile, run: Run): Promise<string | undefined> => {
  for await (const lines of scanLog(path, limits.saidLogBytes))
    for (const line of lines) {
      if (run.isOver) return undefined
      const found = saidLine(run.words, line)
      if (found !== undefined) return found
    }
  return undefined
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
