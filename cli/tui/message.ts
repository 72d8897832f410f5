import type { Notification } from '../../domain/protocol/notification.js'
import type { FoundFiles } from './menu/file-listing.js'
import type { PanelItem } from './panel/panel.js'

/**
 * What the TUI hears. `atMs` is monotonic; `id` is a fresh UUID for whatever a key or a letter may
 * start, so that the update needs neither a clock nor a generator.
 */
export type Message =
  | { readonly type: 'Key'; readonly name: string; readonly atMs: number; readonly id: string }
  | { readonly type: 'Text'; readonly text: string; readonly atMs: number; readonly id: string }
  | { readonly type: 'Paste'; readonly text: string; readonly atMs: number }
  | { readonly type: 'Resize'; readonly width: number; readonly height: number }
  | { readonly type: 'Connected'; readonly atMs: number }
  | Disconnected
  /** The Pod could not be started again, for this reason. */
  | { readonly type: 'NotStarted'; readonly sentence: string; readonly atMs: number }
  | { readonly type: 'Notified'; readonly notification: Notification; readonly atMs: number }
  /** The text came back from the person's own editor; undefined when that changed nothing. */
  | { readonly type: 'Edited'; readonly text: string | undefined; readonly atMs: number }
  /** Something outside went wrong. */
  | { readonly type: 'Said'; readonly text: string; readonly atMs: number }
  | { readonly type: 'Tick'; readonly atMs: number }
  | { readonly type: 'PanelRead'; readonly asked: number; readonly told: ReadonlyArray<PanelItem> }
  | { readonly type: 'FilesFound'; readonly asked: number; readonly found: FoundFiles }

/** `forGood`: there is no Pod, and none will come. `gone`: there is none unless it is started again. */
export type Disconnected = {
  readonly type: 'Disconnected'
  readonly reason: string
  readonly atMs: number
  readonly forGood?: boolean
  readonly gone?: boolean
}

export type KeyMessage = Extract<Message, { readonly type: 'Key' }>
