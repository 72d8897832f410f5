import type { ExecutionContext } from 'ava'
import type { PtyScreen } from './pty-screen.js'

/** Waits for the end of the program with this code, which gives the terminal back as it was. */
export const isLeft = async (
  t: ExecutionContext,
  screen: PtyScreen,
  code: number,
): Promise<void> => {
  t.is((await screen.exit).exitCode, code)
  t.false(screen.isAlternate())
  t.deepEqual(screen.modes(), { mouse: 'none', bracketedPaste: false, wrap: true })
}
