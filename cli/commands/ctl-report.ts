import type { WaitFor } from '../../domain/protocol/call.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { retryWords } from '../../projections/retry-words.js'
import type { CommandIo } from '../command.js'
import { writeJsonLine } from '../output.js'
import { storageAlertOnce } from '../storage-alert-once.js'
import type { CtlArguments } from './ctl-arguments.js'
import { visibleText } from './visible-text.js'

/** What is told while a call is under way. */
export type CtlReport = {
  readonly hear: (notification: Notification) => void
  /** The replies and stops heard so far, and why the Pod has left. */
  readonly heard: () => ReadonlyArray<Notification>
}

/** As JSON lines on stdout all that the Pod says; in words only what makes the waiting longer. */
export const ctlReport = (args: CtlArguments, waitFor: WaitFor, io: CommandIo): CtlReport => {
  const kept: Notification[] = []
  const inWords = storageAlertOnce((notification) => {
    if (opensTurn(args) || !isRemark(notification))
      io.stderr.write(visibleText(delayWords(notification)))
  })
  return {
    heard: () => kept,
    hear: (notification) => {
      if (isKept(notification)) kept.push(notification)
      if (!concerns(notification, waitFor)) return
      if (args.json) void writeJsonLine(io.stdout, notification)
      else inWords(notification)
    },
  }
}

const isKept = ({ event, data }: Notification) =>
  event === 'shutdown' ||
  (event === 'record' && (data.type === 'AssistantReplied' || data.type === 'StopRequested'))

// What a Pod says of its session to whoever comes is for those who begin something in it.
const isRemark = ({ event, data }: Notification): boolean =>
  event === 'alert' && data.code === 'manifest'

const opensTurn = ({ verb }: CtlArguments): boolean => verb === 'run' || verb === 'resume'

// A call that touches no turn is told nothing of the turn that runs beside it.
const concerns = (notification: Notification, waitFor: WaitFor) =>
  waitFor === 'run_end' || waitFor === 'close' || answers.includes(notification.event)

const answers: ReadonlyArray<Notification['event']> = ['ack', 'error', 'history']

const delayWords = (notification: Notification): string => {
  switch (notification.event) {
    case 'alert':
      return `${notification.data.message}\n`
    case 'retry':
      return `${retryWords(notification.data)}\n`
    default:
      return ''
  }
}
