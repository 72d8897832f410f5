import * as t from 'io-ts'
import { limits } from '../limits.js'
import { plainText } from './plain-text.js'
import type { ToolSpec } from './spec.js'
import { wholeNumber } from './whole-number.js'

/** What Read is asked: lines `offset` (from 1) to `offset + limit - 1`. */
export const ReadInput = t.intersection(
  [
    t.type({ path: plainText('a path') }),
    t.partial({
      offset: wholeNumber(1, Number.MAX_SAFE_INTEGER),
      limit: wholeNumber(1, limits.readLinesMax),
    }),
  ],
  'ReadInput',
)
export type ReadInput = Readonly<t.TypeOf<typeof ReadInput>>

export const readSpec: ToolSpec = {
  name: 'Read',
  description:
    'Reads a text file. Each line comes as its number, a tab, and the text. ' +
    `Gives ${limits.readLinesDefault} lines from the start unless offset and limit say else; ` +
    'a cut answer says with which offset to go on. Read a file before you change it with Edit or ' +
    'Write. Cannot show folders (use Glob) or binary files.',
  input_schema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'File, absolute or relative to the session folder.' },
      offset: { type: 'integer', minimum: 1, description: 'First line, counted from 1.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: limits.readLinesMax,
        description: `Number of lines; ${limits.readLinesDefault} if left out.`,
      },
    },
    required: ['path'],
  },
}
