import { readFileSync } from 'node:fs'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { parseToml } from '../../adapters/manifest/parse-toml.js'
import { knownKeys } from '../../domain/manifest/known-keys.js'
import { manifestValues } from '../../domain/manifest/manifest-values.js'
import { resolved, user } from '../support/manifest-layers.js'

const page = readFileSync(new URL('../../../docs/manifest.md', import.meta.url), 'utf8')

const documented = new Map(
  [...page.matchAll(/^\| `([a-z_.]+)` \| .* \| (.+) \|$/gm)].map(
    ([, key = '', value = '']) => [key, value] as const,
  ),
)

const dotted = (tree: typeof knownKeys, path = ''): ReadonlyArray<string> =>
  Object.entries(tree).flatMap(([key, inner]) =>
    inner === null ? [`${path}${key}`] : dotted(inner, `${path}${key}.`),
  )

test('the table of docs/manifest.md has every key, in order, and no other', (t) => {
  t.deepEqual([...documented.keys()], [...dotted(knownKeys)])
})

test('each default that the table gives as a value is the one that holds', (t) => {
  const values = manifestValues(resolved([]).manifest)
  t.true(values.length > 5)
  for (const [key, value] of values) {
    const said = documented.get(key) ?? ''
    if (/^`[^`]*`$/.test(said)) t.is(said, `\`${JSON.stringify(value)}\``, key)
  }
})

test('each example of docs/manifest.md is a manifest without a warning', (t) => {
  const examples = [...page.matchAll(/```toml\n([\s\S]*?)```/g)].map(([, text = '']) => text)
  const overlays = [...page.matchAll(/--overlay '([^']*=[^']*)'/g)].map(([, text = '']) => text)
  t.is(examples.length, 5)
  t.is(overlays.length, 1)
  for (const text of [...examples, ...overlays]) {
    const parsed = parseToml(text)
    t.deepEqual(E.isRight(parsed) ? resolved([user(parsed.right)]).warnings : parsed.left, [])
  }
})
