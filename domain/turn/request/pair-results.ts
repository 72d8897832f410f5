import type { CallId } from '../../ids.js'
import type { Item, ItemBlock } from '../item.js'
import type { Pass, Repaired, RepairKind } from './repairs.js'

type Result = Extract<ItemBlock, { readonly type: 'tool_result' }>
type Call = Extract<ItemBlock, { readonly type: 'tool_use' }>
type Found = { readonly result: Result; readonly inPlace: boolean }

/**
 * Puts the results of each reply's calls right behind it, one each and in call order. Of doubled
 * results the first wins, a missing one is made up, results of unknown calls are dropped.
 */
export const pairResults: Pass = (items) => {
  const found = firstResults(items)
  const repairs: Array<RepairKind> = [...found.repairs]
  const value: Array<Item> = []
  for (const item of items) {
    const rest = withoutResults(item)
    const answers = callsOf(item).map(({ call }) => answerOf(call, found.value))
    if (rest.content.length > 0) value.push(rest)
    if (answers.length > 0) value.push(answerItem(item, answers))
    for (const answer of answers) repairs.push(...answer.repairs)
  }
  return { value, repairs }
}

const withoutResults = (item: Item): Item =>
  item.content.some(isResult)
    ? { ...item, content: item.content.filter((block) => !isResult(block)) }
    : item

const answerItem = (item: Item, answers: ReadonlyArray<Repaired<Result>>): Item => ({
  ...item,
  role: 'user',
  content: answers.map(({ value }) => value),
})

const isResult = (block: ItemBlock): block is Result => block.type === 'tool_result'

const isCall = (block: ItemBlock): block is Call => block.type === 'tool_use'

const callsOf = (item: Item): ReadonlyArray<Call> => item.content.filter(isCall)

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
  const known = new Set(items.flatMap(callsOf).map(({ call }) => call))
  const open = new Set<CallId>()
  const found = new Map<CallId, Found>()
  const repairs: Array<RepairKind> = []
  for (const item of items) {
    if (!item.content.every(isResult)) open.clear()
    for (const { call } of callsOf(item)) open.add(call)
    for (const result of item.content.filter(isResult)) {
      if (!known.has(result.call)) repairs.push('result_orphaned')
      else if (found.has(result.call)) repairs.push('result_doubled')
      else found.set(result.call, { result, inPlace: open.has(result.call) })
    }
  }
  return { value: found, repairs }
}
