import type { CommandIo } from '../command.js'
import { type Finding, note, ok } from './finding.js'

/** Whether the screen of yoi can be drawn here, and in which characters. */
export const checkTerminal = ({ env, stdin, stdout }: CommandIo): Finding => {
  const term = env['TERM'] ?? ''
  if (stdout.isTTY !== true || stdin.isTTY !== true) {
    return note('terminal', 'This is not a terminal: use yoi run here; the screen needs one.')
  }
  if (term === '' || term === 'dumb') {
    return note('terminal', `TERM is ${JSON.stringify(term)}: the screen needs a real one.`)
  }
  return /utf-?8/i.test(localeOf(env))
    ? ok('terminal', `${term}, UTF-8.`)
    : note('terminal', `${term}, but LANG names no UTF-8: other letters than English may break.`)
}

const localeOf = (env: CommandIo['env']): string =>
  [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '') ?? ''
