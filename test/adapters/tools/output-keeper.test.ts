import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { outputKeeper } from '../../../adapters/tools/output-keeper.js'
import { fcOptions } from '../../support/rounds.js'
import { tempFolder } from '../../support/tool-bench.js'

const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 60 })

test('an output keeps its start and end within the limit, and the file holds all', async (t) => {
  const folder = tempFolder(t)
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 720, max: 1500 }), async (texts, bytesMax) => {
      const keeper = outputKeeper(bytesMax, join(folder, 'spill'))
      for (const text of texts) void keeper.add(text)
      const { text, cut } = await keeper.finish()
      const whole = Buffer.from(texts.join('')).toString('utf8')
      if (cut === undefined) return t.is(text, whole)
      t.true(Buffer.byteLength(text) <= bytesMax)
      const at = text.indexOf(`\n[… ${cut.bytes} bytes are left out here.`)
      const head = text.slice(0, at)
      const tail = text.slice(text.indexOf(' …]\n', at) + 4)
      t.true(at >= 0 && whole.startsWith(head) && whole.endsWith(tail))
      t.is(Buffer.byteLength(head) + cut.bytes + Buffer.byteLength(tail), Buffer.byteLength(whole))
      return t.is(readFileSync(cut.file ?? '', 'utf8'), whole)
    }),
    fcOptions(2),
  )
})

test('an output within the limit makes no file', async (t) => {
  const folder = join(tempFolder(t), 'spill')
  const keeper = outputKeeper(1000, folder)
  await keeper.add('x'.repeat(300))
  t.deepEqual(await keeper.finish(), { text: 'x'.repeat(300) })
  t.false(existsSync(folder))
})
