import { safeText } from '../text/safe-text.js'

/** The terminal as far as its modes are concerned. */
export type Modes = {
  readonly write: (text: string) => void
  readonly setRaw: (raw: boolean) => void
  /** Whether we set the title, which is then kept and put back. */
  readonly withTitle: boolean
  /** Whether the terminal shall tell when it is looked at. */
  readonly withFocus: boolean
  /** Whether it shall tell of the wheel. */
  readonly withMouse: boolean
}

/** The process as far as its endings are concerned. */
export type EndingProcess = {
  readonly on: (event: string, listener: (...args: ReadonlyArray<unknown>) => void) => unknown
  readonly removeListener: EndingProcess['on']
  readonly exit: (code: number) => void
  readonly printError: (text: string) => void
}

export type Lifecycle = {
  /**
   * Takes the screen: raw mode, alternate screen, bracketed paste, mouse wheel. Taken already, it is
   * taken again, since whoever stopped us may have changed its modes.
   */
  readonly enter: () => void
  /** Gives the terminal back as it was; only the first call after `enter` does anything. */
  readonly restore: () => void
  /** Restores for another program; until `enter` its SIGINT and SIGQUIT are none of ours. */
  readonly lend: () => void
  /** Restores, and stops watching how the process ends. */
  readonly dispose: () => void
}

// Without wrapping, a terminal that takes a character for wider than we do cannot scroll.
const enterModes = '\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[0m'
const mouseModes = '\x1b[?1000h\x1b[?1006h'
const leaveModes =
  '\x1b[?2026l\x1b[?2004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l' +
  '\x1b[?7h\x1b[0m\x1b[?25h\x1b[?1049l'

// The title from before is kept on a stack of the terminal: once for each time that it is put back.
const enterText = ({ withTitle, withFocus, withMouse }: Modes, isEntered: boolean): string =>
  [
    enterModes,
    withMouse ? mouseModes : '',
    withTitle && !isEntered ? '\x1b[22;0t' : '',
    withFocus ? '\x1b[?1004h' : '',
  ].join('')

// The empty title is for terminals that cannot put back the one from before.
const leaveText = ({ withTitle }: Modes): string =>
  `${leaveModes}${withTitle ? '\x1b]2;\x07\x1b[23;0t' : ''}`

/** What is still done when a signal or a fault ends the process, once the terminal is restored. */
export type LastDeeds = {
  /** Keeps what would be lost. */
  readonly keep: () => void
  /** Gives what is then printed. */
  readonly words: () => string
}

/**
 * Restores the terminal on every way out: exit, exception, rejection, SIGINT, SIGQUIT (131), SIGTERM
 * (143), SIGHUP (129).
 */
export const createLifecycle = (
  modes: Modes,
  process: EndingProcess,
  { keep, words }: LastDeeds,
): Lifecycle => {
  const screen = createScreenModes(modes)
  let isLent = false
  const restore = { restore: screen.restore, isLent: () => isLent }
  const last = () => {
    try {
      keep()
    } finally {
      modes.write(`${words()}\n`)
    }
  }
  const endings = endingsOf(restore, process, last)
  for (const [event, listener] of endings) process.on(event, listener)
  return {
    restore: screen.restore,
    enter: () => {
      isLent = false
      screen.enter()
    },
    lend: () => {
      isLent = true
      screen.restore()
    },
    dispose: () => {
      screen.restore()
      for (const [event, listener] of endings) process.removeListener(event, listener)
    },
  }
}

const createScreenModes = (modes: Modes): Pick<Lifecycle, 'enter' | 'restore'> => {
  let active = false
  return {
    enter: () => {
      modes.setRaw(true)
      modes.write(enterText(modes, active))
      active = true
    },
    restore: () => {
      if (!active) return
      active = false
      modes.write(leaveText(modes))
      modes.setRaw(false)
    },
  }
}

type Ending = readonly [string, (error: unknown) => void]

type Owned = { readonly restore: () => void; readonly isLent: () => boolean }

const endingsOf = (
  { restore, isLent }: Owned,
  process: EndingProcess,
  last: () => void,
): ReadonlyArray<Ending> => {
  const tell = (error: unknown) =>
    // What went wrong may quote what came from outside.
    process.printError(`${safeText(String(error instanceof Error ? error.stack : error))}\n`)
  const end = (code: number) => () => {
    restore()
    try {
      last()
    } catch (error) {
      // Thrown on, it would be one more fault that ends the process, and come back here.
      tell(error)
    }
    process.exit(code)
  }
  const fail = (error: unknown) => {
    restore()
    tell(error)
    end(1)()
  }
  return [
    ['exit', restore],
    ['uncaughtException', fail],
    ['unhandledRejection', fail],
    // Ctrl-C and Ctrl-\ in a program that has the terminal go to all of its processes.
    ['SIGINT', () => (isLent() ? undefined : end(130)())],
    ['SIGQUIT', () => (isLent() ? undefined : end(131)())],
    ['SIGTERM', end(143)],
    ['SIGHUP', end(129)],
  ]
}
