import { stat } from 'node:fs/promises'
import { watchFile } from '../../adapters/log/watch-file.js'
import type { OpenSession } from './open-session.js'

/** Tells a Pod that only reads when another one goes on with its session. */
export type OvertakenWatch = {
  /** What to tell who connects; empty while nothing has happened. */
  readonly told: () => ReadonlyArray<string>
  readonly close: () => void
}

/** Of a Pod that holds its session. */
export const neverOvertaken: OvertakenWatch = { told: () => [], close: () => undefined }

/**
 * Looks whether the log is still what was read of it, until it is not; then calls `tell`, once. A log
 * that is gone has not gone on.
 */
export const watchOvertaken = (
  path: string,
  open: OpenSession,
  tell: (sentence: string) => void,
): OvertakenWatch => {
  const watch = watchFile(path)
  const sizeRead = open.log.size() + (open.tail?.length ?? 0)
  const state: { told: ReadonlyArray<string>; closed: boolean } = { told: [], closed: false }
  const look = async (): Promise<void> => {
    while (!state.closed) {
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && found.size !== sizeRead) {
        watch.close()
        const sentence = overtakenText(open)
        state.told = [sentence]
        return tell(sentence)
      }
      await watch.changed()
    }
  }
  void look()
  return {
    told: () => state.told,
    close: () => {
      state.closed = true
      watch.close()
    },
  }
}

const overtakenText = ({ loaded, followed }: OpenSession): string => {
  const { tip } = loaded
  const session = followed.state.state.session?.id ?? ''
  return (
    `Another Pod went on with this session: what this one shows ends at #${tip?.seq ?? 0}. Shut it ` +
    `down; yoi --session ${session} then goes on with all of it, or names the Pod that does.`
  )
}
