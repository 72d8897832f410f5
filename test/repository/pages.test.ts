import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import test from 'ava'
import { globSync } from 'tinyglobby'
import { commandTable } from '../../cli/command-table.js'
import { methodCodecs } from '../../domain/protocol/method.js'

const pages = ['README.md', ...globSync('docs/**/*.md').sort()]

const bare = (page: string): string => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')

test('every page has one title, and it comes first', (t) => {
  t.true(pages.length > 20)
  for (const page of pages) {
    const titles = bare(page).match(/^# .+$/gm) ?? []
    t.is(titles.length, 1, page)
    t.true(readFileSync(page, 'utf8').startsWith('# '), page)
  }
})

test('every link of a page leads to a file, and its anchor to a heading there', (t) => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !/^https?:/.test(link) && !leads(page, link))
      .map((link) => `${page}: ${link}`),
  )
  t.deepEqual(broken, [])
  t.true(pages.flatMap(linksOf).length > 80)
})

test('a page of docs is linked from another one', (t) => {
  const linked = new Set(
    pages.flatMap((page) =>
      linksOf(page).map((link) => normalize(join(dirname(page), link.split('#')[0] ?? ''))),
    ),
  )
  const inFolder = (page: string): boolean =>
    page.startsWith('docs/adr/') && (linked.has('docs/adr') || linked.has('docs/adr/'))
  for (const page of pages.filter((one) => one !== 'README.md'))
    t.true(linked.has(page) || inFolder(page), page)
})

test('a file of this repository that a page names is there', (t) => {
  for (const page of pages)
    for (const [, path = ''] of bare(page).matchAll(
      /`((?:domain|projections|adapters|cli|test|docs|\.ci)\/[\w./-]+)`/g,
    ))
      t.true(existsSync(path) || path === 'adapters/x', `${page}: ${path}`)
})

test('every command and script that a page names exists', (t) => {
  const commands = new Set(commandTable.map(({ name }) => name).concat('help', '<pod>', '<word>'))
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const page of pages) {
    const text = codeOf(page)
    for (const [, word = ''] of text.matchAll(/^yoi ([a-z<][\w<>-]*)/gm))
      t.true(commands.has(word), `${page}: yoi ${word}`)
    for (const [, script = ''] of text.matchAll(/npm run (\w+)/g))
      t.true(Object.hasOwn(scripts, script), `${page}: npm run ${script}`)
    for (const [, method = ''] of text.matchAll(/yoi ctl <pod> (\w+)/g))
      t.true(Object.hasOwn(methodCodecs, method) || method === 'history', `${page}: ctl ${method}`)
  }
})

test('the README opens with three sentences and its two commands', (t) => {
  const [title, intro = '', ...rest] = readFileSync('README.md', 'utf8').split('\n\n')
  t.is(title, '# yoi')
  t.is(
    intro
      .trim()
      .split(/\.(?:\s|$)/)
      .filter((sentence) => sentence !== '').length,
    3,
  )
  const blocks = rest.filter((part) => part.startsWith('```sh')).slice(0, 2)
  t.deepEqual(blocks, [
    '```sh\nnpm install && npm start\n```',
    '```sh\nnpm install && npm test\n```',
  ])
})

test('a decision has a problem, a decision, alternatives and consequences, on one screen', (t) => {
  const decisions = pages.filter((page) => page.startsWith('docs/adr/'))
  for (const [index, page] of decisions.entries()) {
    t.regex(page, new RegExp(`/${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`))
    const headings = bare(page).match(/^## .+$/gm) ?? []
    t.deepEqual(headings, [
      '## Problem',
      '## Decision',
      '## Alternatives considered',
      '## Consequences',
    ])
    t.true(bare(page).split('\n').length < 60, page)
  }
})

test('architecture.md stays a map and contributing.md a page', (t) => {
  t.true(readFileSync('docs/architecture.md', 'utf8').split(/\s+/).length < 1500)
  t.true(readFileSync('docs/contributing.md', 'utf8').trimEnd().split('\n').length <= 60)
})

// What stands in code, spans and blocks, each part beginning a line.
const codeOf = (page: string): string =>
  [...readFileSync(page, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$|`([^`\n]+)`/gm)]
    .map(([, block, span]) => block ?? span ?? '')
    .join('\n')

const linksOf = (page: string): ReadonlyArray<string> =>
  [...bare(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)

const leads = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsOf(target).has(anchor)
}

// As GitHub makes them: lower case, blanks to dashes, without what is neither letter nor digit.
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    (bare(page).match(/^#+ .+$/gm) ?? []).map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
