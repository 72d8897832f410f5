import { tokensOf } from '../../../domain/session/usage.js'
import type { Spent } from '../../../projections/transcript/block.js'
import { costOf, moneyText, type Price } from '../../../projections/usage.js'
import { shortCount } from '../text/short-count.js'
import { timeWords } from '../text/time-words.js'

/** What a turn took, in words: `took 12 s · in 1.2k out 56 cached 900 tokens · $0.0123`; may be empty. */
export const spentWords = ({ usage, ms }: Spent, price: Price | undefined): string => {
  const { input, output, cache_read, cache_write } = usage
  const cached = cache_read > 0 ? ` cached ${shortCount(cache_read)}` : ''
  const tokens =
    tokensOf(usage) === 0
      ? []
      : [`in ${shortCount(input + cache_write)} out ${shortCount(output)}${cached} tokens`]
  const cost = tokens.length === 0 ? undefined : costOf(usage, price)
  // Less than a tenth of a second is none that anybody has waited.
  const time = ms < 100 ? [] : [`took ${timeWords(ms)}`]
  return [...time, ...tokens, ...(cost === undefined ? [] : [moneyText(cost)])].join(' · ')
}
