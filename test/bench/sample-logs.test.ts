import test from 'ava'
import { logReader } from '../../adapters/log/read-groups.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { ownFolder } from '../support/sample-log.js'
import { mixedSizes, sampleLines, writeSampleLog } from './sample-logs.js'

const sample = { bytes: 400_000, sizes: mixedSizes, seed: 7 }

test('the same seed gives the same log, another seed another', (t) => {
  const lines = (seed: number) => [...sampleLines({ ...sample, seed })].flat()
  t.deepEqual(lines(7), lines(7))
  t.notDeepEqual(lines(7), lines(8))
})

test('a sample log is intact, as long as asked, and holds small and large lines', async (t) => {
  const path = await writeSampleLog(await ownFolder(t), sample)
  let end = 0
  const lengths: number[] = []
  for await (const reading of logReader(sha256).read(path)) {
    if (reading.type !== 'group') return t.fail(reading.type)
    end = reading.next.offset
    for (const { record } of reading.lines) lengths.push(JSON.stringify(record).length)
  }
  t.true(end >= sample.bytes && end < sample.bytes + 300_000)
  t.true(Math.min(...lengths) < 400)
  t.true(Math.max(...lengths) > 50_000)
})
