import type { Method } from '../../../domain/protocol/method.js'
import type { Notification } from '../../../domain/protocol/notification.js'

/**
 * One connection to a Pod as the TUI sees it. Notifications come in the order of the wire and are
 * kept until a listener is set. `onClose` is told once, also when it is set after the close; the
 * reason is a sentence, or undefined after an orderly end. `send` after the close does nothing.
 */
export type ClientConnection = {
  readonly send: (method: Method) => void
  readonly onNotification: (listener: (notification: Notification) => void) => void
  readonly onClose: (listener: (reason: string | undefined) => void) => void
  readonly close: () => void
}
