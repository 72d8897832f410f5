import type { Hash } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'

/** Which content of which file the model knows: the digest of the whole file by real path. */
export type FilesSeen = {
  readonly remember: (real: string, digest: Hash) => void
  readonly digestOf: (real: string) => Hash | undefined
}

/** An empty memory. It lives as long as the toolbox; the oldest entry goes when it is full. */
export const filesSeen = (): FilesSeen => {
  const digests = new Map<string, Hash>()
  return {
    remember: (real, digest) => {
      digests.delete(real)
      digests.set(real, digest)
      const oldest = digests.keys().next().value
      if (digests.size > limits.filesSeenMax && oldest !== undefined) digests.delete(oldest)
    },
    digestOf: (real) => digests.get(real),
  }
}
