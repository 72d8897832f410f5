import { nearMiss } from '../../../domain/manifest/near-miss.js'
import type { Editor } from '../editor/editor.js'

/** The commands of the editor. */
export type SlashName = 'help' | 'sessions' | 'pods' | 'status' | 'verify' | 'replay' | 'quit'

export type SlashCommand = { readonly name: SlashName; readonly words: string }

/** Every command in the order of the list, with a line of help. */
export const slashCommands: ReadonlyArray<SlashCommand> = [
  { name: 'help', words: 'keys and commands' },
  { name: 'sessions', words: 'go to another session' },
  { name: 'pods', words: 'go to another Pod' },
  { name: 'status', words: 'Pod, session, model, tokens, scope, log' },
  { name: 'verify', words: 'check the log of this session' },
  { name: 'replay', words: 'tell what happened, event by event' },
  { name: 'quit', words: 'leave; the Pod goes on' },
]

/**
 * What the editor holds, when it is not simply a message. `unknown`: a single `/word` that no command
 * is named, and the one that may be meant; with more behind it only where one may be meant.
 * `overlong`: a command with something behind it, which none of them takes.
 */
export type Slash =
  | { readonly tag: 'command'; readonly name: SlashName }
  | { readonly tag: 'unknown'; readonly word: string; readonly near: string | undefined }
  | { readonly tag: 'overlong'; readonly name: SlashName }

/** Reads the editor as a command; see `slashIn`. */
export const slashOf = ({ atoms }: Editor): Slash | undefined => {
  if (atoms[0] !== '/' || atoms.length > slashAtomsMax) return undefined
  return atoms.every((atom) => typeof atom === 'string') ? slashIn(atoms.join('')) : undefined
}

/**
 * Reads a text as a command: one line that begins with a slash and a name. Everything else is a
 * message, such as a path, several lines, or a slash behind a blank.
 */
export const slashIn = (text: string): Slash | undefined => {
  const [, word, rest = ''] = /^\/([A-Za-z][\w-]*)([^\S\n][^\n]*)?$/.exec(text) ?? []
  if (word === undefined) return undefined
  const isAlone = rest.trim() === ''
  const command = slashCommands.find(({ name }) => name === word)
  if (command !== undefined) return { tag: isAlone ? 'command' : 'overlong', name: command.name }
  const names = slashCommands.map(({ name }) => name)
  const near = nearMiss(word, names) ?? shortened(word)
  if (rootFolders.has(word) || (!isAlone && near === undefined)) return undefined
  return { tag: 'unknown', word, near }
}

// The one command whose name begins so; what is shorter says too little.
const shortened = (word: string): string | undefined => {
  const [only, ...more] = word.length < shortenedMin ? [] : commandsFor(word.toLowerCase())
  return more.length === 0 ? only?.name : undefined
}

const shortenedMin = 3

// A path of one name: the folders that stand at the root of common systems.
const rootFolders: ReadonlySet<string> = new Set(
  (
    'bin boot dev etc home lib lib64 media mnt nix opt private proc root run sbin snap srv sys tmp ' +
    'usr var Applications Library System Users Volumes'
  ).split(' '),
)

/** What is typed of a command's name, when the editor holds nothing else and the caret is behind it. */
export const commandWordOf = ({ atoms, caret }: Editor): string | undefined =>
  atoms[0] === '/' && caret === atoms.length && caret <= nameAtomsMax
    ? /^\/([A-Za-z-]*)$/.exec(atoms.map(String).join(''))?.[1]
    : undefined

/** The commands whose name begins so. */
export const commandsFor = (beginning: string): ReadonlyArray<SlashCommand> =>
  slashCommands.filter(({ name }) => name.startsWith(beginning))

// A command is short; a long text need not be read to see that it is none.
const slashAtomsMax = 1000
const nameAtomsMax = 30
