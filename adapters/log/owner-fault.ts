import { basename } from 'node:path'
import { noHash, SessionId } from '../../domain/ids.js'
import type { LogProblem, LogReading } from '../../domain/log/reading.js'

/**
 * What the first group of a log tells against its being the log of the session that the file is
 * named for. A file with another name may be the log of any session.
 */
export const ownerFault = (path: string, reading: LogReading): LogProblem | undefined => {
  const first = reading.type === 'group' ? reading.lines[0] : undefined
  // A first line with a later number is blamed for that.
  if (first === undefined || first.offset > 0 || first.record.seq > 0) return undefined
  if (!first.known || first.record.type !== 'SessionStarted') return noLog
  const named = basename(path, '.jsonl')
  const { session } = first.record.data
  return session === named || !SessionId.is(named) ? undefined : otherSession(session)
}

/**
 * What the bytes of a file in which no line was finished tell against its being a log. Zeros are
 * what a loss of power may leave of one.
 */
export const unfinishedFault = (bytes: Uint8Array): LogProblem | undefined => {
  const said = Buffer.from(bytes).toString('latin1')
  return said.startsWith('\0') || begins.startsWith(said.slice(0, begins.length))
    ? undefined
    : noLog
}

const begins = `{"prev":"${noHash}","seq":0,`

/** Bytes that `unfinishedFault` needs. */
export const beginningBytes = begins.length

const noLog: LogProblem = {
  line: 1,
  offset: 0,
  kind: 'no_log',
  message: 'this is not a log of yoi: it does not begin with SessionStarted',
}

const otherSession = (session: SessionId): LogProblem => ({
  line: 1,
  offset: 0,
  seq: 0,
  kind: 'other_session',
  message: `this is the log of session ${session} under another name: its own is ${session}.jsonl`,
})
