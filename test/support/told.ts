import type { Notification, NotificationOf } from '../../domain/protocol/notification.js'
import type { LiveSession } from './live-session.js'

/** What clients were told of one kind, in order. */
export const toldOf = <K extends Notification['event']>(
  { told }: LiveSession,
  event: K,
): ReadonlyArray<NotificationOf<K>> =>
  told.filter((one): one is NotificationOf<K> => one.event === event)

/** The records that clients were told. */
export const toldRecords = (session: LiveSession) =>
  toldOf(session, 'record').map(({ data }) => data)

/** How turns ended or came to rest, as clients were told. */
export const resultsTold = (session: LiveSession) =>
  toldOf(session, 'run_end').map(({ data }) => data.result)
