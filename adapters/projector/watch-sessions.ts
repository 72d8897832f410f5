import { basename } from 'node:path'
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar'
import { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
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
 * last one. Without inotify watches left it polls instead, and says so. From the call of `close` on
 * nothing is told, and once that has resolved nothing is watched.
 */
export const watchSessions = async (
  options: SessionWatchOptions,
): Promise<{ readonly close: () => Promise<void> }> => {
  await privateFolder(options.folder)
  const looks = secondLooks(options.onChange)
  let isOver = false
  const heard =
    <A>(notice: (about: A) => void) =>
    (about: A): void =>
      isOver ? undefined : notice(about)
  const watcher = await opened({
    ...options,
    onChange: heard(looks.noticed),
    onGone: heard(options.onGone),
    onTrouble: heard(options.onTrouble),
    isOver: () => isOver,
    usePolling: false,
  })
  return {
    close: async () => {
      isOver = true
      looks.close()
      await watcher.close()
    },
  }
}

type Opened = { readonly close: () => Promise<void> }
type Notice = (session: SessionId) => void
type Opening = SessionWatchOptions & {
  readonly isOver: () => boolean
  readonly usePolling: boolean
}

const opened = async (opening: Opening): Promise<Opened> => {
  const { folder, usePolling, onTrouble } = opening
  const watcher = (opening.open ?? watch)(folder, { ...settings, usePolling })
  let polling: Promise<Opened> | undefined
  watcher.on('add', sessionOf(opening.onChange)).on('change', sessionOf(opening.onChange))
  watcher.on('unlink', sessionOf(opening.onGone))
  await new Promise<void>((ready) => {
    watcher.once('ready', () => ready())
    watcher.on('error', (error) => {
      if (usePolling || !isShortage(error)) return onTrouble(wrong(opening, error))
      watcher.removeAllListeners('error').on('error', () => undefined)
      onTrouble(polls(opening, error))
      polling = fallBack(watcher, opening)
      void polling.then(() => ready())
      return undefined
    })
  })
  return {
    close: async () => {
      await watcher.close()
      await (await polling)?.close()
    },
  }
}

// Closing the first watcher takes a while, in which whoever watches may have gone.
const fallBack = async (watcher: Opened, opening: Opening): Promise<Opened> => {
  await watcher.close()
  return opening.isOver() ? watcher : opened({ ...opening, usePolling: true })
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
  ['ENOSPC', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')

const polls = ({ folder }: SessionWatchOptions, error: unknown): string =>
  `no more changes can be watched on this machine (${(error as NodeJS.ErrnoException).code}): ` +
  `${folder} is looked at every ${limits.watchPollMs} ms instead`

const wrong = ({ folder }: SessionWatchOptions, error: unknown): string =>
  `watching ${folder}: ${error instanceof Error ? error.message : String(error)}`
