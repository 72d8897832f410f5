import type { SessionId } from '../../domain/ids.js'
import type { ReadPanel } from './command.js'
import type { FoundFiles } from './menu/file-listing.js'
import type { Message } from './message.js'
import { type PanelItem, words } from './panel/panel.js'
import type { PodInfo } from './state.js'

/** Where the answers come from that need a file or a process. Both may reject with a sentence. */
export type Sources = {
  /** What a panel shows besides the state. */
  readonly readPanel: (
    question: ReadPanel,
    signal: AbortSignal,
  ) => Promise<ReadonlyArray<PanelItem>>
  /** The files that may be named behind an @ in this session, below the folder of its Pod. */
  readonly listFiles: (place: ListedPlace, signal: AbortSignal) => Promise<FoundFiles>
}

export type ListedPlace = { readonly session: SessionId; readonly cwd: string }

/** Asks the sources, one question of each kind at a time: a newer one ends the older. */
export type Answering = {
  readonly readPanel: (question: ReadPanel) => void
  readonly leavePanel: () => void
  readonly listFiles: (asked: number, pod: PodInfo | undefined) => void
  /** Ends what goes on; nothing is told any more. */
  readonly close: () => void
}

/** `tell` hears the answers; a fault of a source is told as its answer. */
export const createAnswering = (
  { readPanel, listFiles }: Sources,
  tell: (message: Message) => void,
): Answering => {
  const reading = oneAtATime()
  const listing = oneAtATime()
  return {
    readPanel: (question) => {
      const { asked } = question
      reading.start(
        (signal) =>
          readPanel(question, signal).catch((error) => [words(messageOf(error), 'error')]),
        (told) => tell({ type: 'PanelRead', asked, told }),
      )
    },
    leavePanel: reading.end,
    listFiles: (asked, pod) =>
      listing.start(
        (signal) =>
          found(pod, (place) => listFiles(place, signal)).catch((error) => ({
            paths: [],
            note: messageOf(error),
          })),
        (found) => tell({ type: 'FilesFound', asked, found }),
      ),
    close: () => {
      reading.end()
      listing.end()
    },
  }
}

const found = async (
  pod: PodInfo | undefined,
  list: (place: ListedPlace) => Promise<FoundFiles>,
): Promise<FoundFiles> =>
  pod?.greeting === undefined
    ? { paths: [], note: 'the folder is not known until the Pod answers' }
    : list({ session: pod.session, cwd: pod.greeting.cwd })

const oneAtATime = () => {
  const state = { running: new AbortController() }
  return {
    start: <A>(work: (signal: AbortSignal) => Promise<A>, done: (answer: A) => void): void => {
      state.running.abort()
      state.running = new AbortController()
      const { signal } = state.running
      void work(signal).then((answer) => {
        if (!signal.aborted) done(answer)
      })
    },
    end: () => state.running.abort(),
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
