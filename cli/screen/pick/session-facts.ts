import type { Checkpoint } from '../../../adapters/projector/checkpoint.js'
import type { RecordRef } from '../../../domain/ids.js'
import type { LogRecord } from '../../../domain/log/record.js'
import { lastStanding, type Standing } from '../../../projections/last-standing.js'
import type { ListedSession } from '../../../projections/session-row.js'
import { counted } from '../../../projections/usage.js'
import { isDamage, troubleAdvice } from '../../sessions/damage.js'
import type { Fact } from '../../tui/picker/picker-row.js'
import { shortFolder } from '../../tui/text/short-folder.js'

/** What is known of a session: its row, its newest records, and its checkpoint if it is one of it. */
export type KnownSession = {
  readonly row: ListedSession
  readonly records: ReadonlyArray<LogRecord>
  readonly checkpoint: Checkpoint | undefined
  readonly home: string | undefined
}

/** The facts of a session for a preview: id, state or what is wrong and what to do, numbers, folder. */
export const sessionFacts = (known: KnownSession): ReadonlyArray<Fact> => {
  const { row, home } = known
  const place = row.cwd === null ? 'unknown folder' : shortFolder(row.cwd, home)
  return [
    { text: row.session, style: 'bold' },
    ...(row.problem === undefined ? stateFacts(known) : problemFacts(row, row.problem)),
    { text: numbersText(known), style: 'dim' },
    { text: place, style: 'dim', isPath: true },
  ]
}

const stateFacts = ({ row, records }: KnownSession): ReadonlyArray<Fact> => {
  const { standing } = lastStanding(records)
  return row.pod === undefined
    ? restingFacts[standing]
    : [{ text: `live in ${row.pod}${liveWords[standing]}`, style: 'ok' }]
}

const warning = (text: string): ReadonlyArray<Fact> => [{ text, style: 'warning' as const }]

const restingFacts: Readonly<Record<Standing, ReadonlyArray<Fact>>> = {
  idle: [{ text: 'idle', style: 'plain' }],
  paused: warning('paused: Enter on an empty line resumes its turn'),
  errored: warning('its last turn ended with an error: Enter on an empty line tries again'),
  open: warning('interrupted within a turn: Enter on an empty line resumes it'),
  unknown: [],
}

const liveWords: Readonly<Record<Standing, string>> = {
  idle: ' · idle',
  paused: ' · paused',
  errored: ' · its last turn ended with an error',
  open: ' · running',
  unknown: '',
}

const problemFacts = (
  { session, isRefused, more }: ListedSession,
  problem: string,
): ReadonlyArray<Fact> => {
  if (more?.isFolderGone === true) return [{ text: problem, style: 'error' }]
  const advice: Fact = { text: troubleAdvice(session, problem), style: 'plain' }
  if (!isRefused) return [...warning(problem), advice]
  const said = isDamage(problem) ? 'damaged' : 'cannot be resumed'
  return [{ text: `${said}: ${problem}`, style: 'error' }, advice]
}

const numbersText = (known: KnownSession): string => {
  const { records, checkpoint, row } = known
  const tip: RecordRef | undefined = records.at(-1) ?? checkpoint?.tip
  const head = lastStanding(records).head ?? checkpoint?.head ?? undefined
  return [
    turnsText(known),
    counted(row.records, 'record'),
    ...(head === undefined ? [] : [`head ${head.seq}`]),
    ...(tip === undefined ? [] : [`tip ${tip.seq}`]),
  ].join(' · ')
}

/** Turns as they were opened; without a checkpoint those of a long log are not all known. */
const turnsText = ({ records, checkpoint }: KnownSession): string => {
  const first = records[0]?.seq
  if (first === 0) return counted(lastStanding(records).turns, 'turn')
  if (checkpoint === undefined) return `${counted(lastStanding(records).turns, 'turn')} or more`
  const news = records.filter(({ seq }) => seq > checkpoint.tip.seq)
  const isWhole = first === undefined || first <= checkpoint.tip.seq + 1
  const turns = counted(checkpoint.turns.length + lastStanding(news).turns, 'turn')
  return isWhole ? turns : `${turns} or more`
}
