import { tokensOf } from '../../../domain/session/usage.js'
import type { Spent } from '../../../projections/transcript/block.js'
import { costOf, moneyText, type Price } from '../../../projections/usage.js'
import { timeWords } from '../text/time-words.js'

/** What a turn took, in words: `took 12 s · in 1.2k out 56 cached 900 tokens · $0.0123`; may be empty. */
export const spentWords = ({ usage, ms }: Spent, price: Price | undefined): string => {
  const { input, output, cache_read, cache_write } = usage
  const cached = cache_read > 0 ? ` cached ${short(cache_read)}` : ''
  const tokens =
    tokensOf(usage) === 0
      ? []
      : [`in ${short(input + cache_write)} out ${short(output)}${cached} tokens`]
  const cost = tokens.length === 0 ? undefined : costOf(usage, price)
  const time = ms === 0 ? [] : [`took ${timeWords(ms)}`]
  return [...time, ...tokens, ...(cost === undefined ? [] : [moneyText(cost)])].join(' · ')
}

const short = (count: number): string => {
  if (count < 1000) return String(count)
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`
}
