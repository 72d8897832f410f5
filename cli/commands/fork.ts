import * as E from 'fp-ts/lib/Either.js'
import { ownLogReader } from '../../adapters/log/read-groups.js'
import { systemClock } from '../../adapters/node/clock.js'
import { randomIds } from '../../adapters/node/ids.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { rebuildSession } from '../../adapters/projector/projector.js'
import type { SessionId } from '../../domain/ids.js'
import { sessionView } from '../../projections/session-view.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { type ForkPlace, findForkPlace, forkPlace } from '../sessions/fork-place.js'
import { type ForkedSession, type ForkRequest, forkSession } from '../sessions/fork-session.js'
import { lostRemark } from '../sessions/lost-remark.js'
import { namedSession } from '../sessions/named-session.js'
import { sessionPlace } from '../sessions/session-place.js'

/** `yoi fork`: a new session that goes on from a record of another one. */
export const forkCommand: Command = {
  name: 'fork',
  summary: 'begin a new session with the conversation of another one, also of a damaged one',
  help: `
Usage: yoi fork <session> [--at PLACE | --turn N] [--json]

Begins a new session with the conversation of <session> as it stood at a record, and says how to go
on with it. The new log stands alone: its first record names the origin and holds the
conversation once. The origin is left as it is, byte for byte; nothing is ever repaired in place.
<session> is an id or any part of one that no other session has.

The conversation goes along, with the frozen system prompt, the model settings and the folder. Calls
that had no result yet are closed. What waited there, and the turn itself, stay behind.

  --at PLACE   the record to go on from, as yoi replay --at takes it: its number (17), the beginning
               of its hash, or a time (2026-01-02T03:04). All up to it must be good. Left out, it is
               the last record of an intact log; for a damaged one the last good record is named,
               and nothing is done
  --turn N     the record at which the N-th turn ended, from 1; --turn=-1 is the last turn
  --json       {session, log, forked_from: {session, seq, hash}, items, left_waiting}

Exit codes: 0 ok, 1 refused or failed, 2 usage, 3 refused because the log is damaged.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options, wordsMax: 1 })
    if (E.isLeft(parsed)) return misused(io, { command: 'fork', sentence: parsed.left })
    const { json = false } = parsed.right.values
    const [part] = parsed.right.words
    if (part === undefined)
      return misused(io, { command: 'fork', sentence: 'Which session? yoi sessions lists them.' })
    const place = forkPlace(parsed.right.values)
    if (E.isLeft(place)) return misused(io, { command: 'fork', sentence: place.left })
    return forked(io, { part, place: place.right, json })
  },
}

const options = {
  at: { type: 'string' },
  turn: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Asked = {
  readonly part: string
  readonly place: ForkPlace | undefined
  readonly json: boolean
}

const forked = async (io: CommandIo, { part, place, json }: Asked): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const named = await namedSession(paths, part)
  if (E.isLeft(named)) return refused(io, named.left)
  const origin = named.right
  const found = place === undefined ? undefined : await findForkPlace(origin.path, place)
  if (found !== undefined && E.isLeft(found)) return refused(io, found.left)
  const { seq: at, remark } = found?.right ?? {}
  const lost = await lostRemark(sessionPlace(paths, origin))
  for (const one of [remark, lost]) if (one !== undefined) await refused(io, one)
  return begun(io, { paths, origin, at, json })
}

type Found = Pick<ForkRequest, 'paths' | 'origin' | 'at'> & { readonly json: boolean }

const begun = async (io: CommandIo, { paths, json, ...from }: Found): Promise<ExitCode> => {
  const session = randomIds.next() as SessionId
  const reader = ownLogReader(sha256)
  const made = await forkSession(reader, { paths, ...from, session, now: systemClock.now() })
  if (E.isRight(made)) {
    // So that lists know its words at once; whoever looks next would make what is missing here.
    const place = sessionPlace(paths, { session, path: made.right.log })
    await rebuildSession({ ...place, reader, clock: systemClock, files: sessionView })
    await (json ? writeJson(io.stdout, made.right) : writeText(io.stdout, forkText(made.right)))
    return 0
  }
  const code = await refused(io, made.left.sentence)
  return made.left.damaged ? 3 : code
}

const forkText = ({ session, forked_from: from, items, left_waiting }: ForkedSession): string =>
  `session ${session} goes on from ${from.session} at record ${from.seq}, ` +
  `with ${items === 1 ? '1 item' : `${items} items`} of its conversation\n` +
  (left_waiting === 0 ? '' : `what waited there (${left_waiting}) is not taken along\n`) +
  `go on with: yoi --session ${session}\n`
