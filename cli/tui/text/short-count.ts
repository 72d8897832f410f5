/** A count as short as it can be told: `999`, `1k`, `1.2k`, `200k`, `3.4M`. */
export const shortCount = (count: number): string => {
  if (count < 1000) return String(count)
  // What rounds to a thousand thousands is a million.
  return count < 999_950 ? `${tenths(count / 1000)}k` : `${tenths(count / 1_000_000)}M`
}

const tenths = (amount: number): string => amount.toFixed(1).replace(/\.0$/, '')
