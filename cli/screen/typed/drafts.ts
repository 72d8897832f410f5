import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { privateFolder } from '../../../adapters/node/private-folder.js'
import { removeLeftTemps } from '../../../adapters/node/write-atomic.js'
import type { SessionId } from '../../../domain/ids.js'
import type { Draft } from '../../tui/editor/draft.js'
import type { SaveDraft } from '../../tui/editor/draft-keeper.js'
import { draftPath, leftDrafts, writeDraft, writeDraftNow } from './draft-file.js'

/** The drafts of a screen. */
export type Drafts = {
  /** What was typed for the session and not sent when its screens went. */
  readonly left: Draft | undefined
  readonly save: SaveDraft
  /** As `save`, and on disk when it returns; for a process that ends. */
  readonly saveNow: SaveDraft
  /** Resolves when all is saved. */
  readonly settled: () => Promise<void>
}

/**
 * Opens the drafts of a session in this folder; without one, of whichever session the Pod turns out
 * to have. A screen that is not new has its draft with it. A draft that is taken over is saved as
 * this screen's at once, so that another one does not show it, too. A disk that fails stops nobody
 * from typing: then there is no draft. Never rejects.
 */
export const openDrafts = async (
  folder: string,
  session: SessionId | undefined,
  isNew: boolean,
): Promise<Drafts> => {
  const found = session === undefined || !isNew ? [] : await leftDrafts(folder, session)
  const saving: Saving = { folder, left: found.map(({ path }) => path), path: undefined, text: '' }
  const left = found.map(({ draft }) => draft).reduce(together, undefined)
  if (session !== undefined && left !== undefined)
    await save(session, left, saving).catch(() => undefined)
  let queue: Promise<void> = removeLeftTemps(folder)
  const later: SaveDraft = (named, draft) => {
    const owner = named ?? session
    if (owner !== undefined) queue = queue.then(() => save(owner, draft, saving)).catch(() => {})
  }
  return {
    left,
    save: later,
    saveNow: (named, draft) => {
      const owner = named ?? session
      if (owner !== undefined) saveNow(owner, draft, saving)
      later(named, draft)
    },
    settled: () => queue,
  }
}

/** What changes from saving to saving. */
type Saving = {
  readonly folder: string
  left: ReadonlyArray<string>
  path: string | undefined
  text: string
}

// Of several, the newest is in the editor, and the texts of the others wait to be taken back.
const together = (older: Draft | undefined, newer: Draft): Draft => {
  if (older === undefined) return newer
  const text = [...older.before, ...older.after].map((run) =>
    typeof run === 'string' ? ({ kind: 'text', content: run } as const) : run,
  )
  const waiting = text.length === 0 ? older.unsent : [...older.unsent, text]
  return { ...newer, unsent: [...waiting, ...newer.unsent] }
}

const save = async (
  session: SessionId,
  draft: Draft | undefined,
  saving: Saving,
): Promise<void> => {
  const { path, text, old } = placeOf(session, draft, saving)
  if (draft === undefined) await rm(path, { force: true })
  else if (path !== saving.path || text !== saving.text) {
    await privateFolder(saving.folder)
    await writeDraft(path, draft)
  }
  Object.assign(saving, { left: [], path, text })
  for (const one of old) await rm(one, { force: true })
}

// Where the process does not end after all, what was being saved meanwhile is older; it is saved again.
const saveNow = (session: SessionId, draft: Draft | undefined, saving: Saving): void => {
  const { path, text, old } = placeOf(session, draft, saving)
  try {
    if (draft === undefined) rmSync(path, { force: true })
    else if (path !== saving.path || text !== saving.text) writeDraftNow(path, draft)
    for (const one of old) rmSync(one, { force: true })
  } catch {
    // A disk that fails stops nobody from leaving.
  }
}

const placeOf = (session: SessionId, draft: Draft | undefined, saving: Saving) => {
  const path = draftPath(saving.folder, session)
  const all = [...saving.left, ...(saving.path === undefined ? [] : [saving.path])]
  const text = draft === undefined ? '' : JSON.stringify(draft)
  return { path, text, old: all.filter((one) => one !== path) }
}
