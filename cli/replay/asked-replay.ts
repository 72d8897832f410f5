import type { SessionFile } from '../../adapters/log/session-files.js'
import type { LogReader } from '../../domain/ports.js'
import type { CommandIo } from '../command.js'
import type { Page } from './page.js'
import type { ReplayPart } from './replay-options.js'

/** A replay that was asked for: of which session, which part of it, and for whom. */
export type AskedReplay = {
  readonly io: CommandIo
  readonly reader: LogReader
  readonly file: SessionFile
  readonly part: ReplayPart
  readonly json: boolean
  readonly page: Page
  readonly interrupted: AbortSignal
}

/** Whether more is wanted after this write. */
export const asFarAsWanted = async (
  { interrupted }: AskedReplay,
  written: Promise<boolean | void>,
): Promise<boolean> => (await written) !== false && !interrupted.aborted
