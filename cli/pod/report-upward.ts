import { followCall } from '../../adapters/wire/call.js'
import { limits } from '../../domain/limits.js'
import type { Notification } from '../../domain/protocol/notification.js'

/** Tells the Pod that started this one what becomes of its turns. */
export type UpwardReporter = {
  readonly hear: (notification: Notification) => void
  /** Waits a short time for all that is on its way, once: a silent parent holds nobody for long. */
  readonly close: () => Promise<void>
}

/** What a Pod without a parent uses. */
export const noReporter: UpwardReporter = { hear: () => undefined, close: async () => undefined }

/**
 * Reports `turn_ended`, `errored` and `shut_down` of the Pod `pod` to a parent's socket. A person's
 * pause or cancel is no error. Each report is sent once, after the one before was answered or had its
 * time. A parent that cannot be reached changes nothing here.
 */
export const reportUpward = (socket: string, pod: string): UpwardReporter => {
  let pending: Promise<unknown> = Promise.resolve()
  return {
    hear: (notification) => {
      const report = reportOf(notification)
      if (report !== undefined) pending = pending.then(() => send(socket, { ...report, pod }))
    },
    close: async () => {
      await Promise.race([pending, patience()])
    },
  }
}

type ChildReport = { readonly kind: string; readonly message?: string; readonly result?: string }

const reportOf = (notification: Notification): ChildReport | undefined => {
  if (notification.event === 'shutdown') return { kind: 'shut_down' }
  if (notification.event !== 'run_end') return undefined
  const { result, error } = notification.data
  if (result === 'paused') return undefined
  return result === 'errored'
    ? { kind: 'errored', message: error?.message ?? 'The turn failed.' }
    : { kind: 'turn_ended', result }
}

const send = async (socket: string, report: ChildReport & { readonly pod: string }) => {
  const { kind, message, result, pod } = report
  const params = {
    kind,
    pod_name: pod,
    ...(message === undefined ? {} : { message }),
    ...(result === undefined ? {} : { detail: { result } }),
  }
  const signal = AbortSignal.timeout(limits.upwardReportMs)
  await followCall(socket, { method: 'pod_event', params }, { waitFor: 'ack', signal })()
}

const patience = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, limits.upwardReportMs).unref())
