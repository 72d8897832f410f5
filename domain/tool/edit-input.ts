import * as t from 'io-ts'
import { plainText } from './plain-text.js'
import type { ToolSpec } from './spec.js'

const isNotEmpty = (u: unknown): u is string => typeof u === 'string' && u !== ''

const NotEmpty = new t.Type<string>(
  'a text that is not empty',
  isNotEmpty,
  (u, context) => (isNotEmpty(u) ? t.success(u) : t.failure(u, context)),
  (a) => a,
)

/** What Edit is asked: `old_string`, which occurs once (or any number with `replace_all`). */
export const EditInput = t.intersection(
  [
    t.type({ path: plainText('a path'), old_string: NotEmpty, new_string: t.string }),
    t.partial({ replace_all: t.boolean }),
  ],
  'EditInput',
)
export type EditInput = Readonly<t.TypeOf<typeof EditInput>>

export const editSpec: ToolSpec = {
  name: 'Edit',
  description:
    'Replaces a text in a file. The file must have been read with Read first and be unchanged ' +
    'since. old_string must match the file exactly, indentation included and without the line ' +
    'numbers of Read, and occur once; add lines around it until it does, or set replace_all.',
  input_schema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'File, absolute or relative to the session folder.' },
      old_string: { type: 'string', description: 'The text to replace.' },
      new_string: { type: 'string', description: 'What stands there afterwards.' },
      replace_all: { type: 'boolean', description: 'Replace every occurrence.' },
    },
    required: ['path', 'old_string', 'new_string'],
  },
}
