import * as E from 'fp-ts/lib/Either.js'
import { decode } from '../../../domain/decode.js'
import { limits } from '../../../domain/limits.js'
import { wellFormed } from '../../../domain/log/well-formed.js'
import { isBlank } from '../../../domain/turn/request/is-blank.js'
import { countTokens } from './count-tokens.js'
import { badRequest, firstBad, firstRefusal, type Refusal, type Rule } from './refusal.js'
import { messagesOf, RequestShape, systemOf } from './request-shape.js'
import { keyRule } from './strict-keys.js'
import { messageRules } from './strict-messages.js'
import { pairRules } from './strict-pairs.js'
import { thinkingRules } from './strict-thinking.js'

/**
 * What the Messages API would answer to this request if it refused it, else undefined. Pure; the
 * status and the error type are the real ones, the message says the same in its own words.
 */
export const refuse = (body: unknown): Refusal | undefined => {
  if (!isShallow(body, depthMax)) return badRequest('The request is nested too deeply.')
  if (wellFormed(body) !== body)
    return badRequest('The request body is not valid JSON: lone surrogate.')
  const shape = decode(RequestShape, body)
  return E.isLeft(shape) ? badRequest(shape.left) : firstRefusal(rules, shape.right)
}

/** The refusal of a body that is larger than a request may be, by its size in bytes. */
export const refuseSize = (bytes: number): Refusal | undefined =>
  bytes <= limits.requestBytesMax
    ? undefined
    : {
        status: 413,
        type: 'request_too_large',
        message: `Request exceeds the maximum size: ${bytes} bytes > ${limits.requestBytesMax}`,
      }

const depthMax = 256

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))

const settingRule: Rule<RequestShape> = (request) =>
  firstBad([
    isBlank(request.model) ? 'model: expected the name of a model' : undefined,
    request.max_tokens < 1 ? 'max_tokens: Input should be greater than or equal to 1' : undefined,
    budgetProblem(request),
  ])

const budgetProblem = ({ thinking, max_tokens }: RequestShape): string | undefined => {
  if (thinking?.type !== 'enabled') return undefined
  if (thinking.budget_tokens < 1024) return 'thinking.enabled.budget_tokens: should be 1024 or more'
  if (thinking.budget_tokens < max_tokens) return undefined
  return '`max_tokens` must be greater than `thinking.budget_tokens`'
}

const toolRule: Rule<RequestShape> = ({ tools = [] }) => {
  const names = tools.map(({ name }) => name)
  const odd = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
  return firstBad([
    odd < 0 ? undefined : `tools.${odd}.name: should match '^[a-zA-Z0-9_-]{1,64}$'`,
    new Set(names).size < names.length ? 'tools: Tool names must be unique.' : undefined,
  ])
}

const blankRule: Rule<RequestShape> = (request) => {
  const groups = [systemOf(request), ...messagesOf(request).map(({ content }) => content)]
  const blank = groups.flat().some((block) => block.type === 'text' && isBlank(block.text))
  return blank
    ? badRequest('messages: text content blocks must contain non-whitespace text')
    : undefined
}

const markRule: Rule<RequestShape> = (request) => {
  const groups = [systemOf(request), ...messagesOf(request).map(({ content }) => content)]
  const markable = [...(request.tools ?? []), ...groups.flat()]
  const found = markable.filter((it) => 'cache_control' in it && it.cache_control != null).length
  return found <= 4
    ? undefined
    : badRequest(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`)
}

const lengthRule: Rule<RequestShape> = (request) => {
  const tokens = countTokens(request)
  return tokens <= limits.offlineContextTokens
    ? undefined
    : badRequest(`prompt is too long: ${tokens} tokens > ${limits.offlineContextTokens} maximum`)
}

const rules: ReadonlyArray<Rule<RequestShape>> = [
  keyRule,
  settingRule,
  toolRule,
  ...messageRules,
  blankRule,
  ...pairRules,
  ...thinkingRules,
  markRule,
  lengthRule,
]
