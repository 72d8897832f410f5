import { type BodyPlan, pacedBody, untilGone } from './paced-body.js'
import type { Refusal } from './refusal.js'
import type { OfflineReply } from './reply.js'
import type { ScriptEntry } from './script.js'
import { errorFrame, type Frame, framesOf, type StreamFacts } from './sse.js'

/** Everything around a reply: who it is for, how fast, and until when. */
export type Setting = {
  readonly facts: StreamFacts
  readonly delayMs: number
  readonly signal: AbortSignal | undefined
}

/** The response to an accepted request: the entry's reply, with what the entry says goes wrong. */
export const respond = async (entry: ScriptEntry, setting: Setting): Promise<Response> => {
  if (entry.hang === 'headers') return await untilGone(setting.signal)
  if (entry.error !== undefined) return errorResponse(entry.error, setting.facts.id)
  if (entry.html === true) return htmlResponse(setting.facts.id)
  const plan = { ...planOf(entry, setting.facts), delayMs: setting.delayMs }
  return new Response(pacedBody(plan, setting.signal), {
    status: 200,
    headers: headersOf('text/event-stream; charset=utf-8', setting.facts.id),
  })
}

/** An error answer in the shape of the Messages API. */
export const errorResponse = (
  { status, type, message, retry_after }: Refusal & { readonly retry_after?: number | string },
  id: string,
): Response => {
  const body = { type: 'error', error: { type, message }, request_id: `req_${id}` }
  const headers = headersOf('application/json', id)
  if (retry_after !== undefined) headers.set('retry-after', String(retry_after))
  return new Response(JSON.stringify(body), { status, headers })
}

const headersOf = (contentType: string, id: string): Headers =>
  new Headers({ 'content-type': contentType, 'request-id': `req_${id}` })

const htmlResponse = (id: string): Response =>
  new Response('<!doctype html><title>Sign in</title><p>This is not the API.</p>\n', {
    status: 200,
    headers: headersOf('text/html; charset=utf-8', id),
  })

const planOf = (entry: ScriptEntry, facts: StreamFacts): Omit<BodyPlan, 'delayMs'> => {
  if (entry.raw !== undefined) return { frames: [rawFrame(entry.raw)], end: 'close' }
  if (entry.hang === 'first_byte') return { frames: [], end: 'hang' }
  const broken = (deltas: number) => firstDeltas(framesOf(withWords(entry), facts), deltas)
  if (entry.hang === 'mid') return { frames: broken(entry.after ?? 1), end: 'hang' }
  if (entry.cut !== undefined) return { frames: broken(entry.cut), end: 'close' }
  if (entry.reset !== undefined) return { frames: broken(entry.reset), end: 'reset' }
  if (entry.error_event === undefined) return { frames: framesOf(entry, facts), end: 'close' }
  return { frames: [...broken(entry.after ?? 0), errorFrame(entry.error_event)], end: 'close' }
}

const rawFrame = (lines: ReadonlyArray<string>): Frame => ({
  text: lines.map((line) => `${line}\n`).join(''),
  delta: false,
})

// What breaks off needs something to break off from.
const withWords = (entry: ScriptEntry): OfflineReply =>
  entry.text === undefined && entry.thinking === undefined && entry.calls === undefined
    ? { ...entry, text: 'This reply comes from a script and breaks off.' }
    : entry

// Never the frames that end a message, however many deltas are asked for.
const firstDeltas = (frames: ReadonlyArray<Frame>, deltas: number): ReadonlyArray<Frame> => {
  const unended = frames.slice(0, -2)
  const places = unended.flatMap(({ delta }, index) => (delta ? [index] : []))
  return unended.slice(0, places[deltas] ?? unended.length)
}
