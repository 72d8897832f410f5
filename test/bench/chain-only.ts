import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { splitLines } from '../../adapters/log/split-lines.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { noHash } from '../../domain/ids.js'
import { sealBytes } from '../../domain/log/chain.js'
import { type Measurement, msOf } from './measurement.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

const opensslInstalled = spawnSync('openssl', ['version']).status === 0

/** The chain alone, hashed and compared at fixed places: what the format makes possible. */
export const chainOnly: Measurement = {
  name: 'chain',
  goal: 'P6',
  measured: 'split a log, hash its lines, compare the chain',
  against: opensslInstalled ? 'openssl dgst -sha256 of the file' : "node's hash over the file",
  unit: 'ms',
  aim: 1.3,
  guard: 2,
  prepare: async ({ folder, logBytes }) => {
    const path = await writeSampleLog(folder, { bytes: logBytes, sizes: mixedSizes, seed: 1 })
    return {
      ours: () => msOf(() => chained(path)),
      baseline: () => msOf(() => (opensslInstalled ? digestedByOpenssl(path) : digested(path))),
    }
  },
}

const prevAt = '{"prev":"'.length
const hashChars = 64

const chained = async (path: string): Promise<void> => {
  const handle = await open(path)
  const { size } = await handle.stat()
  let before: string = noHash
  for await (const lines of splitLines(handle, 0, size))
    for (const { bytes } of lines) {
      if (bytes === undefined) throw new Error('a line of the sample is too long')
      const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      const hash = line.toString('latin1', line.length - hashChars - 2, line.length - 2)
      const prev = line.toString('latin1', prevAt, prevAt + hashChars)
      const holds = sha256(line.subarray(0, line.length - sealBytes)) === hash && prev === before
      if (!holds) throw new Error('the sample is damaged')
      before = hash
    }
  await handle.close()
}

const digestedByOpenssl = (path: string): void => {
  const { status } = spawnSync('openssl', ['dgst', '-sha256', path])
  if (status !== 0) throw new Error('openssl failed')
}

const digested = async (path: string): Promise<void> => {
  const digest = createHash('sha256')
  const bytes: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1024 * 1024 })
  for await (const step of bytes) digest.update(step)
  digest.digest('hex')
}
