import type { CommandIo } from '../command.js'

/** How text is laid out: lines are broken at `width` columns, or not at all; with colours or not. */
export type PageLook = { readonly width: number | undefined; readonly color: boolean }

const widthMin = 40
const widthDefault = 80

/** The look that suits where the text goes: a file or a pipe gets whole lines without colours. */
export const pageLook = ({ stdout, env }: Pick<CommandIo, 'stdout' | 'env'>): PageLook =>
  stdout.isTTY === true
    ? {
        width: Math.max(widthMin, stdout.columns ?? widthDefault),
        color: (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
      }
    : { width: undefined, color: false }

/** How a piece of text looks with colours. */
export type Paint =
  | 'plain'
  | 'faint'
  | 'strong'
  | 'you'
  | 'model'
  | 'tool'
  | 'added'
  | 'removed'
  | 'place'
  | 'warning'
  | 'error'

const codes: Readonly<Record<Paint, string>> = {
  plain: '',
  faint: '90',
  strong: '1',
  you: '1;36',
  model: '1;32',
  tool: '35',
  added: '32',
  removed: '31',
  place: '36',
  warning: '33',
  error: '31',
}

/** The text in this colour, or as it is. It must be safe and without newlines. */
export const painted = (text: string, paint: Paint, { color }: PageLook): string =>
  !color || codes[paint] === '' || text === '' ? text : `\x1b[${codes[paint]}m${text}\x1b[0m`
