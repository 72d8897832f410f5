import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar'
import { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'
import { privateFolder } from '../node/private-folder.js'

export type SessionWatchOptions = {
  /** The folder of the logs; made when it is not there. */
  readonly folder: string
  /** A log is there or may have grown. Comes at least once after its last change. */
  readonly onChange: (session: SessionId) => void
  readonly onGone: (session: SessionId) => void
  /** Told in one sentence when the watch works less well than it should. */
  readonly onTrouble: (sentence: string) => void
  /** What chokidar's `watch` does; tests give their own. */
  readonly open?: (folder: string, options: ChokidarOptions) => FSWatcher
}

/**
 * Watches all logs of a folder, those that are there included, and resolves when it does. The
 * watcher drops the last of a burst of changes, so each log is looked at again a moment after its
 * last one. Without inotify watches left it polls instead, and says so; without the descriptors for
 * that it begins anew until it has them. From the call of `close` on nothing is told, and once that
 * has resolved nothing is watched.
 */
export const watchSessions = async (
  options: SessionWatchOptions,
): Promise<{ readonly close: () => Promise<void> }> => {
  await privateFolder(options.folder)
  const looks = secondLooks(options.onChange)
  const over = new AbortController()
  const heard =
    <A>(notice: (about: A) => void) =>
    (about: A): void =>
      over.signal.aborted ? undefined : notice(about)
  const watch: Watch = { over: over.signal }
  await new Promise<void>((onReady) =>
    begin(watch, {
      ...options,
      onChange: heard(looks.noticed),
      onGone: heard(options.onGone),
      onTrouble: heard(onceEach(options.onTrouble)),
      onReady,
      usePolling: false,
    }),
  )
  return {
    close: async () => {
      over.abort()
      looks.close()
      await watch.changing
      await watch.watcher?.close()
    },
  }
}

type Watch = {
  /** Aborted when nothing is to be watched any more. */
  readonly over: AbortSignal
  watcher?: Pick<FSWatcher, 'close'>
  /** One watcher goes and another one comes. */
  changing?: Promise<void>
}

type Notice = (session: SessionId) => void
type Opening = SessionWatchOptions & {
  readonly onReady: () => void
  readonly usePolling: boolean
}

const begin = (held: Watch, opening: Opening): void => {
  const { folder, usePolling, onTrouble, onReady } = opening
  const watcher = (opening.open ?? watch)(folder, { ...settings, usePolling })
  held.watcher = watcher
  watcher.on('add', sessionOf(opening.onChange)).on('change', sessionOf(opening.onChange))
  watcher.on('unlink', sessionOf(opening.onGone))
  watcher.once('ready', onReady)
  watcher.on('error', (error) => {
    if (!isShortage(error)) return onTrouble(wrong(opening, error))
    watcher.removeAllListeners('error').on('error', () => undefined)
    onTrouble(usePolling ? wrong(opening, error) : polls(opening, error))
    held.changing = usePolling ? beginAnew(held, opening) : poll(held, opening)
    return undefined
  })
}

// What happened during a shortage is seen by a new watcher alone. Nobody waits for its end.
const beginAnew = async (held: Watch, opening: Opening): Promise<void> => {
  opening.onReady()
  await pause(limits.watchAgainMs, undefined, { signal: held.over }).catch(() => undefined)
  await poll(held, opening)
}

// Closing the first watcher takes a while, in which whoever watches may have gone.
const poll = async (held: Watch, opening: Opening): Promise<void> => {
  await held.watcher?.close()
  if (!held.over.aborted) begin(held, { ...opening, usePolling: true })
}

// The same trouble again is no news.
const onceEach = (tell: (sentence: string) => void) => {
  let last: string | undefined
  return (sentence: string): void => {
    if (sentence !== last) tell(sentence)
    last = sentence
  }
}

const settings: ChokidarOptions = {
  depth: 0,
  interval: limits.watchPollMs,
  ignored: (path, stats) => stats?.isFile() === true && !path.endsWith('.jsonl'),
}

const sessionOf =
  (notice: Notice) =>
  (path: string): void => {
    const session = basename(path, '.jsonl')
    if (path.endsWith('.jsonl') && SessionId.is(session)) notice(session)
  }

// Look now, and again when no change has come for a while.
const secondLooks = (look: Notice) => {
  const timers = new Map<SessionId, NodeJS.Timeout>()
  const again = (session: SessionId): void => {
    timers.delete(session)
    look(session)
  }
  return {
    noticed: (session: SessionId): void => {
      clearTimeout(timers.get(session))
      timers.set(session, setTimeout(again, limits.secondLookMs, session))
      look(session)
    },
    close: (): void => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

const isShortage = (error: unknown): boolean =>
  ['ENOSPC', 'EMFILE', 'ENFILE'].includes(codeOf(error) ?? '')

const polls = ({ folder }: SessionWatchOptions, error: unknown): string =>
  `no more changes can be watched on this machine (${codeOf(error)}): ` +
  `${folder} is looked at every ${limits.watchPollMs} ms instead`

const wrong = ({ folder }: SessionWatchOptions, error: unknown): string =>
  `watching ${folder}: ${messageOf(error)}`
