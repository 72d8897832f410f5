import * as E from 'fp-ts/lib/Either.js'
import type { Seq } from '../../domain/ids.js'
import { isForeignLog, type LogProblem } from '../../domain/log/reading.js'
import type { ExitCode } from '../command.js'
import { jsonText, refused, writeText } from '../output.js'
import { type Damage, firstDamage } from '../sessions/damage.js'
import { type AskedReplay, asFarAsWanted } from './asked-replay.js'
import { problemText, sessionTitle } from './entry-text.js'
import type { LogIndex } from './log-index.js'
import { pageLook } from './page-look.js'
import { type Standing, standingAt } from './standing.js'
import { standingFacts } from './standing-facts.js'
import { standingItemText, standingText } from './standing-text.js'

/**
 * Shows how a session stood after a record. A log that is damaged up to there gives no such state:
 * the damage is told, and 3. Damage behind it is told too, before the state, and is 3 as well.
 */
export const showStanding = async (
  asked: AskedReplay,
  index: LogIndex,
  seq: Seq,
): Promise<ExitCode> => {
  const standing = await standingAt({ reader: asked.reader, log: asked.file.path, seq })
  if (E.isLeft(standing)) return damaged(asked, standing.left)
  if (standing.right === undefined)
    return refused(asked.io, `The log ends before #${seq} now; it was longer a moment ago.`)
  const behind = await firstDamage(asked.reader, asked.file.path)
  if (behind !== undefined) await tellDamageBehind(asked, behind, seq)
  await (asked.json ? giveJson(asked, standing.right) : giveText(asked, index, standing.right))
  return behind === undefined ? 0 : 3
}

const tellDamageBehind = async (
  { io, file }: AskedReplay,
  { problem }: Damage,
  seq: Seq,
): Promise<void> => {
  await writeText(io.stderr, problemText(problem, { width: undefined, color: false }))
  await refused(
    io,
    `The log ${file.path} is damaged behind #${seq}; how it stood there is not touched by that. ` +
      `yoi verify ${file.session} tells all that is wrong.`,
  )
}

const damaged = async (
  { io, file, reader }: AskedReplay,
  problem: LogProblem,
): Promise<ExitCode> => {
  await writeText(io.stderr, problemText(problem, { width: undefined, color: false }))
  if (isForeignLog(problem)) return 3
  // A record whose group is not whole never happened, though its own line may be.
  const good = (await firstDamage(reader, file.path))?.good
  const last = good === undefined ? '' : ` The last that can be told is --at ${good.seq}.`
  await refused(
    io,
    `The log ${file.path} is damaged before that place, so nobody can say how it stood.${last}`,
  )
  return 3
}

const giveJson = async (asked: AskedReplay, standing: Standing): Promise<void> => {
  const give = (value: unknown) =>
    asFarAsWanted(asked, writeText(asked.io.stdout, `${jsonText(value)}\n`))
  if (!(await give(standingFacts(standing)))) return
  for await (const item of standing.items()) if (!(await give(item))) return
}

const giveText = async (
  asked: AskedReplay,
  { turns }: LogIndex,
  standing: Standing,
): Promise<void> => {
  const look = pageLook(asked.io)
  const give = (text: string) => asFarAsWanted(asked, asked.page.write(text))
  const facts = standingFacts(standing)
  const open = turns.turns().find(({ id }) => id === facts.turn?.id)
  if (!(await give(`${sessionTitle(asked.file, look)}\n${standingText(facts, open, look)}`))) return
  for await (const item of standing.items()) if (!(await give(standingItemText(item, look)))) return
}
