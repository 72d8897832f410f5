import { streamedBytes } from '../support/streamed-bytes.js'
import type { Measurement } from './measurement.js'

const tokens = 2_000

/** What a terminal, perhaps a remote one, has to take in for what a person reads. */
export const streamBytes: Measurement = {
  name: 'stream-bytes',
  goal: 'P15',
  measured: 'bytes sent to the terminal for 2,000 streamed tokens',
  against: 'the bytes that become visible',
  unit: 'KB',
  aim: 3,
  guard: 6,
  prepare: async () => ({
    ours: async () => streamedBytes(tokens).sent / 1000,
    baseline: async () => streamedBytes(tokens).visible / 1000,
  }),
}
