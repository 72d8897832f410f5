import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownUid } from './own-uid.js'

/** Where everything of yoi lies; see docs/on-disk.md for what is in each. */
export type Paths = {
  /** Holds manifest.toml. */
  readonly config: string
  readonly data: string
  readonly run: string
  readonly sessions: string
  readonly quarantine: string
  readonly projections: string
  readonly liveIndex: string
  readonly outputs: string
  readonly drafts: string
  readonly inputHistory: string
  readonly scopeGuard: string
  readonly scopeLock: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** `YOI_HOME` puts everything under one folder, else XDG. An empty variable counts as unset. */
export const pathsFrom = (env: Environment): Paths => {
  const home = nonEmpty(env['YOI_HOME'])
  return home === undefined
    ? pathsOf(xdgConfig(env), xdgData(env), xdgRun(env))
    : pathsOf(join(home, 'config'), join(home, 'data'), join(home, 'run'))
}

const pathsOf = (config: string, data: string, run: string): Paths => ({
  config,
  data,
  run,
  sessions: join(data, 'sessions'),
  quarantine: join(data, 'quarantine'),
  projections: join(data, 'projections'),
  liveIndex: join(data, 'projections', 'live.json'),
  outputs: join(data, 'outputs'),
  drafts: join(data, 'drafts'),
  inputHistory: join(data, 'input-history.jsonl'),
  scopeGuard: join(data, 'scope.guard'),
  scopeLock: join(data, 'scope.lock'),
})

const nonEmpty = (value: string | undefined) => (value === '' ? undefined : value)

const homeOf = (env: Environment) => nonEmpty(env['HOME']) ?? homedir()

const xdgConfig = (env: Environment) =>
  join(nonEmpty(env['XDG_CONFIG_HOME']) ?? join(homeOf(env), '.config'), 'yoi')

const xdgData = (env: Environment) =>
  join(nonEmpty(env['XDG_DATA_HOME']) ?? join(homeOf(env), '.local', 'share'), 'yoi')

const xdgRun = (env: Environment) => {
  const runtime = nonEmpty(env['XDG_RUNTIME_DIR'])
  return runtime === undefined ? join(tmpdir(), `yoi-${ownUid()}`) : join(runtime, 'yoi')
}
