import * as E from 'fp-ts/lib/Either.js'
import { parseArguments } from '../args.js'

/** How a Pod is started; see `yoi pod --help`. */
export type PodOptions = {
  readonly session?: string
  readonly overlays: ReadonlyArray<string>
  /** Socket of the Pod to report to. */
  readonly callback?: string
  readonly readOnly: boolean
  /** Shuts down when stdin ends: whoever started it holds the other side. */
  readonly tillStdinEnds: boolean
  readonly cwd?: string
}

/** Reads the options of `yoi pod`, or says in one sentence what is wrong with them. */
export const podOptions = (argv: ReadonlyArray<string>): E.Either<string, PodOptions> => {
  const parsed = parseArguments(argv, { options })
  if (E.isLeft(parsed)) return parsed
  const { session, overlay, callback, cwd, ...flags } = parsed.right.values
  if (flags['read-only'] === true && session === undefined) return E.left(nothingToShow)
  return E.right({
    overlays: overlay ?? [],
    readOnly: flags['read-only'] === true,
    tillStdinEnds: flags['till-stdin-ends'] === true,
    ...(session === undefined ? {} : { session }),
    ...(callback === undefined ? {} : { callback }),
    ...(cwd === undefined ? {} : { cwd }),
  })
}

const nothingToShow = '--read-only shows a session that is there: name it with --session ID.'

const options = {
  session: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  callback: { type: 'string' },
  'read-only': { type: 'boolean' },
  'till-stdin-ends': { type: 'boolean' },
  cwd: { type: 'string' },
} as const
