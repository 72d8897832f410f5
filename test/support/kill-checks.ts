import * as A from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { verifySession } from '../../cli/sessions/verify-session.js'
import type { LogRecord } from '../../domain/log/record.js'
import { requestBytes } from '../../domain/turn/request/build-request.js'
import type { RequestBody } from '../../domain/turn/request-body.js'
import { acceptedAs, type KillWorld, type Life } from './kill-story.js'
import { reader } from './projecting.js'
import {
  againIsTheSame,
  callsHaveOneResult,
  callsRanOnce,
  requestsAreValid,
} from './stop-checks.js'
import { someSession } from './story.js'

/** Throws unless a log that was opened holds all that an earlier Pod was sure of. */
export const holdsWhatWasDurable = ({ world, open, session }: Life, before: Life): void => {
  const kept = before.log.lines().map((line) => `${line}\n`)
  const durable = kept.join('')
  const found = existsSync(world.path) ? readFileSync(world.path, 'utf8') : ''
  A.ok(found.startsWith(durable), 'what was acknowledged is there, unchanged')
  A.ok((open?.starts.count() ?? 0) >= kept.length)
  A.notEqual(session.loop.snapshot().status, 'running', 'nothing runs by itself')
}

/** Throws unless everything that must hold of a session does, when it has come to its end. */
export const holdsAtTheEnd = async ({ world, session }: Life): Promise<void> => {
  const records = session.records()
  const { sent } = world.model
  await verifies(world, records)
  requestsAreValid(sent)
  againIsTheSame(records)
  callsHaveOneResult(records)
  callsRanOnce(world.tools.ran)
  requestsFollow(
    sent.map(({ body }) => requestBytes(body)),
    records,
  )
  const called = records.filter(({ type }) => type === 'ToolCallStarted').length
  A.ok(world.tools.ran.length <= called, 'no tool runs before its call is on disk')
  for (const one of world.submissions) hasOneFate({ ...one, input: acceptedAs(one) }, records)
  A.deepEqual(session.loop.snapshot().queue, [])
}

const verifies = async (world: KillWorld, records: ReadonlyArray<LogRecord>): Promise<void> => {
  const place = { session: someSession(1), log: world.path, folder: join(world.home, 'none') }
  const { intact, problems, records: count } = await verifySession(reader, place)
  A.deepEqual([intact, problems, count], [true, [], records.length])
  const { quarantine } = pathsFrom({ YOI_HOME: world.home })
  for (const { type, data } of records)
    if (type === 'TailRepaired') {
      const bytes = readFileSync(join(quarantine, data.kept))
      A.deepEqual([bytes.length, sha256(bytes)], [data.length, data.digest], 'a torn tail is kept')
    }
}

/**
 * Throws unless each body was on disk as a request before it was sent, in this order, and begins as
 * the one before it, cache marks aside.
 */
export const requestsFollow = (
  sent: ReadonlyArray<string>,
  records: ReadonlyArray<LogRecord>,
): void => {
  const turns = causesOf(sent.map(sha256), records)
  grows(
    sent.map((body) => JSON.parse(body) as RequestBody),
    turns,
    records,
  )
}

// What is on disk may never have been sent.
const causesOf = (sent: ReadonlyArray<string>, records: ReadonlyArray<LogRecord>) => {
  const rounds = records.filter((one) => one.type === 'RoundStarted')
  let from = 0
  return sent.map((hash) => {
    const at = rounds.findIndex((one, index) => index >= from && one.data.request === hash)
    A.notEqual(at, -1, 'a request was on disk before it was sent')
    from = at + 1
    return rounds[at]?.data.turn
  })
}

// Blocks in order, each with its role: neighbours of one role are merged, which adds to the last.
const blocksOf = ({ messages }: RequestBody): ReadonlyArray<string> =>
  messages.flatMap(({ role, content }) =>
    typeof content === 'string'
      ? [`${role} ${content}`]
      : content.map((block) => `${role} ${JSON.stringify({ ...block, cache_control: undefined })}`),
  )

// A turn that was taken back is in no later request; every other request is behind its forerunner.
const grows = (
  bodies: ReadonlyArray<RequestBody>,
  turns: ReadonlyArray<string | undefined>,
  records: ReadonlyArray<LogRecord>,
): void => {
  const undone = new Set<string | undefined>(
    records.flatMap((one) => (one.type === 'HeadReset' ? [one.data.turn] : [])),
  )
  const lasting = bodies.filter((_, index) => !undone.has(turns[index])).map(blocksOf)
  for (const [index, blocks] of lasting.entries()) {
    const before = lasting[index - 1] ?? []
    A.deepEqual(blocks.slice(0, before.length), before, 'a request begins as the one before')
  }
}

/** A Submit, and the input that it was accepted as, if it was. */
export type Accepted = {
  readonly key: string
  readonly words: string
  readonly input: string | undefined
}

/** Throws unless an accepted Submit is in the log once and came to one end, and no other is there. */
export const hasOneFate = (
  { key, words, input }: Accepted,
  records: ReadonlyArray<LogRecord>,
): void => {
  const accepted = records.filter(
    ({ type, data }) =>
      (type === 'InputQueued' || (type === 'InputSubmitted' && data.via === 'run')) &&
      data.key === key,
  )
  A.equal(accepted.length, input === undefined ? 0 : 1, `${words} is accepted once, or refused`)
  const ends = records.filter(
    ({ type, data }) =>
      (type === 'InputSubmitted' || type === 'InputWithdrawn') && data.input === input,
  )
  A.equal(ends.length, input === undefined ? 0 : 1, `${words} has one fate`)
}
