import type { LogRecord } from '../domain/log/record.js'
import type { Projection } from '../domain/projection.js'
import type { Usage } from '../domain/reply.js'
import { addUsage, noUsage, tokensOf } from '../domain/session/usage.js'
import type { ModelSettings } from '../domain/settings.js'

/** Tokens of one model over a session. */
export type ModelUsage = Usage & { readonly model: string; readonly replies: number }

/** What a million tokens of each kind cost, in the unit of the manifest. */
export type Price = NonNullable<ModelSettings['price']>

/** What a session has used, taken-back and stopped requests included: they were paid for. */
export type UsageTotals = {
  /** Attempts; retries count. */
  readonly requests: number
  readonly models: ReadonlyArray<ModelUsage>
  readonly total: Usage
  /** The model that answered last; a stopped request counts as its. */
  readonly model: string
  /** What tokens cost now; undefined where the session names no price. */
  readonly price?: Price | undefined
  /** What all that had a price has cost. `unpriced`: tokens that had none. */
  readonly cost: number
  readonly unpriced: number
  /** A request was sent and has no reply yet. */
  readonly awaits: boolean
  /** Requests that broke off: they took more than is known of them. */
  readonly broken: number
}

/** The tokens of a session, in all and per model in order of first use. */
export const usage: Projection<UsageTotals> = {
  name: 'usage',
  initial: {
    requests: 0,
    models: [],
    total: noUsage,
    model: 'unknown',
    cost: 0,
    unpriced: 0,
    awaits: false,
    broken: 0,
  },
  apply: (totals, record) => applyRecord(totals, record),
}

const applyRecord = (totals: UsageTotals, record: LogRecord): UsageTotals => {
  switch (record.type) {
    case 'SessionStarted':
    case 'ConfigChanged':
      return configured(totals, record.data.model)
    case 'RoundStarted':
      return { ...brokenOff(totals), requests: totals.requests + 1, awaits: true }
    case 'AssistantReplied':
      return added({ ...totals, model: record.data.model, awaits: false }, record.data.usage, 1)
    case 'StopRequested':
      return record.data.usage === undefined
        ? brokenOff(totals)
        : added(brokenOff({ ...totals, awaits: true }), record.data.usage, 0)
    case 'TurnPaused':
    case 'TurnEnded':
      return brokenOff(totals)
    default:
      return totals
  }
}

// What was told of a request when it broke off, if anything, is the least that it took.
const brokenOff = (totals: UsageTotals): UsageTotals =>
  totals.awaits ? { ...totals, awaits: false, broken: totals.broken + 1 } : totals

const configured = (totals: UsageTotals, { ref, price }: ModelSettings): UsageTotals => ({
  ...totals,
  model: ref.replace(/^anthropic\//, ''),
  price,
})

const added = (totals: UsageTotals, used: Usage, replies: number): UsageTotals => ({
  ...totals,
  total: addUsage(totals.total, used),
  models: withModel(totals, used, replies),
  cost: totals.cost + (costOf(used, totals.price) ?? 0),
  unpriced: totals.unpriced + (totals.price === undefined ? tokensOf(used) : 0),
})

const perTokens = 1_000_000

/** What these tokens cost; undefined without a price. */
export const costOf = (used: Usage, price: Price | undefined): number | undefined =>
  price === undefined
    ? undefined
    : (used.input * price.input +
        used.output * price.output +
        used.cache_read * price.cache_read +
        used.cache_write * price.cache_write) /
      perTokens

const withModel = (totals: UsageTotals, used: Usage, replies: number) => {
  const { models, model } = totals
  if (!models.some((row) => row.model === model)) return [...models, { model, replies, ...used }]
  return models.map((row) =>
    row.model === model ? { model, replies: row.replies + replies, ...addUsage(row, used) } : row,
  )
}

/**
 * One line for people: `3 requests, 300 tokens in (100 written to the cache), 80 out, 900 read from
 * the cache`; `at least` where requests broke off, and how many.
 */
export const usageText = (totals: UsageTotals): string => {
  const { requests, total, broken } = totals
  return (
    `${counted(requests, 'request')}${broken === 0 ? '' : ` (${grouped(broken)} unfinished)`}, ` +
    `${broken === 0 ? '' : 'at least '}${tokensText(total)}${costWords(totals)}`
  )
}

/**
 * Tokens for people, in the meaning that they have everywhere: `in` is what was sent and not read
 * from the cache. As `300 tokens in (100 written to the cache), 80 out, 900 read from the cache`.
 */
export const tokensText = ({ input, output, cache_read, cache_write }: Usage): string => {
  const written = cache_write === 0 ? '' : ` (${grouped(cache_write)} written to the cache)`
  const read = cache_read === 0 ? '' : `, ${grouped(cache_read)} read from the cache`
  return `${grouped(input + cache_write)} tokens in${written}, ${grouped(output)} out${read}`
}

/** `, $0.0123`, with `at least` where tokens are not known or had no price; nothing without any. */
export const costWords = ({
  cost,
  unpriced,
  price,
  broken,
}: Pick<UsageTotals, 'cost' | 'unpriced' | 'price' | 'broken'>): string => {
  if (cost === 0 && price === undefined) return ''
  return `, ${unpriced > 0 || broken > 0 ? 'at least ' : ''}${moneyText(cost)}`
}

/** An amount of money with the digits that small ones need. */
export const moneyText = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`

/** A count with its noun: `1 request`, `1,200 tokens`. */
export const counted = (count: number, noun: string) =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

/** A count with a comma at each thousand. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
