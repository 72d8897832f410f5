import type { Notification } from '../domain/protocol/notification.js'

type Hear = (notification: Notification) => void

/**
 * The same ear for one call, which hears of a log that takes nothing once: until the call is
 * answered the alert waits, and goes when the answer is a refusal, since that says why as well.
 */
export const storageAlertOnce = (hear: Hear): Hear => {
  let isAnswered = false
  let waiting: ReadonlyArray<Notification> = []
  return (notification) => {
    const { event, data } = notification
    if (event === 'alert' && data.code === 'storage_failed' && !isAnswered) {
      waiting = [...waiting, notification]
      return
    }
    if (event === 'ack' || event === 'error' || event === 'shutdown') {
      isAnswered = true
      const isSaid = event === 'error' && data.code === 'storage_failed'
      for (const alert of isSaid ? [] : waiting) hear(alert)
      waiting = []
    }
    hear(notification)
  }
}
