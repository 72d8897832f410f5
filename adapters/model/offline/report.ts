import { noOutputText } from '../../../domain/turn/request/wire-blocks.js'
import type { Attached, Done } from './chat.js'
import { callFor, isSame } from './next-calls.js'
import type { Phrases } from './phrases.js'
import type { Wish } from './wish.js'

/** What the calls of a request gave, in plain words and with their output quoted. */
export const report = (
  done: ReadonlyArray<Done>,
  wishes: ReadonlyArray<Wish>,
  words: Phrases,
): string =>
  done
    .filter((it, index) => !isStep(it, done.slice(index + 1), wishes))
    .map((it) => described(it, words))
    .join('\n\n')

/** What the files say that came with a request. */
export const attachedReport = (attached: ReadonlyArray<Attached>, words: Phrases): string =>
  attached.map(({ file, content }) => readWords(file, content, words)).join('\n\n')

// A reading that only prepared a change, and a write that was tried again, are not worth a word.
const isStep = (it: Done, later: ReadonlyArray<Done>, wishes: ReadonlyArray<Wish>): boolean => {
  if (it.name === 'Write') return !it.ok && later.some((other) => isSame(other, it))
  if (it.name !== 'Read' || !it.ok) return false
  const asked = wishes.some((wish) => wish.kind === 'read' && isSame(callFor(wish), it))
  const prepares = wishes.some(
    (wish) => (wish.kind === 'edit' || wish.kind === 'write') && wish.file === it.input['path'],
  )
  return prepares && !asked
}

const described = (it: Done, words: Phrases): string => {
  const output = it.output === noOutputText ? '' : it.output
  if (!it.ok) return quoting(words.failed(it.name, named(it)), output, words)
  switch (it.name) {
    case 'Read':
      return readWords(named(it), output, words)
    case 'Glob':
      return globWords(output, words)
    case 'Grep':
      return isNone(output)
        ? words.notFound(named(it))
        : quoting(words.found(named(it)), output, words)
    case 'Write':
      return words.wrote(named(it))
    case 'Edit':
      return words.edited(named(it))
    case 'Bash':
      return isNone(output)
        ? words.ranSilently(named(it))
        : quoting(words.ran(named(it)), output, words)
    default:
      return quoting(words.gave(it.name), output, words)
  }
}

// What a call was about: the most telling of its inputs.
const named = ({ input }: Done): string => {
  const key = ['command', 'pattern', 'path'].find((name) => typeof input[name] === 'string')
  const value = key === undefined ? '' : String(input[key])
  return key === 'command' ? `\`${value}\`` : value
}

const readWords = (file: string, output: string, words: Phrases): string => {
  const lines = output.split('\n').map((line) => line.replace(/^ *\d+\t/, ''))
  const content = lines.join('\n')
  return content === '' || content === '[The file is empty.]'
    ? words.isEmpty(file)
    : quoting(words.says(file), content, words)
}

const globWords = (output: string, words: Phrases): string => {
  const found = output.split('\n').filter((line) => line !== '' && !line.startsWith('['))
  const folders = found.filter((line) => line.endsWith('/')).length
  return isNone(output) || found.length === 0
    ? words.noFiles
    : quoting(words.files(found.length - folders, folders), output, words)
}

// Tools say in a bracket that nothing matched or was printed.
const isNone = (output: string): boolean =>
  output.trim() === '' || /^\[No[^\n]*\]$/.test(output.trim())

const quotedLinesMax = 60

const quoting = (lead: string, output: string, words: Phrases): string => {
  const lines = output.replace(/\n+$/, '').split('\n')
  const shown = lines.slice(0, quotedLinesMax)
  const fence = shown.some((line) => line.startsWith('```')) ? '`````' : '```'
  const rest = lines.length > shown.length ? `\n${words.more(lines.length - shown.length)}` : ''
  return `${lead}\n\n${fence}\n${shown.join('\n')}\n${fence}${rest}`
}
