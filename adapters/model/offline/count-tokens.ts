import { createHash } from 'node:crypto'
import { messagesOf, type RequestShape, systemOf } from './request-shape.js'

/** Tokens of a request, as `usage` gives them: none of the three contains another. */
export type PromptUsage = {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
}

/** Tokens of a text: a quarter of its bytes in UTF-8, rounded up. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4)

/** Tokens of a request: those of the JSON of each tool and each block. */
export const countTokens = (request: RequestShape): number =>
  piecesOf(request).reduce((sum, { text }) => sum + tokensOf(text), 0)

/**
 * A cache as simple as can be: a request reads what an earlier one of this memory had marked,
 * writes up to its own last mark, and pays for the rest. Remembers the last 1000 marks.
 */
export const promptCache = (): ((request: RequestShape) => PromptUsage) => {
  const known = new Set<string>()
  return (request) => {
    const marks = marksOf(request)
    const read = marks.findLast(({ digest }) => known.has(digest))?.tokens ?? 0
    const written = marks.at(-1)?.tokens ?? 0
    for (const { digest } of marks) remember(known, digest)
    return {
      input_tokens: countTokens(request) - written,
      cache_creation_input_tokens: written - read,
      cache_read_input_tokens: read,
    }
  }
}

type Piece = { readonly text: string; readonly marked: boolean }
type Mark = { readonly digest: string; readonly tokens: number }

const piecesOf = (request: RequestShape): ReadonlyArray<Piece> => [
  ...(request.tools ?? []).map((tool) => piece('tool', tool)),
  ...systemOf(request).map((block) => piece('system', block)),
  ...messagesOf(request).flatMap(({ role, content }) => content.map((block) => piece(role, block))),
]

const piece = (role: string, value: object): Piece => {
  const { cache_control, ...content }: { readonly cache_control?: unknown } = value
  return { text: `${role} ${JSON.stringify(content)}`, marked: cache_control != null }
}

// Each mark stands for everything before it, so its digest covers the whole prefix.
const marksOf = (request: RequestShape): ReadonlyArray<Mark> => {
  const hash = createHash('sha256').update(request.model)
  const marks: Array<Mark> = []
  let tokens = 0
  for (const { text, marked } of piecesOf(request)) {
    tokens += tokensOf(text)
    hash.update(text).update('\n')
    if (marked) marks.push({ digest: hash.copy().digest('hex'), tokens })
  }
  return marks
}

const remember = (known: Set<string>, digest: string): void => {
  known.delete(digest)
  known.add(digest)
  const [oldest] = known
  if (known.size > 1000 && oldest !== undefined) known.delete(oldest)
}
