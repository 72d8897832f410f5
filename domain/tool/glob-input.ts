import * as t from 'io-ts'
import { limits } from '../limits.js'
import { plainText } from './plain-text.js'
import type { ToolSpec } from './spec.js'

/** What Glob is asked: files, and folders, below `path` (the session's folder) that match. */
export const GlobInput = t.intersection(
  [t.type({ pattern: plainText('a pattern') }), t.partial({ path: plainText('a path') })],
  'GlobInput',
)
export type GlobInput = Readonly<t.TypeOf<typeof GlobInput>>

export const globSpec: ToolSpec = {
  name: 'Glob',
  description:
    'Lists files whose path matches a glob pattern such as `**/*.ts` or `src/{a,b}/*.json`, in ' +
    `the order of their paths, at most ${limits.globResultsMax}. A pattern without "**", such as ` +
    '`*`, lists folders too, with a slash behind. Leaves out links, .git and what .gitignore ' +
    'excludes; to look into such a folder give it as path. To search in the content use Grep.',
  input_schema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'Glob pattern, relative to path.' },
      path: { type: 'string', description: 'Folder to search; the session folder if left out.' },
    },
    required: ['pattern'],
  },
}
