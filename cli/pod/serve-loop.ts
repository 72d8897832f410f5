import * as E from 'fp-ts/lib/Either.js'
import type { WireClient } from '../../adapters/wire/serve-client.js'
import type { Method } from '../../domain/protocol/method.js'
import {
  type Notification,
  type NotificationData,
  protocolVersion,
} from '../../domain/protocol/notification.js'
import { askOf } from './ask-of.js'
import { inTurn } from './in-turn.js'
import type { SessionLoop } from './session-loop.js'

/** Who a Pod is, as `hello` says it. */
export type Identity = Omit<NotificationData['hello'], 'protocol'>

/** What the server needs of a session: a greeting for who connects, and an ear for what they ask. */
export const serveLoop = (
  loop: SessionLoop,
  identity: Identity,
  options: { readonly readOnly: boolean; readonly alerts: ReadonlyArray<string> },
) => {
  const paged = inTurn()
  return {
    greet: (): ReadonlyArray<Notification> => [
      { event: 'hello', data: { protocol: protocolVersion, ...identity } },
      { event: 'snapshot', data: loop.snapshot() },
      ...options.alerts.map(warning),
    ],
    receive: (client: WireClient, method: Method): void => {
      if (method.method === 'get_history')
        return void paged(() => sendHistory(client, method, loop))
      if (options.readOnly && method.method !== 'shutdown') return refuseReadOnly(client, method)
      void answer(client, method, loop)
    },
  }
}

const warning = (message: string): Notification => ({
  event: 'alert',
  data: { level: 'warning', code: 'manifest', message },
})

// One page after the other, so that no number of callers has more than one in memory.
const sendHistory = async (
  client: WireClient,
  { id, params }: Extract<Method, { readonly method: 'get_history' }>,
  loop: SessionLoop,
): Promise<void> => {
  if (client.isGone()) return
  const page = await loop.history(params ?? {})
  if (E.isLeft(page))
    return client.send(refusal({ code: 'storage_failed', message: page.left.message }, id))
  client.send({ event: 'history', data: page.right })
  if (id !== undefined) client.send({ event: 'ack', data: { id } })
}

const refuseReadOnly = (client: WireClient, { id }: Method): void =>
  client.send(
    refusal({ code: 'read_only', message: 'This Pod only shows the session (--read-only).' }, id),
  )

const answer = async (client: WireClient, method: Method, loop: SessionLoop): Promise<void> => {
  const ask = askOf(method)
  if (ask === undefined) return
  const verdict = await loop.ask(ask)
  const { id } = method
  if (E.isLeft(verdict)) client.send(refusal(verdict.left, id))
  else if (id !== undefined) client.send({ event: 'ack', data: { id, ...verdict.right } })
}

const refusal = (
  { code, message }: Pick<NotificationData['error'], 'code' | 'message'>,
  id: string | undefined,
): Notification => ({
  event: 'error',
  data: id === undefined ? { code, message } : { code, message, id },
})
