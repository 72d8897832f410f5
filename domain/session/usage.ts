import type { Usage } from '../reply.js'

export const noUsage: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0 }

/** The sum of two counts of tokens. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cache_read: a.cache_read + b.cache_read,
  cache_write: a.cache_write + b.cache_write,
})

/** All tokens of a count, those of the cache too: of one request, what the context holds. */
export const tokensOf = ({ input, output, cache_read, cache_write }: Usage): number =>
  input + output + cache_read + cache_write
