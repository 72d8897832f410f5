import { limits } from '../../../domain/limits.js'
import { quoted } from './quoted.js'

/** What a call's input came to; with `input_error` the call must fail instead of being run. */
type ToolInput = { readonly input: unknown; readonly input_error?: string }

/**
 * Parses the JSON text of a call's input, put together from its pieces. No text means no
 * arguments. What is not an object is an error with `input` empty: the API would refuse any other
 * value when the call is sent back to it, and too many levels could not be written to the log.
 */
export const toolInput = (json: string, given: unknown): ToolInput => {
  if (json.trim() === '') return { input: isObject(given) ? given : {} }
  try {
    return checked(JSON.parse(json))
  } catch (error) {
    return bad(`is not valid JSON: ${quoted(String((error as Error).message))}`)
  }
}

const checked = (input: unknown): ToolInput => {
  if (!isObject(input)) return bad('is not a JSON object')
  const levels = limits.toolInputDepthMax
  return isDeeperThan(levels, input) ? bad(`has more than ${levels} levels`) : { input }
}

const bad = (what: string): ToolInput => ({
  input: {},
  input_error: `The input of this call ${what}.`,
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))
