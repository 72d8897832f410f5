import { limits } from '../../../domain/limits.js'
import { type Atoms, cut, type Editor, insertAtoms, lineEnd, lineStart } from './editor.js'
import { charsIn, lastWithin } from './last-within.js'
import { blankWordStart, wordEnd, wordStart } from './word-motion.js'

/** The rest of the line is cut; at the end of a line, its newline. */
export const killToLineEnd = (editor: Editor): Editor => {
  const end = lineEnd(editor)
  return killForward(end === editor.caret ? end + 1 : end, editor)
}

/** The line before the caret is cut; at the start of a line, the newline before it. */
export const killToLineStart = (editor: Editor): Editor => {
  const start = lineStart(editor)
  return killBack(start === editor.caret ? Math.max(0, start - 1) : start, editor)
}

/** All is cut, as a cut of its own: what was cut right before is not joined with it. */
export const killAll = (editor: Editor): Editor =>
  killBack(0, { ...editor, caret: editor.atoms.length, doing: undefined })

/** The word before the caret is cut, with what stands between. */
export const killWord = (editor: Editor): Editor => killBack(wordStart(editor), editor)

/** All back to a blank is cut. */
export const killBlankWord = (editor: Editor): Editor => killBack(blankWordStart(editor), editor)

/** The word behind the caret is cut, with what stands between. */
export const killWordForward = (editor: Editor): Editor => killForward(wordEnd(editor), editor)

/** What was cut last comes back at the caret. */
export const yank = (editor: Editor): Editor => {
  const newest = editor.kills.at(-1)
  if (newest === undefined) return editor
  const before = { atoms: editor.atoms, caret: editor.caret }
  return { ...insertAtoms(newest, editor), doing: { tag: 'yanked', before, back: 1 } }
}

/** Right behind a yank: what came back gives way to what was cut before it, round and round. */
export const yankPop = (editor: Editor): Editor => {
  const { doing, kills } = editor
  if (doing?.tag !== 'yanked' || kills.length < 2) return editor
  const back = (doing.back % kills.length) + 1
  const without = { ...editor, ...doing.before }
  return { ...insertAtoms(kills.at(-back) ?? [], without), doing: { ...doing, back } }
}

const killForward = (end: number, editor: Editor): Editor => {
  const cutOut = editor.atoms.slice(editor.caret, end)
  return kill(editor.caret, cutOut, { editor, joined: (last) => [...last, ...cutOut] })
}

const killBack = (start: number, editor: Editor): Editor => {
  const cutOut = editor.atoms.slice(start, editor.caret)
  return kill(start, cutOut, { editor, joined: (last) => [...cutOut, ...last] })
}

type Killing = { readonly editor: Editor; readonly joined: (last: Atoms) => Atoms }

// Cuts without another key between them are one, in the order of the text.
const kill = (start: number, cutOut: Atoms, { editor, joined }: Killing): Editor => {
  if (cutOut.length === 0) return editor
  const { kills, doing } = editor
  const isJoined = doing?.tag === 'killing'
  const all = isJoined ? [...kills.slice(0, -1), joined(kills.at(-1) ?? [])] : [...kills, cutOut]
  return {
    ...cut(start, start + cutOut.length, editor),
    kills: lastWithin(limits.killsMax, all, charsIn),
    doing: { tag: 'killing' },
  }
}
