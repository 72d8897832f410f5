import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { holderState, processMark } from '../../../adapters/lock/holder.js'
import { readRegular } from '../../../adapters/node/open-regular.js'
import { writeAtomic } from '../../../adapters/node/write-atomic.js'
import { writeAtomicNow } from '../../../adapters/node/write-atomic-now.js'
import { decode } from '../../../domain/decode.js'
import type { SessionId } from '../../../domain/ids.js'
import { Segments, segmentCodecs } from '../../../domain/segment.js'
import { Whole } from '../../../domain/whole.js'
import type { Draft } from '../../tui/editor/draft.js'

const orNull = t.union([t.string, t.null])

const Holder = t.type({ pid: Whole, started: orNull, boot: orNull, host: t.string }, 'Holder')

const Runs = t.readonlyArray(t.union([t.string, segmentCodecs.paste]), 'Runs')

const DraftFile = t.type(
  {
    format: t.literal(1),
    holder: Holder,
    before: Runs,
    after: Runs,
    unsent: t.readonlyArray(Segments),
  },
  'DraftFile',
)

/** A draft that was left, and the file that holds it. */
export type LeftDraft = { readonly path: string; readonly draft: Draft }

/** Where this process keeps its draft of a session: each has its own, so none overwrites another's. */
export const draftPath = (folder: string, session: SessionId): string =>
  join(folder, `${session}.${process.pid}.json`)

/** Writes a draft, 0600; a reader sees the old one or the new one. Rejects with the system's error. */
export const writeDraft = async (path: string, draft: Draft): Promise<void> => {
  await writeAtomic(path, textOf(draft))
}

/** As `writeDraft`, done when this returns. Throws the system's error. */
export const writeDraftNow = (path: string, draft: Draft): void =>
  writeAtomicNow(path, textOf(draft))

const textOf = (draft: Draft): string => {
  const file: t.TypeOf<typeof DraftFile> = { format: 1, holder: processMark(process.pid), ...draft }
  return `${JSON.stringify(file)}\n`
}

/**
 * The drafts of a session whose screens are gone, the newest last. Those of screens that run, and
 * files that are damaged, are left out. Never rejects.
 */
export const leftDrafts = async (
  folder: string,
  session: SessionId,
): Promise<ReadonlyArray<LeftDraft>> => {
  const names = await readdir(folder).catch(() => [])
  const own = names.filter((name) => name.startsWith(`${session}.`) && name.endsWith('.json'))
  const found = await Promise.all(own.map((name) => readLeft(join(folder, name))))
  return found.filter((one) => one !== undefined).toSorted((a, b) => a.savedMs - b.savedMs)
}

const readLeft = async (path: string): Promise<(LeftDraft & { savedMs: number }) | undefined> => {
  try {
    const { mtimeMs } = await stat(path)
    const decoded = decode(DraftFile, JSON.parse(await readRegular(path)))
    if (E.isLeft(decoded) || isOthers(decoded.right.holder)) return undefined
    const { before, after, unsent } = decoded.right
    return { path, draft: { before, after, unsent }, savedMs: mtimeMs }
  } catch {
    // Gone meanwhile, or not JSON: there is nothing to give back.
    return undefined
  }
}

const isOthers = (holder: t.TypeOf<typeof Holder>): boolean =>
  holder.pid !== process.pid && holderState(holder) !== 'dead'
