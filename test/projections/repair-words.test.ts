import test from 'ava'
import { countRepairs } from '../../domain/turn/request/repairs.js'
import { repairWords } from '../../projections/repair-words.js'

test('every kind of repair has words of its own, and no code', (t) => {
  const lines = repairWords(countRepairs([]))
  t.is(new Set(lines).size, lines.length)
  for (const line of lines) t.notRegex(line, /_/)
})

test('how often is said from the second time on', (t) => {
  t.deepEqual(repairWords({ result_missing: 1, text_blank: 3 }), [
    'mended in requests: a tool call without a result',
    'mended in requests: a text of blanks alone, 3 times',
  ])
})
