import { wellFormedText } from '../../log/well-formed.js'
import type { Item } from '../item.js'
import type { RequestBody, RequestMessage, RequestSettings } from '../request-body.js'
import { dropBlankText } from './drop-blank-text.js'
import { dropDoubledCalls } from './drop-doubled-calls.js'
import { dropEmptyItems } from './drop-empty-items.js'
import { isBlank } from './is-blank.js'
import { keepThinking } from './keep-thinking.js'
import { layOut } from './lay-out.js'
import { cacheMark, markCache } from './mark-cache.js'
import { mendBlocks } from './mend-blocks.js'
import { emptyFailedInputs, mendInputs, mendNames } from './mend-calls.js'
import { pairResults } from './pair-results.js'
import { placeBlocks } from './place-blocks.js'
import { countRepairs, type Pass, type Repaired, type RepairKind, type Repairs } from './repairs.js'
import { replaceSurrogates } from './replace-surrogates.js'
import { requestTools } from './request-tools.js'
import { wireIds } from './wire-ids.js'
import { withholdsThinking } from './withholds-thinking.js'

/** A request ready to leave, and what its conversation needed to be fit for it. */
export type BuiltRequest = { readonly body: RequestBody; readonly repairs: Repairs }

/**
 * The request that asks for the next reply to this conversation. Total: any items give a body that
 * the Messages API takes. The same items give the same bytes, and a longer conversation repeats
 * the messages of a shorter one up to what is new (cache marks aside).
 */
export const buildRequest = (items: Iterable<Item>, settings: RequestSettings): BuiltRequest => {
  const paired = throughPasses([...items], passes(settings))
  const laid = layOut(paired.value, settings.model.system_messages)
  const tools = requestTools(settings.tools)
  const withheld = withholdsThinking(laid.value, settings.model)
  const repairs: ReadonlyArray<RepairKind> = [
    ...paired.repairs,
    ...laid.repairs,
    ...tools.repairs,
    ...(withheld ? (['thinking_withheld'] as const) : []),
  ]
  const parts = { tools: tools.value, messages: markCache(laid.value), withheld }
  return { body: bodyOf(parts, settings), repairs: countRepairs(repairs) }
}

/** The exact text of the request on the wire; `RoundStarted.request` is its SHA-256. */
export const requestBytes = (body: RequestBody): string => JSON.stringify(body)

// The order matters, of passes as of mends: a later one relies on what the earlier ones put right.
const passes = (settings: RequestSettings): ReadonlyArray<Pass> => [
  mendBlocks([
    placeBlocks,
    mendNames,
    emptyFailedInputs,
    mendInputs,
    replaceSurrogates,
    dropDoubledCalls(),
    wireIds(),
    dropBlankText,
  ]),
  keepThinking(settings),
  dropEmptyItems,
  pairResults,
]

const throughPasses = (
  items: ReadonlyArray<Item>,
  passes: ReadonlyArray<Pass>,
): Repaired<ReadonlyArray<Item>> =>
  passes.reduce<Repaired<ReadonlyArray<Item>>>(
    ({ value, repairs }, pass) => {
      const next = pass(value)
      return { value: next.value, repairs: [...repairs, ...next.repairs] }
    },
    { value: items, repairs: [] },
  )

type Parts = {
  readonly tools: NonNullable<RequestBody['tools']>
  readonly messages: ReadonlyArray<RequestMessage>
  readonly withheld: boolean
}

// The key order here is the key order on the wire.
const bodyOf = (parts: Parts, { system, model }: RequestSettings): RequestBody => ({
  model: wellFormedText(model.ref.replace(/^anthropic\//, '')),
  max_tokens: model.max_tokens,
  ...(isBlank(system) ? {} : { system: [systemBlock(system)] }),
  ...(parts.tools.length === 0 ? {} : { tools: parts.tools }),
  messages: parts.messages,
  ...(model.thinking === undefined || parts.withheld ? {} : { thinking: model.thinking }),
  ...(model.effort === undefined ? {} : { output_config: { effort: model.effort } }),
  stream: true,
})

const systemBlock = (system: string) =>
  ({ type: 'text', text: wellFormedText(system), ...cacheMark }) as const
