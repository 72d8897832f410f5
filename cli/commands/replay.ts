import * as E from 'fp-ts/lib/Either.js'
import { ownLogReader } from '../../adapters/log/read-groups.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { parseArguments } from '../args.js'
import type { Command, ExitCode } from '../command.js'
import { misused, refused } from '../output.js'
import type { AskedReplay } from '../replay/asked-replay.js'
import { untilInterrupted } from '../replay/interruption.js'
import { type Page, pagedPage, plainPage } from '../replay/page.js'
import { replayOptions, replayPart } from '../replay/replay-options.js'
import { replaySession } from '../replay/replay-session.js'
import { spareMemory } from '../replay/spare-memory.js'
import { lostRemark } from '../sessions/lost-remark.js'
import { namedSession } from '../sessions/named-session.js'
import { sessionPlace } from '../sessions/session-place.js'

/** `yoi replay`: what happened in a session, and how it stood at any moment. */
export const replayCommand: Command = {
  name: 'replay',
  summary: 'tell what happened in a session, or how it stood at any moment',
  help: `
Usage: yoi replay <session> [--from PLACE] [--to PLACE] [--json] [--no-pager]
       yoi replay <session> --turn N | --at PLACE | --follow [--from PLACE]

Tells each record of a session in order: its number, when, who and what; what was said, what tools
gave, how files changed, what it used. <session> is an id or any part of one that no other session
has. Nothing is changed by looking.

A turn that did not come to a good end is marked at each of its lines: "~" taken back, "x" cancelled,
"?" interrupted (its Pod ended), ":" paused. "!" marks damage of the log, in its place.

  --at PLACE     how it stood after that record: status, calls, queue, conversation. It is what a Pod
                 would have found there
  --turn N       the N-th turn alone, from 1; --turn=-1 is the last
  --from, --to   only the records from one place to another, both included
  --follow       then goes on with what is recorded, until Ctrl-C
  --json         the records as JSON lines, as the log holds them, with one member more where there
                 is something to say: audit {turn, fate, taken_back_by}. With --at a line of how it
                 stood, then a line for each item of the conversation. Problems go to stderr
  --no-pager     straight to the terminal. Else $PAGER (less -R) shows what is longer than the screen

PLACE is the number of a record (17), the beginning of its hash (8 hex digits or more), or a time:
2026-01-02, 2026-01-02T03:04 or 2026-01-02T03:04:05.678+09:00. Without a zone it is UTC, as shown. A
day or a minute is all of it. Where a clock was set back, --at and --to take the last record, by
number, with a time up to the one given.

Exit codes: 0 ok, 1 there is no such session or place, 2 usage, 3 the log is not intact,
130 interrupted. With --at the log is checked to its end, and damage behind that place is 3, too.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options: replayOptions, wordsMax: 1 })
    if (E.isLeft(parsed)) return misused(io, { command: 'replay', sentence: parsed.left })
    const { values, words } = parsed.right
    const part = replayPart(values)
    if (E.isLeft(part)) return misused(io, { command: 'replay', sentence: part.left })
    const [session] = words
    if (session === undefined)
      return misused(io, { command: 'replay', sentence: 'Which session? yoi sessions lists them.' })
    const paths = pathsFrom(io.env)
    const file = await namedSession(paths, session)
    if (E.isLeft(file)) return refused(io, file.left)
    const lost = await lostRemark(sessionPlace(paths, file.right))
    if (lost !== undefined) await refused(io, lost)
    const { json = false, 'no-pager': noPager = false } = values
    spareMemory(file.right.sizeBytes)
    const paged = io.stdout.isTTY === true && !json && !noPager && part.right.type !== 'follow'
    const asked = { io, reader: ownLogReader(sha256), file: file.right, part: part.right, json }
    return shown(asked, paged ? pagedPage(io) : plainPage(io))
  },
}

// A person who has left the pager has seen enough, and its end is the end of the command.
const shown = async (
  asked: Omit<AskedReplay, 'page' | 'interrupted'>,
  page: Page,
): Promise<ExitCode> => {
  const code = await untilInterrupted(async (interrupted) => {
    const outcome = await replaySession({ ...asked, page, interrupted })
    await page.close()
    return outcome
  })
  if (code === 130) await page.close()
  return code
}
