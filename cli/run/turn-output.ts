import { safeLine } from '../../adapters/node/safe-line.js'
import type { EventOf } from '../../domain/event/event.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { retryWords } from '../../projections/retry-words.js'
import type { CommandIo } from '../command.js'
import { visibleText } from '../commands/visible-text.js'
import { writeJsonLine } from '../output.js'

/** Writes what a turn says: its text on stdout, and what it does, a line each, on stderr. */
export const textOutput = (io: CommandIo): ((notification: Notification) => void) => {
  let column = 0
  const say = (text: string) => {
    if (text === '') return
    io.stdout.write(visibleText(text))
    column = text.endsWith('\n') ? 0 : 1
  }
  const endLine = () => (column === 0 ? undefined : say('\n'))
  return (notification) => {
    if (notification.event === 'text_delta') say(notification.data.text)
    else if (notification.event === 'record') endsText(notification.data.type) && endLine()
    const doing = doingOf(notification)
    if (doing !== undefined) io.stderr.write(`${doing}\n`)
  }
}

const endsText = (type: string): boolean => type === 'AssistantReplied' || type === 'TurnEnded'

const doingOf = (notification: Notification): string | undefined => {
  if (notification.event === 'retry') return safeLine(retryWords(notification.data))
  if (notification.event === 'alert') return safeLine(notification.data.message)
  if (notification.event !== 'record') return undefined
  const record = notification.data
  if (record.type === 'ToolCallCompleted') return `  ${endedText(record.data)}`
  return record.type === 'ToolCallStarted' ? `→ ${safeLine(record.data.name)}` : undefined
}

// A summary may begin with the outcome itself.
const endedText = ({ outcome, summary }: EventOf<'ToolCallCompleted'>['data']): string =>
  summary.startsWith(outcome) ? safeLine(summary) : `${outcome}: ${safeLine(summary)}`

/** Writes every record and live event as a JSON line on stdout. */
export const jsonOutput =
  (io: CommandIo) =>
  (notification: Notification): void => {
    const { event } = notification
    if (event === 'hello' || event === 'snapshot' || event === 'ack') return
    void writeJsonLine(io.stdout, notification)
  }
