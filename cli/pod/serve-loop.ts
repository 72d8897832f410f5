import * as E from 'fp-ts/lib/Either.js'
import type { WireClient } from '../../adapters/wire/serve-client.js'
import type { ClientId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
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
  options: { readonly readOnly: boolean; readonly alerts: () => ReadonlyArray<string> },
) => {
  const sendPage = pageSender(loop)
  return {
    greet: (): ReadonlyArray<Notification> => [
      { event: 'hello', data: { protocol: protocolVersion, ...identity } },
      { event: 'snapshot', data: loop.snapshot() },
      ...options.alerts().map(warning),
      ...[loop.trouble()].filter((alert) => alert !== undefined),
    ],
    receive: (client: WireClient, method: Method): void => {
      if (method.method === 'get_history') return sendPage(client, method)
      if (options.readOnly && method.method !== 'shutdown')
        return refuseReadOnly(client, method, identity)
      void answer(client, method, loop)
    },
  }
}

/** A remark on this Pod, for who talks to it. */
export const warning = (message: string): Notification => ({
  event: 'alert',
  data: { level: 'warning', code: 'manifest', message },
})

type GetHistory = Extract<Method, { readonly method: 'get_history' }>

// One page after the other, so that no number of callers has more than one in memory.
const pageSender = (loop: SessionLoop) => {
  const paged = inTurn()
  const waiting = new Map<ClientId, number>()
  return (client: WireClient, method: GetHistory): void => {
    const others = waiting.get(client.id) ?? 0
    if (others >= limits.historyCallsMax)
      return client.send(refusal({ code: 'invalid_request', message: tooManyPages }, method.id))
    waiting.set(client.id, others + 1)
    const sent = paged(() => sendHistory(client, method, loop))
    void sent.finally(() => oneLess(client.id, waiting))
  }
}

const tooManyPages = `${limits.historyCallsMax} pages are on their way to you; wait for one before you ask on.`

const oneLess = (client: ClientId, waiting: Map<ClientId, number>): void => {
  const rest = (waiting.get(client) ?? 1) - 1
  if (rest > 0) waiting.set(client, rest)
  else waiting.delete(client)
}

const sendHistory = async (
  client: WireClient,
  { id, params }: GetHistory,
  loop: SessionLoop,
): Promise<void> => {
  if (client.isGone()) return
  const page = await loop.history(params ?? {})
  if (E.isLeft(page))
    return client.send(refusal({ code: 'storage_failed', message: page.left.message }, id))
  client.send({ event: 'history', data: page.right })
  if (id !== undefined) client.send({ event: 'ack', data: { id } })
}

const refuseReadOnly = (client: WireClient, { id }: Method, { session }: Identity): void =>
  client.send(refusal({ code: 'read_only', message: readOnlyText(session) }, id))

const readOnlyText = (session: string): string =>
  'This Pod only shows its session (--read-only) and takes nothing: ' +
  `go on with it in another Pod by yoi --session ${session}`

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
