import type { Paths } from '../../adapters/node/paths.js'
import type { CommandIo } from '../command.js'
import type { Terminal } from '../tui/terminal/screen.js'
import type { LeftBehind } from './left-behind.js'

/** What every way into the terminal screen works with. */
export type ScreenWorld = {
  readonly terminal: Terminal
  readonly paths: Paths
  readonly io: CommandIo
  /** The terminal takes lines only: no screen is drawn and no dialog asked. */
  readonly isPlain: boolean
  /** The Pods that were shown before the one on the screen. */
  readonly behind: LeftBehind
}
