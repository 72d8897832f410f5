import type { Command } from './command.js'

/** The text of `yoi --help`: the forms without a command first, then a line for each command. */
export const mainHelp = (commands: ReadonlyArray<Pick<Command, 'name' | 'summary'>>): string => {
  const listed = commands.filter(({ name }) => name !== '')
  const width = Math.max(...listed.map(({ name }) => name.length), 'help <command>'.length)
  const lines = [...listed, ...ownWords].map(
    ({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`,
  )
  return [intro(commands), 'Commands:', ...lines, '', outro].join('\n')
}

const intro = (commands: ReadonlyArray<Pick<Command, 'name' | 'summary'>>): string => {
  const screen = commands.find(({ name }) => name === '')
  const usage = 'Usage: yoi <command> [options]\n'
  return screen === undefined
    ? usage
    : `${usage}${forms.map((form) => `       ${form}\n`).join('')}`
}

const forms = [
  'yoi            start a new Pod in this folder and talk to it',
  'yoi <pod>      attach to a live Pod',
  'yoi -c         carry on with the session last used in this folder',
  'yoi -r         pick one of the sessions last used; yoi --session ID goes on with that one',
]

const ownWords = [
  { name: 'help <command>', summary: 'the same as yoi <command> --help' },
  { name: 'version', summary: 'the same as yoi --version' },
]

const outro = `Each command explains itself with --help. Commands that print data take --json.
Exit codes: 0 ok, 1 refused or failed, 2 usage, 3 log not intact or not complete, 130 interrupted.
`
