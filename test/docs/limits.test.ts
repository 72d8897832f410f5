import { readFileSync } from 'node:fs'
import test from 'ava'
import { limits } from '../../domain/limits.js'

const page = readFileSync('docs/limits.md', 'utf8')

const rows = [...page.matchAll(/^\| `(\w+)` \| (.+?) \| (.+) \|$/gm)].map(
  ([, name = '', value = '', reason = '']) => ({ name, value, reason }),
)

const KiB = 1024
const MiB = 1024 * KiB

const inWords = (name: string, value: number): string => {
  if (name.includes('Bytes')) return bytes(value)
  if (!name.includes('Ms')) return value.toLocaleString('en')
  return value % 1000 === 0 ? `${value / 1000} s` : `${value.toLocaleString('en')} ms`
}

const bytes = (value: number): string => {
  if (value % MiB === 0) return `${value / MiB} MiB`
  return value % KiB === 0 ? `${value / KiB} KiB` : `${value} bytes`
}

test('docs/limits.md has every limit of the code once, and no other', (t) => {
  t.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(limits).sort())
})

test('each limit in docs/limits.md has the value of the code and a reason', (t) => {
  for (const { name, value, reason } of rows) {
    t.is(value, inWords(name, limits[name as keyof typeof limits]), name)
    t.true(reason.length > 15, `${name} lacks its reason`)
  }
})
