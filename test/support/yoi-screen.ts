import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Event } from '../../domain/event/event.js'
import type { LoopbackPod } from './loopback-pod.js'
import { openPty, type PtyOptions, type PtyScreen } from './pty-screen.js'
import { mainFile } from './run-yoi.js'
import { attached, ended, said, someSession, started, storyLog, submitted } from './story.js'
import type { YoiWorld } from './yoi-process.js'

/** `yoi …argv` in a pseudo terminal in the world's working folder; it ends with the test. */
export const yoiScreen = (
  world: YoiWorld,
  argv: ReadonlyArray<string>,
  options: PtyOptions = {},
): PtyScreen => {
  const { t, env, work } = world
  const screen = openPty(process.execPath, [mainFile, ...argv], { cwd: work, ...options, env })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  return screen
}

/** The real screen attached to this Pod. */
export const screenOf = ({ world, pod }: LoopbackPod): PtyScreen => yoiScreen(world, [pod.pod])

/** A session that was used and left: its folder, and what was said in it last. */
export type UsedSession = {
  readonly cwd: string
  readonly question: string
  readonly answer: string
}

/** Puts the log of the n-th session (from 1) in its place, last used n minutes ago. */
export const putSession = async (
  { yoiHome }: YoiWorld,
  n: number,
  { cwd, question, answer }: UsedSession,
): Promise<string> => {
  const session = someSession(n)
  const { path } = await storyLog(join(yoiHome, 'data'), session, [
    [startedOffline(session, cwd), attached('before'), submitted(1, question)],
    [said(1, answer), ended(1)],
  ])
  const usedAt = Date.now() / 1000 - 60 * n
  await utimes(path, usedAt, usedAt)
  return path
}

const startedOffline = (session: ReturnType<typeof someSession>, cwd: string): Event => {
  const event = started(session, cwd)
  const model = { ref: 'offline', max_tokens: 16, system_messages: 'native' } as const
  return event.type === 'SessionStarted' ? { ...event, data: { ...event.data, model } } : event
}
