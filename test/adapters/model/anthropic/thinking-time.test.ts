import test from 'ava'
import { thinkingTime } from '../../../../adapters/model/anthropic/thinking-time.js'
import type { LiveDelta } from '../../../../domain/reply.js'

const thinking: LiveDelta = { kind: 'thinking', block: 0, text: 'Hm' }
const words: LiveDelta = { kind: 'text', block: 1, text: 'So' }
const usage: LiveDelta = {
  kind: 'usage',
  usage: { input: 1, output: 1, cache_read: 0, cache_write: 0 },
}

test('thinking lasts from its first piece to what comes after it', (t) => {
  const time = thinkingTime()
  time.see(thinking, 1000)
  time.see(usage, 1500)
  time.see(thinking, 2000)
  time.see(words, 3250.4)
  time.see(words, 9000)
  t.is(time.spentMs(10_000), 2250)
})

test('thinking that comes again is added, and lasts to the end when nothing follows', (t) => {
  const time = thinkingTime()
  time.see(thinking, 0)
  time.see(words, 100)
  time.see(thinking, 1000)
  t.is(time.spentMs(1050), 150)
})

test('without thinking there is no time of it', (t) => {
  const time = thinkingTime()
  time.see(words, 5)
  t.is(time.spentMs(10), undefined)
})
