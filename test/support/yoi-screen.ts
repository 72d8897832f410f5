import { mainFile } from './run-yoi.js'
import type { LoopbackPod } from './loopback-pod.js'
import { openPty, type PtyScreen } from './pty-screen.js'

/** The real screen attached to this Pod, in a pseudo terminal; it ends with the test. */
export const screenOf = ({ t, world, pod }: LoopbackPod): PtyScreen => {
  const { env, work } = world
  const screen = openPty(process.execPath, [mainFile, pod.pod], { env, cwd: work })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  return screen
}
