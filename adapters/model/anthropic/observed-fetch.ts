import { requestIdIn } from './request-id-in.js'
import type { RequestWatch } from './request-watch.js'

/** What a response looked like, as far as it has come. */
export type Observed = {
  readonly contentType: string | undefined
  readonly requestId: string | undefined
  readonly bytes: number
}

/**
 * A fetch for one request that tells the watch of headers and of every piece of the body, pings
 * and all, since the SDK hides pings. Redirects are not followed: the response is the redirect.
 */
export const observedFetch = (send: typeof fetch, watch: RequestWatch) => {
  let headers: Headers | undefined
  let bytes = 0
  const count = (piece: Uint8Array) => {
    bytes += piece.byteLength
    watch.bytesCame(piece.byteLength)
  }
  const observing: typeof fetch = async (input, init) => {
    watch.requestLeaves()
    const response = await Promise.race([
      send(input, { ...init, redirect: 'manual' }),
      refusedWhenGivenUp(watch),
    ])
    headers = response.headers
    watch.headersCame()
    return withCountedBody(response, count)
  }
  const observed = (): Observed => ({
    contentType: headers?.get('content-type') ?? undefined,
    requestId: headers && requestIdIn(headers),
    bytes,
  })
  return { fetch: observing, observed }
}

// A fetch that does not heed its signal must not keep the SDK, and its timer, waiting.
const refusedWhenGivenUp = async (watch: RequestWatch): Promise<never> => {
  await watch.givenUp
  throw new DOMException('The request was given up.', 'AbortError')
}

const withCountedBody = (response: Response, count: (piece: Uint8Array) => void): Response => {
  if (response.body === null) return response
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, out) => {
      count(piece)
      out.enqueue(piece)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers })
}
