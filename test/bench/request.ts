import { toArray } from '../../domain/list.js'
import type { LogRecord } from '../../domain/log/record.js'
import { evolveAll } from '../../domain/session/evolve.js'
import type { Item } from '../../domain/turn/item.js'
import { buildRequest } from '../../domain/turn/request/build-request.js'
import { cpuMsOf, type Measurement } from './measurement.js'
import { sampleLines, smallSizes } from './sample-logs.js'

const times = 10

const model = { ref: 'offline', max_tokens: 1000, system_messages: 'native' } as const
const settings = { system: 'You are a test.', model, tools: [] }

/** Building the next request of a long conversation, which each round does. */
export const request: Measurement = {
  name: 'request',
  measured: `build the request of a long conversation, ${times} times`,
  against: 'JSON.stringify of its items, as often',
  unit: 'ms cpu',
  prepare: async ({ quick }) => {
    const items = conversationOf(quick ? 2_000 : 10_000)
    return {
      ours: () => cpuMsOf(() => repeated(() => void buildRequest(items, settings))),
      baseline: () => cpuMsOf(() => repeated(() => void JSON.stringify(items))),
    }
  },
}

const repeated = (work: () => void): void => {
  for (let n = 0; n < times; n += 1) work()
}

// Items of about a hundred characters: 10,000 of them are 1 MB of text.
const conversationOf = (count: number): ReadonlyArray<Item> => {
  const lines = [...sampleLines({ bytes: count * 900, sizes: smallSizes, seed: 3 })].flat()
  const records = lines.map((line) => JSON.parse(line) as LogRecord)
  return toArray(evolveAll(records).conversation.items).slice(0, count)
}
