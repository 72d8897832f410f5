import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { keyTable } from '../../cli/tui/keys/keymap.js'
import { eventCodecs } from '../../domain/event/event.js'
import { generatedDocs } from '../support/generated-docs.js'

test('each generated page is what `npm run docs` would write now', async (t) => {
  const pages = await generatedDocs()
  t.is(pages.size, 3)
  for (const [name, text] of pages)
    t.is(await readFile(join('docs', name), 'utf8'), text, `${name}: run \`npm run docs\``)
})

test('docs/events.md has a section with words and fields for every event', async (t) => {
  const page = (await generatedDocs()).get('events.md') ?? ''
  for (const [name, { props }] of Object.entries(eventCodecs)) {
    const section = new RegExp(`^### ${name}\\n\\n(\\S.*)\\n\\n((?:\\|.*\\n)+)`, 'm').exec(page)
    t.true((section?.[1] ?? '').length > 10, name)
    t.true((section?.[2] ?? '').split('\n').length > 3, `${name}: ${props.data.name}`)
  }
})

test('every type that docs/events.md links to has its section there', async (t) => {
  const page = (await generatedDocs()).get('events.md') ?? ''
  const linked = [...page.matchAll(/\[(\w+)\]\(#(\w+)\)/g)].map(([, name = '']) => name)
  t.true(linked.length > 40)
  for (const name of new Set(linked)) t.regex(page, new RegExp(`^### ${name}$`, 'm'))
})

test('docs/keys.md names every key once', async (t) => {
  const page = (await generatedDocs()).get('keys.md') ?? ''
  const named = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => (line.split(' | ')[0] ?? '').slice(2).split(', '))
  const keys = keyTable.flatMap((row) => row.keys)
  t.deepEqual(named.filter((key) => key !== 'key' && key !== '---').sort(), [...keys].sort())
})
