import * as t from 'io-ts'
import { limits } from '../limits.js'
import { plainText } from './plain-text.js'
import type { ToolSpec } from './spec.js'
import { wholeNumber } from './whole-number.js'

/** What Grep gives: matching lines, names of matching files, or matches counted for each file. */
export const GrepMode = t.keyof({ content: null, files: null, count: null }, 'GrepMode')
export type GrepMode = t.TypeOf<typeof GrepMode>

/** What Grep is asked. `context`: lines around each match; `limit`: matches, or files. */
export const GrepInput = t.intersection(
  [
    t.type({ pattern: plainText('a pattern') }),
    t.partial({
      path: plainText('a path'),
      glob: plainText('a pattern'),
      case_insensitive: t.boolean,
      context: wholeNumber(0, limits.grepContextMax),
      output_mode: GrepMode,
      limit: wholeNumber(1, limits.grepResultsMax),
    }),
  ],
  'GrepInput',
)
export type GrepInput = Readonly<t.TypeOf<typeof GrepInput>>

export const grepSpec: ToolSpec = {
  name: 'Grep',
  description:
    'Searches the content of files with a regular expression (ripgrep syntax: no look-around; ' +
    'escape literal braces). Gives `path:line:text` for matches, `path-line-text` for context. ' +
    'Leaves out .git, binary files and what .gitignore excludes, does not follow links.',
  input_schema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'Regular expression.' },
      path: { type: 'string', description: 'File or folder; the session folder if left out.' },
      glob: { type: 'string', description: 'Only files that match, such as `*.ts`.' },
      case_insensitive: { type: 'boolean' },
      context: {
        type: 'integer',
        minimum: 0,
        maximum: limits.grepContextMax,
        description: 'Lines to show around each match.',
      },
      output_mode: {
        type: 'string',
        enum: ['content', 'files', 'count'],
        description: 'content (default): lines; files: names only; count: matches in each file.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: limits.grepResultsMax,
        description: `Matches (or files) at most; ${limits.grepResultsDefault} if left out.`,
      },
    },
    required: ['pattern'],
  },
}
