import { messageOf } from '../adapters/node/message-of.js'
import { whenFilesRunOut } from '../adapters/node/when-files-run-out.js'
import type { Command, CommandEntry, CommandIo, ExitCode } from './command.js'
import { mainHelp } from './main-help.js'
import { misused, refused, writeText } from './output.js'
import { unknownWord } from './unknown-word.js'

/** What the program is made of. */
export type Frame = {
  readonly commands: ReadonlyArray<CommandEntry>
  readonly version: () => string
}

/**
 * Runs the command that the first word names; a line that names none goes, whole, to the command
 * named ''. Never rejects: an error that nobody caught is said in one line, with exit code 1.
 */
export const runMain = async (
  argv: ReadonlyArray<string>,
  io: CommandIo,
  frame: Frame,
): Promise<ExitCode> => {
  try {
    return await dispatched(argv, io, frame)
  } catch (error) {
    return refused(io, uncaught(messageOf(error)))
  }
}

// A part of the program that is loaded when it is used may be the file that is one too many.
const uncaught = (words: string): string => {
  const advice = whenFilesRunOut(words)
  return advice === undefined
    ? `This should not have happened: ${words}`
    : `No more files can be opened (${words}): ${advice}.`
}

const dispatched = (
  argv: ReadonlyArray<string>,
  io: CommandIo,
  frame: Frame,
): Promise<ExitCode> => {
  const [first, second, third] = argv
  switch (first) {
    case '--version':
    case '-v':
    case 'version':
      return second === undefined || asksForHelp([second])
        ? done(writeText(io.stdout, `yoi ${frame.version()}\n`))
        : misused(io, { command: '', sentence: `${first} takes nothing behind it.` })
    case 'help':
      return second === undefined || asksForHelp([second])
        ? helped(io, frame)
        : third === undefined
          ? explained(second, io, frame)
          : misused(io, { command: '', sentence: 'help takes one command.' })
    default:
      return named(argv, io, frame)
  }
}

const explained = async (word: string, io: CommandIo, frame: Frame): Promise<ExitCode> => {
  // These two are no commands of their own: the list of commands says what they do.
  if (word === 'help' || word === 'version') return helped(io, frame)
  return entryOf(word, frame) === undefined || word === ''
    ? misused(io, { command: '', sentence: nobodyTakes(word, frame) })
    : named([word, '--help'], io, frame)
}

const named = async (
  argv: ReadonlyArray<string>,
  io: CommandIo,
  frame: Frame,
): Promise<ExitCode> => {
  const [word = '', ...rest] = argv
  const entry = word === '' ? undefined : entryOf(word, frame)
  if (entry !== undefined) return ran(await entry.load(), rest, io)
  if (asksForHelp(argv)) return helped(io, frame)
  const screen = entryOf('', frame)
  if (screen !== undefined) return (await screen.load()).run(argv, io)
  return misused(io, { command: '', sentence: nobodyTakes(word, frame) })
}

const entryOf = (word: string, frame: Frame): CommandEntry | undefined =>
  frame.commands.find(({ name }) => name === word)

const ran = (command: Command, argv: ReadonlyArray<string>, io: CommandIo): Promise<ExitCode> =>
  asksForHelp(argv) ? done(tellHelp(command.help.trim(), io)) : command.run(argv, io)

// Only help needs what breaks lines, and every command would load it.
const tellHelp = async (help: string, { stdout }: CommandIo): Promise<void> => {
  const { helpOnTerminal } = await import('./help-on-terminal.js')
  await writeText(stdout, `${helpOnTerminal(help, stdout.columns)}\n`)
}

// What follows `--` is text, such as a prompt that speaks of --help.
const asksForHelp = (argv: ReadonlyArray<string>): boolean => {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

const nobodyTakes = (word: string, frame: Frame): string => {
  if (word === '') return 'A command is missing.'
  if (word.startsWith('-')) return `There is no option ${JSON.stringify(word)}.`
  return unknownWord(
    word,
    frame.commands.map(({ name }) => name),
  )
}

const helped = async (io: CommandIo, frame: Frame): Promise<ExitCode> => {
  const commands = await Promise.all(frame.commands.map(({ load }) => load()))
  return done(tellHelp(mainHelp(commands).trimEnd(), io))
}

const done = async (written: Promise<void>): Promise<ExitCode> => {
  await written
  return 0
}
