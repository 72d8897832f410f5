import { limits } from '../../../domain/limits.js'
import { type Atoms, type Change, type ChangeKind, type Editor, splice } from './editor.js'
import { charsIn, lastWithin } from './last-within.js'
import { isWordClass, wordClassAt } from './word-class.js'

/** The editor `after` a change, which undo can take back to `before`; what was undone is gone. */
export const recorded = (kind: ChangeKind, before: Editor, after: Editor): Editor => {
  if (before.atoms === after.atoms) return after
  const { past } = before.changes
  const next = changeOf(kind, before, after)
  const last = past.at(-1)
  const joined = last === undefined ? undefined : join(last, next)
  const all = joined === undefined ? [...past, next] : [...past.slice(0, -1), joined]
  const kept = lastWithin(
    limits.undoStepsMax,
    all,
    ({ removed, inserted }) => charsIn(removed) + charsIn(inserted),
  )
  return { ...after, changes: { past: kept, future: [] } }
}

/** The editor before its last change; the same one when there is none. */
export const undo = (editor: Editor): Editor => {
  const { past, future } = editor.changes
  const last = past.at(-1)
  if (last === undefined) return editor
  const { start, removed, inserted, caretBefore } = last
  return {
    ...splice({ start, end: start + inserted.length, middle: removed }, editor),
    caret: caretBefore,
    changes: { past: past.slice(0, -1), future: [...future, last] },
  }
}

/** The editor with the change that was undone last. */
export const redo = (editor: Editor): Editor => {
  const { past, future } = editor.changes
  const next = future.at(-1)
  if (next === undefined) return editor
  const { start, removed, inserted, caretAfter } = next
  return {
    ...splice({ start, end: start + removed.length, middle: inserted }, editor),
    caret: caretAfter,
    changes: { past: [...past, next], future: future.slice(0, -1) },
  }
}

// What both have at their start, no further than either caret, and at their end, is not changed.
const changeOf = (kind: ChangeKind, before: Editor, after: Editor): Change => {
  const [old, now] = [before.atoms, after.atoms]
  const startMax = Math.min(before.caret, after.caret, old.length, now.length)
  let start = 0
  while (start < startMax && old[start] === now[start]) start += 1
  const endMax = Math.min(old.length, now.length) - start
  let end = 0
  while (end < endMax && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  return {
    kind,
    start,
    removed: old.slice(start, old.length - end),
    inserted: now.slice(start, now.length - end),
    caretBefore: before.caret,
    caretAfter: after.caret,
  }
}

const join = (last: Change, next: Change): Change | undefined => {
  if (last.kind !== next.kind || last.caretAfter !== next.caretBefore) return undefined
  if (next.kind === 'typed') return joinTyped(last, next)
  return next.kind === 'erased' ? joinErased(last, next) : undefined
}

const joinTyped = (last: Change, next: Change): Change | undefined => {
  const within = next.start - last.start
  if (within < 0 || within + next.removed.length !== last.inserted.length) return undefined
  if (next.removed.length === 0 && beginsWord(last.inserted, next.inserted)) return undefined
  const inserted = last.inserted.slice(0, within).concat(next.inserted)
  return { ...last, inserted, caretAfter: next.caretAfter }
}

const joinErased = (last: Change, next: Change): Change | undefined => {
  if (last.inserted.length > 0 || next.inserted.length > 0) return undefined
  const isBack = next.start + next.removed.length === last.start
  if (!isBack && next.start !== last.start) return undefined
  const [left, right] = isBack ? [next.removed, last.removed] : [last.removed, next.removed]
  if (beginsWord(left, right)) return undefined
  const { start, caretAfter } = next
  return { ...last, start, removed: left.concat(right), caretAfter }
}

/** Whether a word begins where the second text follows the first one. */
const beginsWord = (left: Atoms, right: Atoms): boolean => {
  const both = [...left.slice(-8), ...right.slice(0, 1)]
  const now = wordClassAt(both, both.length - 1)
  return isWordClass(now) && (now === 'chip' || now !== wordClassAt(both, both.length - 2))
}
