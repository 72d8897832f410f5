import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request as it arrived, and what became of its connection. */
export type LoopbackRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The exact bytes of the body. */
  readonly body: Buffer
  /** Resolves when the response is over: sent whole, or given up by the client. */
  readonly over: Promise<'sent' | 'client_closed'>
}

/** Answers one request. See loopback-behaviours.ts for ready-made ones. */
export type Behaviour = (response: ServerResponse, request: LoopbackRequest) => unknown

export type LoopbackModel = {
  /** For `base_url`: without a path. */
  readonly url: string
  /** All requests so far, in order of arrival. */
  readonly requests: ReadonlyArray<LoopbackRequest>
  /** Resolves with request `index` (from 0) once it has arrived whole. */
  readonly arrived: (index: number) => Promise<LoopbackRequest>
  /** Cuts every connection and stops listening. */
  readonly close: () => Promise<void>
}

/**
 * A server of the Messages API on 127.0.0.1, on a free port. Request n is answered by behaviour n;
 * the last behaviour answers all that follow.
 */
export const loopbackModel = async (
  behaviours: ReadonlyArray<Behaviour>,
): Promise<LoopbackModel> => {
  const requests: LoopbackRequest[] = []
  const news = new EventTarget()
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const over = overOf(response)
    const { method = '', url: path = '', headers } = message
    const body = await buffer(message)
    const request = { method, path, headers, body, over }
    const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)]
    requests.push(request)
    news.dispatchEvent(new Event('request'))
    await behaviour?.(response, request)
  }
  const server = createServer((message, response) => void answer(message, response))
  // Else it may close a quiet connection in the moment in which the next request leaves on it.
  server.keepAliveTimeout = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const arrived = async (index: number): Promise<LoopbackRequest> => {
    const request = requests[index]
    if (request !== undefined) return request
    await new Promise((resolve) => news.addEventListener('request', resolve, { once: true }))
    return arrived(index)
  }
  const close = async () => {
    server.close()
    server.closeAllConnections()
    if (server.listening) await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}`, requests, arrived, close }
}

const overOf = (response: ServerResponse): Promise<'sent' | 'client_closed'> =>
  new Promise((resolve) => {
    response.on('error', () => resolve('client_closed'))
    response.once('finish', () => resolve('sent'))
    response.once('close', () => resolve('client_closed'))
  })
