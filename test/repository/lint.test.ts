import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { check, type Plants, plantedTree } from '../support/planted-tree.js'

type Case = readonly [says: string, file: string, source: string]

// A line that breaks one rule of syntax, where it lies, and what the rule says.
const broken: ReadonlyArray<Case> = [
  ['Export by name', 'cli/default.ts', 'const a = 1\nexport default a'],
  ['No barrels', 'cli/barrel.ts', "export * from './one.js'"],
  ['Use functions and plain data', 'cli/class.ts', 'export class A {}'],
  ['Use functions and plain data', 'domain/class.ts', 'export const A = class {}'],
  ['Use a union of literals', 'cli/enum.ts', 'export enum A {\n  b,\n}'],
  ['At most five steps in a pipe', 'cli/steps.ts', 'pipe(1, f, f, f, f, f, f)'],
  ['No pipe within a pipe', 'cli/nested.ts', 'pipe(1, (n) => pipe(n, f))'],
  ['Write through the streams', 'adapters/log/print.ts', "console.log('x')"],
  ['A title states what holds', 'test/title.ts', "test('should work', f)"],
  ['Every test runs and holds', 'test/only.ts', "test.only('x', f)"],
  ['Every test runs and holds', 'test/todo.ts', "test.todo('x')"],
  ['Nothing throws here: give', 'domain/throw.ts', "throw new Error('x')"],
  ['Nothing throws here: wrap', 'projections/try.ts', 'try {\n  f(1)\n} finally {\n  f(2)\n}'],
  ['Nothing waits here', 'domain/wait.ts', 'export const a = async () => {\n  await f(1)\n}'],
  [
    'Nothing waits here',
    'projections/each.ts',
    'export const a = async () => {\n  for await (const b of []) f(b)\n}',
  ],
  ['Give each value a name', 'domain/let.ts', 'let a = 1\na = f(a)'],
  ['Time arrives with the input', 'domain/date.ts', 'export const a = new Date()'],
  ['Time arrives with the input', 'projections/now.ts', 'export const a = Date.now()'],
  ['There is no chance here', 'domain/chance.ts', 'export const a = Math.random()'],
  ['Let the types follow', 'domain/cast.ts', 'export const a = 1 as unknown'],
  ['Time arrives with the key', 'cli/tui/date.ts', 'export const a = new Date()'],
  ['Time arrives with the key', 'cli/tui/now.ts', 'export const a = Date.now()'],
  ['Ids arrive with the key', 'cli/tui/chance.ts', 'export const a = Math.random()'],
  ['the shorter path does not load', 'cli/short.ts', "import 'fp-ts/Either'"],
  ['the shorter path does not load', 'cli/all.ts', "import 'fp-ts'"],
  ['no-restricted-globals', 'domain/process.ts', 'export const a = process.pid'],
  ['no-restricted-globals', 'domain/bytes.ts', "export const a = Buffer.from('x')"],
  ['no-restricted-globals', 'projections/timer.ts', 'setTimeout(() => f(1), 1)'],
  ['no-explicit-any', 'cli/any.ts', 'export const a = (b: any) => f(b)'],
  ['no-floating-promises', 'cli/floating.ts', 'Promise.resolve(1)'],
  ['no-misused-promises', 'cli/misused.ts', 'setTimeout(async () => Promise.resolve(), 1)'],
  [
    'switch-exhaustiveness-check',
    'domain/switch.ts',
    "export const a = (b: 'c' | 'd') => {\n  switch (b) {\n    case 'c':\n      return 1\n  }\n}",
  ],
  ['max-lines-per-function', 'cli/long.ts', `export const a = () => {\n${'f(1)\n'.repeat(41)}}`],
  ['max-lines)', 'cli/file.ts', 'f(1)\n'.repeat(201)],
  ['max-lines)', 'test/file.ts', 'f(1)\n'.repeat(401)],
  ['max-params', 'cli/params.ts', 'export const a = (b: 1, c: 1, d: 1, e: 1) => f(b, c, d, e)'],
  ['prefer-const', 'cli/const.ts', 'let a = 1\nf(a)'],
  ['eqeqeq', 'cli/equal.ts', 'export const a = (b: 1 | 2) => b == 1'],
  ['Unused eslint-disable', 'cli/unused.ts', '// eslint-disable-next-line eqeqeq\nf(1)'],
]

