import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'

test('every test that docs/testing.md names is there', (t) => {
  const page = readFileSync('docs/testing.md', 'utf8')
  const named = [...page.matchAll(/`(test\/[^`\s]+\.test\.ts)`/g)].map(([, file = '']) => file)
  t.true(named.length > 40)
  t.deepEqual(
    named.filter((file) => !existsSync(file)),
    [],
  )
})
