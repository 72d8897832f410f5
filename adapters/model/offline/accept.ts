import * as E from 'fp-ts/lib/Either.js'
import { decode } from '../../../domain/decode.js'
import { badRequest, type Refusal } from './refusal.js'
import { RequestShape } from './request-shape.js'
import { refuse, refuseSize } from './strict.js'

/** The request that a `fetch` call carries, or why the Messages API would not take it. */
export const accept = async (
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<E.Either<Refusal, RequestShape>> => {
  const place = placeProblem(input, init)
  if (place !== undefined) return E.left(place)
  const text = await bodyText(input, init)
  const size = refuseSize(Buffer.byteLength(text))
  return size === undefined ? parsed(text) : E.left(size)
}

const placeProblem = (
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Refusal | undefined => {
  const request = input instanceof Request ? input : { url: String(input), method: 'GET' }
  const method = (init?.method ?? request.method).toUpperCase()
  const path = new URL(request.url).pathname
  if (!path.endsWith('/v1/messages')) return notFound(`The offline model has no ${path}`)
  if (method === 'POST') return undefined
  return { status: 405, type: 'invalid_request_error', message: 'Method Not Allowed' }
}

const notFound = (message: string): Refusal => ({ status: 404, type: 'not_found_error', message })

const bodyText = async (
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<string> => {
  if (typeof init?.body === 'string') return init.body
  return init?.body == null && input instanceof Request
    ? await input.text()
    : await new Response(init?.body ?? '').text()
}

const parsed = (text: string): E.Either<Refusal, RequestShape> => {
  const body = E.tryCatch(
    (): unknown => JSON.parse(text),
    () => badRequest('The request body is not valid JSON.'),
  )
  if (E.isLeft(body)) return body
  const refusal = refuse(body.right)
  if (refusal !== undefined) return E.left(refusal)
  return E.mapLeft(badRequest)(decode(RequestShape, body.right))
}
