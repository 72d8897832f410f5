import * as E from 'fp-ts/lib/Either.js'
import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { readTail } from '../../../adapters/log/read-tail.js'
import { connectClient } from '../../../adapters/wire/client.js'
import { writeText } from '../../output.js'
import { logPath } from '../../sessions/session-place.js'
import { podsWords } from '../../tui/pod/pods-words.js'
import type { TuiOptions } from '../../tui/tui-options.js'
import { notShown, type PodToShow, type ScreenEnd } from '../screen-end.js'
import { editText } from '../typed/edit-text.js'
import { openTypedText } from '../typed/typed-text.js'
import type { ScreenWorld } from '../world.js'
import { awaitSocket } from './await-socket.js'
import { listSessionFiles } from './list-session-files.js'
import { readPanel } from './read-panel.js'
import { runningPods } from './running-pods.js'
import { startAgain } from './start-again.js'

/** A Pod that serves already, as the registry names it. */
export const livePod = ({
  socket,
  session,
  read_only,
}: Pick<PodEntry, 'socket' | 'session' | 'read_only'>): PodToShow => ({
  socket: Promise.resolve(E.right(socket)),
  session,
  ...(read_only === true ? { argv: ['--read-only'] } : {}),
})

/**
 * Shows a Pod until the person leaves, switches or shuts it down. One that is still starting is
 * shown with its history; what is typed meanwhile is sent when it serves, and printed when it never
 * does. One that was shown before goes on with what was typed in it, and one that has ended may be
 * started again.
 */
export const showPod = async (world: ScreenWorld, pod: PodToShow): Promise<ScreenEnd> => {
  const { paths, behind, isPlain } = world
  const { session } = pod
  const from = pod.from ?? behind.take(session)
  const place: Place = { pod }
  const typed = await openTypedText(world, session, from === undefined)
  // Most of the screen's code, Markdown and languages too: a dialog before it does without.
  const { runTui } = await import('../../tui/run-tui.js')
  const options = { ...(await optionsOf(world, place)), ...typed.options }
  const hearAgain = ignoreInterrupts()
  const outcome = await runTui(from === undefined ? options : { ...options, from })
  await typed.settled()
  if (outcome.reason !== 'switch') await say(world, [outcome.farewell, behind.words()])
  hearAgain()
  if (outcome.reason === 'switch')
    return { type: 'switched', to: outcome.to, shown: { pod: place.pod, ...outcome } }
  if (outcome.reason === 'incompatible') return notShown(outcome.fault)
  // Left while it starts: what becomes of it is still to be told.
  const socket = await place.pod.socket
  if (E.isLeft(socket)) return { type: 'refused', sentence: socket.left }
  if (outcome.reason === 'left') await say(world, [podsWords(await runningPods(paths))])
  // Where lines are typed their end is the way to leave.
  return { type: 'ended', code: outcome.reason === 'hung_up' && !isPlain ? 1 : 0 }
}

/** The Pod of a screen: another one, when it was started again. */
type Place = { pod: PodToShow }

const optionsOf = async (world: ScreenWorld, place: Place): Promise<TuiOptions> => {
  const { paths, terminal, behind, isPlain, io } = world
  const { pod } = place
  const { session, notice } = pod
  return {
    ...terminal,
    connect: () => connection(place.pod),
    awaitPod: (came) => awaitPod(place.pod, came),
    startAgain: async (shown) => {
      const socket = await startAgain(world, pod, shown)
      if (E.isLeft(socket)) return socket.left
      place.pod = { ...pod, socket: Promise.resolve(socket) }
      return undefined
    },
    ...(session === undefined ? {} : { tail: await readTail(logPath(paths, session)) }),
    pods: await runningPods(paths),
    editText: editText(io.env),
    readPanel: readPanel(io),
    listFiles: listSessionFiles(paths),
    ...(notice === undefined ? {} : { notice }),
    besides: behind.words,
    ...(isPlain
      ? (await import('./plain-screen.js')).plainScreen(terminal, io, readPanel(io))
      : {}),
  }
}

const awaitPod = ({ socket }: PodToShow, came: () => void): (() => void) => {
  let end: (() => void) | undefined = () => undefined
  void socket.then((found) => {
    if (end !== undefined && E.isRight(found)) end = awaitSocket(found.right, came)
  })
  return () => {
    end?.()
    end = undefined
  }
}

// Whoever leaves with Ctrl-C may press it once more than needed: the way back is told all the same.
const ignoreInterrupts = (): (() => void) => {
  const nothing = () => undefined
  process.on('SIGINT', nothing)
  return () => process.off('SIGINT', nothing)
}

const say = async ({ io }: ScreenWorld, texts: ReadonlyArray<string>): Promise<void> => {
  for (const text of texts) if (text !== '') await writeText(io.stdout, `${text}\n`)
}

const connection = async ({ socket }: PodToShow) => {
  const found = await socket
  if (E.isLeft(found)) return 'not_started'
  const client = await connectClient(found.right)()
  if (E.isRight(client)) return client.right
  if (client.left.code !== 'unreachable') return 'gone'
  throw new Error(client.left.message)
}
