import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import test from 'ava'
import { globSync } from 'tinyglobby'

const options = { ignore: ['node_modules/**', 'dist/**', '**/node_modules/**'], dot: true }
const sources = globSync('{domain,projections,adapters,cli}/**/*.ts', options).sort()
const tests = globSync('test/**/*.{ts,mjs}', options).sort()
const everything = globSync(
  '{domain,projections,adapters,cli,test,docs,.ci}/**/*.{ts,mjs,cjs,md,json}',
  options,
).concat('README.md', 'package.json', 'tsconfig.json', '.ci/run')

const readEach = (files: ReadonlyArray<string>) =>
  Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const))

// Named for what it is among its neighbours, and not for the one function that it gives.
const wholes = ['cli/tui/shell.ts', 'cli/main.ts']

test('a source file is in kebab-case, and one with a single export has its name', async (t) => {
  for (const [file, source] of await readEach(sources)) {
    t.regex(basename(file), /^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/, file)
    const [only, ...more] = valuesOf(source)
    if (only === undefined || more.length > 0 || wholes.includes(file)) continue
    const words = exportsOf(source).flatMap((name) => kebab(name).split('-'))
    const named = basename(file, '.ts').split('-')
    t.true(
      named.some((word) => words.some((other) => areAlike(word, other))),
      `${file} exports ${only}`,
    )
  }
})

test('no file is a barrel, and none has a name that says nothing', (t) => {
  for (const file of [...sources, ...tests])
    t.notRegex(basename(file), /^(index|utils?|helpers?|common|misc|types)\./, file)
})

// Written in two parts, so that this file does not find itself.
const words = (...parts: ReadonlyArray<readonly [string, string]>): RegExp =>
  new RegExp(parts.map(([a, b]) => `\\b${a}${b}\\b`).join('|'))

test('nothing is left to be done in comments', async (t) => {
  const marks = words(['TO', 'DO'], ['FIX', 'ME'], ['XX', 'X'], ['HA', 'CK'])
  for (const [file, text] of await readEach([...sources, '.ci/run', 'README.md'])) {
    const comments = text.split('\n').filter((line) => /^\s*(\/\/|\*|\/\*\*|#)/.test(line))
    t.deepEqual(
      comments.filter((line) => marks.test(line)),
      [],
      file,
    )
  }
})

test('the repository speaks of itself alone', async (t) => {
  const elsewhere = new RegExp(
    [
      ['/root', '/'],
      ['/work/(main|wt|shared)', '\\b'],
      ['\\.\\./sha', 'red'],
      ['design', '\\.md'],
      ['faults', '\\.md'],
      ['localhost', ':4873'],
      ['registry\\.', 'npmjs'],
      ['Co-Authored', '-By'],
    ]
      .map((parts) => parts.join(''))
      .join('|'),
    'i',
  )
  for (const [file, text] of await readEach([...everything, 'package-lock.json'])) {
    const found = text.split('\n').filter((line) => elsewhere.test(line))
    t.deepEqual(found, [], file)
  }
})

test('the top level holds what it is meant to hold', async (t) => {
  const left = await ignored()
  const visible = (await readdir('.')).filter(
    (name) => !name.startsWith('.') && !left.includes(name),
  )
  t.deepEqual(visible.sort(), [
    'LICENSE',
    'README.md',
    'adapters',
    'cli',
    'docs',
    'domain',
    'package-lock.json',
    'package.json',
    'projections',
    'test',
    'tsconfig.json',
  ])
})

test('every package has an exact version, and runs on the Node that is asked for', async (t) => {
  const { dependencies, devDependencies, engines, bin, scripts } = JSON.parse(
    await readFile('package.json', 'utf8'),
  )
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    t.regex(String(version), /^(npm:[a-z]+@)?\d+\.\d+\.\d+$/, name)
  t.is(engines.node, '>=20.20 <21 || >=22.22')
  t.deepEqual(bin, { yoi: 'dist/bundle/main.js' })
  t.regex(scripts.build, /node \.ci\/bundle\.mjs$/)
  // npx and npm link run the file itself.
  t.regex(await readFile('cli/main.ts', 'utf8'), /^#!\/usr\/bin\/env node\n/)
})

const importedPackage =
  /(?:(?:from|import)\s*\(?'|createRequire\(import\.meta\.url\)\(\s*['`])((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'`]*)?['`]/g

test('what ships is declared: each package that the source imports is a dependency', async (t) => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const imported = (await readEach(sources)).flatMap(([, source]) =>
    [...source.matchAll(importedPackage)].map(([, name = '']) => name),
  )
  const packages = [...new Set(imported)].filter((name) => name !== 'node')
  t.deepEqual(packages.sort(), Object.keys(dependencies).sort())
})

// In the bundle the file that asks lies elsewhere than in the source.
test('one file says where the program lies, bundled or not', async (t) => {
  const files = (await readEach(sources)).filter(([, source]) =>
    /URL\('[^']*main\.js', import\.meta\.url\)/.test(source),
  )
  t.deepEqual(
    files.map(([file]) => file),
    ['cli/main-file.ts'],
  )
})

test('every function that is exported says in one to five lines what it gives', async (t) => {
  for (const [file, source] of await readEach(sources)) {
    const silent = [...source.matchAll(exportedFunction)].filter(
      ([, comment = '']) => comment === '' || comment.trim().split('\n').length > 6,
    )
    t.deepEqual(
      silent.map(([, , name]) => name),
      [],
      file,
    )
  }
})

const exportedFunction =
  /(?:^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:\/\/ eslint-.*\n)?)?^export const (\w+)(?::[^=\n]*)? =\s*(?:async )?[(<]/gm

const ignored = async (): Promise<ReadonlyArray<string>> =>
  (await readFile('.gitignore', 'utf8')).split('\n').map((line) => line.replace(/\/$/, ''))

const valuesOf = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/^export (?:const|function|async function) (\w+)/gm)].map(
    ([, name = '']) => name,
  )

const exportsOf = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/^export (?:const|type|interface|function|async function) (\w+)/gm)].map(
    ([, name = '']) => name,
  )

const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

// They begin alike, as `reader` and `reads` do.
const areAlike = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length, 3)
  return length === 3 && a.slice(0, length) === b.slice(0, length)
}
