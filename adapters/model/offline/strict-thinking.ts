import { isBlank } from '../../../domain/turn/request/is-blank.js'
import { isOfflineSeal, offlineSeal } from '../../../domain/turn/request/offline-seal.js'
import { badRequest, firstBad, type Rule } from './refusal.js'
import { type Block, messagesOf, type RequestShape } from './request-shape.js'

/** Thinking comes back as it was given, before something else, and first where it is demanded. */
export const thinkingRules: ReadonlyArray<Rule<RequestShape>> = [
  (request) => firstBad(sealProblems(request)),
  (request) => firstBad(lastProblems(request)),
  (request) => missingThinking(request),
]

const sealProblems = (request: RequestShape): ReadonlyArray<string | undefined> =>
  messagesOf(request).flatMap(({ content }, i) =>
    content.map((block, j) => {
      const problem = sealProblem(block, request)
      return problem === undefined ? undefined : `messages.${i}.content.${j}: ${problem}`
    }),
  )

const sealProblem = (block: Block, request: RequestShape): string | undefined => {
  if (block.type === 'redacted_thinking') {
    return isSealOf(block.data, undefined, request.model) ? undefined : invalid('data', block)
  }
  if (block.type !== 'thinking') return undefined
  if (block.thinking !== '' && isBlank(block.thinking)) {
    return 'each thinking block must contain thinking'
  }
  const seal = request.model === 'offline' ? offlineSeal(block.thinking) : undefined
  return isSealOf(block.signature, seal, request.model) ? undefined : invalid('signature', block)
}

const isSealOf = (given: string, seal: string | undefined, model: string): boolean =>
  model === 'offline' ? given === seal : !isBlank(given) && !isOfflineSeal(given)

const invalid = (key: string, { type }: Block): string => `Invalid \`${key}\` in \`${type}\` block`

const lastProblems = (request: RequestShape): ReadonlyArray<string | undefined> =>
  messagesOf(request).map(({ content }, index) =>
    isThinking(content.at(-1))
      ? `messages.${index}: The final block in an assistant message cannot be \`thinking\`.`
      : undefined,
  )

// Only a reply whose calls are being answered has to begin with thinking, and only with `enabled`.
const missingThinking: Rule<RequestShape> = (request) => {
  const messages = messagesOf(request)
  const index = messages.findLastIndex(({ role }) => role === 'assistant')
  const first = messages[index]?.content[0]
  const answers = messages[index + 1]?.content[0]?.type === 'tool_result'
  if (request.thinking?.type !== 'enabled' || !answers || isThinking(first)) return undefined
  return badRequest(
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`. ` +
      'When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
  )
}

const isThinking = (block: Block | undefined): boolean =>
  block?.type === 'thinking' || block?.type === 'redacted_thinking'
