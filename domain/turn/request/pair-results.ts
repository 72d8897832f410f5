import type { CallId } from '../../ids.js'
import type { Item, ItemBlock } from '../item.js'
import type { Pass, RepairKind, Repaired } from './repairs.js'

type Result = Extract<ItemBlock, { readonly type: 'tool_result' }>
type Found = { readonly result: Result; readonly inPlace: boolean }

/**
 * Puts the results of each reply's calls right behind it, one each and in call order. Of doubled
 * results the first wins, a missing one is made up, results of unknown calls are dropped.
 */
export const pairResults: Pass = (items) => {
  const found = firstResults(items)
  const paired = items.flatMap((item): ReadonlyArray<Repaired<Item>> => {
    const rest = item.content.filter((block) => block.type !== 'tool_result')
    const answers = callsOf(item).map((call) => answerOf(call, found.value))
    return [
      { value: { ...item, content: rest }, repairs: [] },
      {
        value: { ...item, role: 'user', content: answers.map(({ value }) => value) },
        repairs: answers.flatMap(({ repairs }) => repairs),
      },
    ]
  })
  return {
    value: paired.map(({ value }) => value).filter((item) => item.content.length > 0),
    repairs: [...found.repairs, ...paired.flatMap(({ repairs }) => repairs)],
  }
}

const callsOf = (item: Item): ReadonlyArray<CallId> =>
  item.content.flatMap((block) => (block.type === 'tool_use' ? [block.call] : []))

const answerOf = (call: CallId, found: ReadonlyMap<CallId, Found>): Repaired<Result> => {
  const answer = found.get(call)
  if (answer === undefined) return { value: noResult(call), repairs: ['result_missing'] }
  return { value: answer.result, repairs: answer.inPlace ? [] : ['result_moved'] }
}

const noResultText = '[No result was recorded]'

const noResult = (call: CallId): Result => ({
  type: 'tool_result',
  call,
  outcome: 'unknown',
  summary: noResultText,
  content: noResultText,
  synthetic: true,
})

// One walk with local state: the calls of the item just seen, which may be answered in place, and
// the results found so far.
const firstResults = (items: ReadonlyArray<Item>): Repaired<ReadonlyMap<CallId, Found>> => {
  const known = new Set(items.flatMap(callsOf))
  const open = new Set<CallId>()
  const found = new Map<CallId, Found>()
  const repairs: Array<RepairKind> = []
  for (const item of items) {
    if (item.content.some((block) => block.type !== 'tool_result')) open.clear()
    for (const call of callsOf(item)) open.add(call)
    for (const result of resultsOf(item)) {
      if (!known.has(result.call)) repairs.push('result_orphaned')
      else if (found.has(result.call)) repairs.push('result_doubled')
      else found.set(result.call, { result, inPlace: open.has(result.call) })
    }
  }
  return { value: found, repairs }
}

const resultsOf = (item: Item): ReadonlyArray<Result> =>
  item.content.flatMap((block) => (block.type === 'tool_result' ? [block] : []))
