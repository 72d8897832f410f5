import type { LogRecord } from '../domain/log/record.js'
import type { Projection } from '../domain/projection.js'
import type { Usage } from '../domain/reply.js'

/** Tokens of one model over a session. */
export type ModelUsage = Usage & { readonly model: string; readonly replies: number }

/** What a session has used, taken-back and stopped requests included: they were paid for. */
export type UsageTotals = {
  /** Attempts; retries count. */
  readonly requests: number
  readonly models: ReadonlyArray<ModelUsage>
  readonly total: Usage
  /** The model that answered last; a stopped request counts as its. */
  readonly model: string
}

const none: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0 }

/** The tokens of a session, in all and per model in order of first use. */
export const usage: Projection<UsageTotals> = {
  name: 'usage',
  initial: { requests: 0, models: [], total: none, model: 'unknown' },
  apply: (totals, record) => applyRecord(totals, record),
}

const applyRecord = (totals: UsageTotals, record: LogRecord): UsageTotals => {
  switch (record.type) {
    case 'SessionStarted':
    case 'ConfigChanged':
      return { ...totals, model: record.data.model.ref.replace(/^anthropic\//, '') }
    case 'RoundStarted':
      return { ...totals, requests: totals.requests + 1 }
    case 'AssistantReplied':
      return added({ ...totals, model: record.data.model }, record.data.usage, 1)
    case 'StopRequested':
      return record.data.usage === undefined ? totals : added(totals, record.data.usage, 0)
    default:
      return totals
  }
}

const added = (totals: UsageTotals, used: Usage, replies: number): UsageTotals => ({
  ...totals,
  total: sum(totals.total, used),
  models: withModel(totals, used, replies),
})

const withModel = (totals: UsageTotals, used: Usage, replies: number) => {
  const { models, model } = totals
  if (!models.some((row) => row.model === model)) return [...models, { model, replies, ...used }]
  return models.map((row) =>
    row.model === model ? { model, replies: row.replies + replies, ...sum(row, used) } : row,
  )
}

const sum = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cache_read: a.cache_read + b.cache_read,
  cache_write: a.cache_write + b.cache_write,
})

/** One line for people: `3 requests, 1,200 tokens in (900 read from the cache, 100 written), 80 out`. */
export const usageText = ({ requests, total }: UsageTotals): string => {
  const read = total.input + total.cache_read + total.cache_write
  return (
    `${counted(requests, 'request')}, ${grouped(read)} tokens in ` +
    `(${grouped(total.cache_read)} read from the cache, ${grouped(total.cache_write)} written), ` +
    `${grouped(total.output)} out`
  )
}

const counted = (count: number, noun: string) =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
