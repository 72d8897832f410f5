import { safeLine } from '../../adapters/node/safe-line.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { retryWords } from '../../projections/retry-words.js'
import type { CommandIo } from '../command.js'
import { visibleText } from '../commands/visible-text.js'
import { writeJsonLine } from '../output.js'
import { storageAlertOnce } from '../storage-alert-once.js'
import { type CallTeller, callTeller } from './call-teller.js'

/** Writes what a turn says: its text on stdout, and what it does, a line each, on stderr. */
export const textOutput = (io: CommandIo): ((notification: Notification) => void) => {
  let isWithinLine = false
  let cwd: string | undefined
  const calls = callTeller()
  const say = (text: string) => {
    if (text === '') return
    io.stdout.write(visibleText(text))
    isWithinLine = !text.endsWith('\n')
  }
  const endLine = () => (isWithinLine ? say('\n') : undefined)
  return storageAlertOnce((notification) => {
    if (notification.event === 'snapshot') {
      cwd = notification.data.greeting.cwd
      calls.before(notification.data.records)
    }
    if (notification.event === 'text_delta') say(notification.data.text)
    else if (endsText(notification)) endLine()
    const doing = doingOf(notification, { calls, cwd })
    if (doing !== undefined) io.stderr.write(`${doing}\n`)
  })
}

// Whole, stopped, or broken off, in which case the next attempt says it anew.
const endsText = (notification: Notification): boolean =>
  notification.event === 'retry' ||
  (notification.event === 'record' && endings.has(notification.data.type))

const endings: ReadonlySet<string> = new Set<LogRecord['type']>([
  'AssistantReplied',
  'StopRequested',
  'TurnPaused',
  'TurnEnded',
])

type Doing = { readonly calls: CallTeller; readonly cwd: string | undefined }

const doingOf = (notification: Notification, { calls, cwd }: Doing): string | undefined => {
  if (notification.event === 'retry') return safeLine(retryWords(notification.data))
  if (notification.event === 'alert') return safeLine(notification.data.message)
  if (notification.event === 'turn_start' && notification.data.opened_by === 'queue')
    return '→ an input that waited in the queue'
  return notification.event === 'record' ? calls.line(notification.data, cwd) : undefined
}

/** Writes every record and live event as a JSON line on stdout. */
export const jsonOutput =
  (io: CommandIo) =>
  (notification: Notification): void => {
    const { event } = notification
    if (event === 'hello' || event === 'snapshot' || event === 'ack') return
    void writeJsonLine(io.stdout, notification)
  }