// What must pass: a constant, a loop's counter, a test's columns, a cast beside its check.
const good: Plants = {
  'domain/good.ts': "export const a = ['b'] as const\nfor (let b = 0; b < 1; b += 1) f(b)\n",
  'domain/ids.ts': 'export const a = 1 as unknown\n',
  'domain/projection.ts': 'let a = 1\na = f(a)\n',
  'cli/good.ts': 'export const a = (b: 1 | undefined) => b == null\npipe(1, f, f, f, f, f)\n',
  'test/good.ts': 'export const a = (b: 1, c: 1, d: 1, e: 1) => f(b, c, d, e)\n',
}

const plants: Plants = {
  ...good,
  'cli/globals.d.ts':
    'declare const f: (...a: ReadonlyArray<unknown>) => number\ndeclare const test: any\n' +
    'declare const pipe: (...a: ReadonlyArray<unknown>) => void\n',
  ...Object.fromEntries(broken.map(([, file, source]) => [file, `${source}\n`])),
}

test('each plant that breaks a rule of syntax is reported, and what is allowed is not', async (t) => {
  const root = await plantedTree(t, plants)

  const { code, output } = await check(root, 'lint')

  t.is(code, 1)
  const said = saidOf(root, output)
  for (const [says, file] of broken)
    t.true((said.get(file) ?? '').includes(says), `${file}: ${said.get(file)}`)
  for (const file of Object.keys(good)) t.is(said.get(file), undefined)
})

test('every rule of the configuration is broken by a plant', async (t) => {
  const { default: blocks } = await import(pathToFileURL(resolve('.ci/eslint.config.mjs')).href)
  const rules = (blocks as ReadonlyArray<Block>).flatMap(({ rules = {} }) => Object.entries(rules))
  const messages = rules
    .filter(([name]) => name === 'no-restricted-syntax')
    .flatMap(([, [, ...entries]]) => entries.map(({ message }) => message ?? ''))
  const names = rules.map(([name]) => name.replace('@typescript-eslint/', ''))

  t.true(messages.length > 30)
  for (const message of messages)
    t.true(
      broken.some(([says]) => message.startsWith(says)),
      message,
    )
  for (const name of names.filter((one) => !one.startsWith('no-restricted-')))
    t.true(
      broken.some(([says]) => says.startsWith(name)),
      name,
    )
})

test('a wrong type, a dead export, a file that nobody uses and a crooked line are reported', async (t) => {
  const root = await plantedTree(t, {
    'cli/main.ts': "import { used } from '../domain/used.js'\n\nused('x')\n",
    'domain/used.ts':
      'export const used = (a: number) => a\n\nexport const dead = 1\n\nexport const b = [1 ,2]\n',
    'domain/unloaded.ts': 'export const a = 1\n',
  })

  const types = await check(root, 'types')
  const format = await check(root, 'format')
  const dead = await check(root, 'dead code')

  t.deepEqual([types.code, format.code, dead.code], [1, 1, 1])
  t.regex(types.output, /cli\/main\.ts.*error TS2345/)
  t.regex(format.output, /domain\/used\.ts/)
  t.notRegex(format.output, /cli\/main\.ts/)
  t.regex(dead.output, /dead\s+domain\/used\.ts/)
  t.regex(dead.output, /domain\/unloaded\.ts/)
})

test('a check of an unknown name is refused with the names that there are', async (t) => {
  const { code, output } = await check(process.cwd(), 'colours')
  t.is(code, 2)
  t.regex(output, /no check colours; there are types, format, layers, dead code, lint/)
})

type Block = { readonly rules?: Readonly<Record<string, ReadonlyArray<{ message?: string }>>> }

// ESLint prints a file's path, then what it has to say of it, then an empty line.
const saidOf = (root: string, output: string): ReadonlyMap<string, string> =>
  new Map(
    output
      .split('\n\n')
      .filter((part) => part.trim().startsWith(root))
      .map((part) => {
        const [path = '', ...lines] = part.trim().split('\n')
        return [path.slice(root.length + 1), lines.map(withRule).join('\n')] as const
      }),
  )

const withRule = (line: string): string => `${line.trim()})`
