import { type Segment, type Segments, textOf } from '../../../domain/segment.js'
import { fileName, pathOfQuoted } from '../menu/file-name.js'
import { clusters } from '../text/clusters.js'
import { type Atom, type Atoms, type Editor, emptyEditor } from './editor.js'

// A word that begins with @ names a file, in quotes when it has blanks; a backslash before it takes
// the meaning away.
const fileWord = /(?<=^|\s)@("(?:[^"\\\n]|\\.)*"|[^\s@\\][^\s]*)/u
const escapedAt = /(?<=^|\s)\\(?=\\*@)/gu
const writtenAt = /(?<=^|\s)(?=\\*@)/gu

/**
 * What the editor holds as a Submit: text, chips as `paste`, `@path` and `@"a path"` words as `file_ref`.
 * `\@` is a plain @. Text between them is kept to the last space.
 */
export const toSegments = (editor: Editor): Segments => runs(editor.atoms).flatMap(runSegments)

/** An editor that gives these segments again, the caret at the end. */
export const fromSegments = (segments: Segments): Editor => {
  const atoms = runAtoms(runs(segments.map(segmentRun)))
  return { ...emptyEditor, atoms, caret: atoms.length }
}

/**
 * A text as it is typed where it shall stand behind `before`: an @ that would name a file has a
 * backslash.
 */
export const writtenText = (text: string, before: Atom = ''): string => {
  const lead = typeof before === 'string' && /\S$/u.test(before) ? 'x' : ''
  return `${lead}${text}`.replace(writtenAt, '\\').slice(lead.length)
}

/** A text between chips, or a chip. */
export type Run = string | Exclude<Atom, string>

/** The atoms as texts and chips, exactly as they stand. */
export const runs = (atoms: Atoms): ReadonlyArray<Run> => {
  const found: Run[] = []
  for (const atom of atoms) {
    const last = found.at(-1)
    if (typeof atom === 'string' && typeof last === 'string') found[found.length - 1] = last + atom
    else found.push(atom)
  }
  return found
}

/** The atoms of such texts and chips. */
export const runAtoms = (all: ReadonlyArray<Run>): Atoms =>
  all.flatMap((run): Atoms => (typeof run === 'string' ? clusters(run) : [run]))

const runSegments = (run: Run): Segments => {
  if (typeof run !== 'string') return [run]
  return run.split(fileWord).flatMap((part, index): Segments => {
    if (index % 2 === 1) return fileSegments(part)
    return part === '' ? [] : [{ kind: 'text', content: part.replace(escapedAt, '') }]
  })
}

// Punctuation that ends the sentence is not part of the path.
const fileSegments = (word: string): Segments => {
  const quoted = pathOfQuoted(word)
  if (quoted !== undefined) return [{ kind: 'file_ref', path: quoted }]
  const path = word.replace(/[.,;:!?)\]}、。，．]+$/u, '')
  if (path === '') return [{ kind: 'text', content: `@${word}` }]
  const rest = word.slice(path.length)
  const ref: Segment = { kind: 'file_ref', path }
  return rest === '' ? [ref] : [ref, { kind: 'text', content: rest }]
}

const segmentRun = (segment: Segment): Run => {
  switch (segment.kind) {
    case 'text':
      return writtenText(segment.content)
    case 'paste':
      return segment
    case 'file_ref':
      return `@${fileName(segment.path)}`
    default:
      return textOf([segment])
  }
}
