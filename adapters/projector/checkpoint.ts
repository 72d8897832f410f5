import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../domain/decode.js'
import { Hash, SessionId } from '../../domain/ids.js'
import { sealBytes } from '../../domain/log/chain.js'
import { sha256 } from '../node/sha256.js'
import { readFoundAt, readWitness } from './read-found.js'

const Place = t.type({ seq: t.number, hash: Hash })

/**
 * How far the files of a session follow its log. `offset` is the byte behind the line of `tip`,
 * `last_line` where that line begins, `turns` where the record that opened each turn begins,
 * `files` the SHA-256 of each file, `line` what a list shows.
 */
const Checkpoint = t.readonly(
  t.type(
    {
      format: t.literal(1),
      session: SessionId,
      records: t.number,
      offset: t.number,
      last_line: t.number,
      tip: Place,
      head: t.union([Place, t.null]),
      turns: t.readonlyArray(t.number),
      files: t.readonly(t.record(t.string, Hash)),
      line: t.UnknownRecord,
    },
    'Checkpoint',
  ),
)
export type Checkpoint = t.TypeOf<typeof Checkpoint>

export const checkpointName = 'checkpoint.json'

/** The text of checkpoint.json, sealed as a line of the log is, so that damage to it shows. */
export const checkpointText = (checkpoint: Checkpoint): string => {
  const body = JSON.stringify(checkpoint).slice(0, -1)
  return `${body},"hash":"${sha256(body)}"}\n`
}

/**
 * The checkpoint in `folder`; undefined when it is missing, damaged or another session's. Rejects
 * when what is there is not known, as `readWitness` does.
 */
export const readCheckpoint = (
  folder: string,
  session: SessionId,
): Promise<Checkpoint | undefined> => readCheckpointFile(join(folder, checkpointName), session)

/** The checkpoint in the file at `path`, whatever its name. As `readCheckpoint` else. */
export const readCheckpointFile = async (
  path: string,
  session: SessionId,
): Promise<Checkpoint | undefined> => checkpointIn(await readWitness(path), session)

/** The checkpoint in `folder`, and when it was written: ms since 1970. Rejects as `readFound`. */
export const readCheckpointAt = async (
  folder: string,
  session: SessionId,
): Promise<{ readonly checkpoint: Checkpoint; readonly writtenMs: number } | undefined> => {
  const found = await readFoundAt(join(folder, checkpointName))
  const checkpoint = checkpointIn(found?.bytes, session)
  return found && checkpoint && { checkpoint, writtenMs: found.mtimeMs }
}

const checkpointIn = (bytes: Buffer | undefined, session: SessionId): Checkpoint | undefined => {
  if (bytes === undefined || !isSealed(bytes)) return undefined
  const decoded = decode(Checkpoint, parsed(bytes.toString('utf8')))
  return E.isRight(decoded) && decoded.right.session === session ? decoded.right : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is as good as not there.
    return undefined
  }
}

const isSealed = (bytes: Buffer): boolean => {
  const end = bytes.length - 1 - sealBytes
  if (end < 0) return false
  const seal = `,"hash":"${sha256(bytes.subarray(0, end))}"}\n`
  return bytes.toString('latin1', end) === seal
}
