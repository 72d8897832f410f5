import * as E from 'fp-ts/lib/Either.js'
import { jsonLine, parseJsonLine } from './json-line.js'
import { isNotificationEvent, type Notification } from './notification.js'

/** What a Pod sends, as one line without its newline, whatever text it holds. */
export const encodeNotification = (notification: Notification): string => jsonLine(notification)

/**
 * What a Pod's line says; `undefined` for an event of a later version, which is to be ignored. Only
 * the envelope is checked: the line comes from a Pod of ours.
 */
export const decodeNotification = (
  line: Uint8Array,
): E.Either<string, Notification | undefined> => {
  const value = parseJsonLine(line)
  if (E.isLeft(value)) return value
  if (!isEnvelope(value.right)) return E.left('the line is not an event with data')
  return E.right(isNotificationEvent(value.right.event) ? (value.right as Notification) : undefined)
}

type Envelope = { readonly event: string; readonly data: object }

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' &&
  value !== null &&
  'event' in value &&
  typeof value.event === 'string' &&
  'data' in value &&
  typeof value.data === 'object' &&
  value.data !== null
