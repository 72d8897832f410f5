import * as t from 'io-ts'
import { limits } from '../limits.js'
import { plainText } from './plain-text.js'
import type { ToolSpec } from './spec.js'
import { wholeNumber } from './whole-number.js'

/** What Bash is asked. `description` is for people and changes nothing. */
export const BashInput = t.intersection(
  [
    t.type({ command: plainText('a command') }),
    t.partial({ timeout_ms: wholeNumber(1, limits.bashTimeoutMsMax), description: t.string }),
  ],
  'BashInput',
)
export type BashInput = Readonly<t.TypeOf<typeof BashInput>>

export const bashSpec: ToolSpec = {
  name: 'Bash',
  description:
    'Runs a command with bash in the session folder and gives its output and exit code. Each ' +
    'call is a new shell without input (stdin is empty), so no state is kept: use `cd x && …`. ' +
    'When the shell ends, what it left in the background is ended too. ' +
    `Ended after timeout_ms (${limits.bashTimeoutMsDefault} if left out). Long output is cut in ` +
    'the middle and kept whole in a file that the result names. To read, change and search files ' +
    'prefer Read, Edit, Write, Glob and Grep.',
  input_schema: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The command line.' },
      timeout_ms: {
        type: 'integer',
        minimum: 1,
        maximum: limits.bashTimeoutMsMax,
        description: 'Milliseconds until the command is ended.',
      },
      description: { type: 'string', description: 'What it does, in a few words, for people.' },
    },
    required: ['command'],
  },
}
