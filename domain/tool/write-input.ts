import * as t from 'io-ts'
import { plainText } from './plain-text.js'
import type { ToolSpec } from './spec.js'

/** What Write is asked: the whole new content of a file. */
export const WriteInput = t.type({ path: plainText('a path'), content: t.string }, 'WriteInput')
export type WriteInput = Readonly<t.TypeOf<typeof WriteInput>>

export const writeSpec: ToolSpec = {
  name: 'Write',
  description:
    'Writes a whole file, replacing what was there; missing folders are made. An existing file ' +
    'must have been read with Read first and be unchanged since. For a small change use Edit.',
  input_schema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'File, absolute or relative to the session folder.' },
      content: { type: 'string', description: 'The whole content of the file.' },
    },
    required: ['path', 'content'],
  },
}
