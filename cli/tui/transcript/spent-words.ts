import { tokensOf } from '../../../domain/session/usage.js'
import { tookWords } from '../../../projections/time-words.js'
import type { Spent } from '../../../projections/transcript/block.js'
import { costOf, moneyText, type Price } from '../../../projections/usage.js'
import { shortCount } from '../text/short-count.js'

/**
 * What a turn took, in words: `took 12 s · in 1.2k out 56 cached 900 tokens · $0.0123`; may be empty.
 * Where a request broke off, its tokens are said to be the least, or not told.
 */
export const spentWords = ({ usage, ms, isLeast }: Spent, price: Price | undefined): string => {
  const { input, output, cache_read, cache_write } = usage
  const cached = cache_read > 0 ? ` cached ${shortCount(cache_read)}` : ''
  const isKnown = tokensOf(usage) > 0
  const sent = `in ${shortCount(input + cache_write)} out ${shortCount(output)}${cached} tokens`
  const cost = isKnown ? costOf(usage, price) : undefined
  const spent = [...(isKnown ? [sent] : []), ...(cost === undefined ? [] : [moneyText(cost)])]
  const all = isLeast === true ? [leastWords(spent.join(' · '))] : spent
  return [tookWords(ms), ...all].filter((words) => words !== '').join(' · ')
}

const leastWords = (spent: string): string =>
  spent === '' ? 'tokens not told' : `${spent} (at least)`
