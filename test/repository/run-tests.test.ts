import { join } from 'node:path'
import test from 'ava'
import { type Plants, plantedTree, type Ran, runNode } from '../support/planted-tree.js'

const head = "import test from 'ava'\n"
const passes = (title: string): string => `test('${title}', (t) => t.pass())\n`

type Case = {
  readonly plants: Plants
  readonly last: string
  readonly code: number
  readonly says?: RegExp
  /** How long AVA waits for a test to end. */
  readonly patienceS?: number
}

const runTests = (root: string, words: ReadonlyArray<string> = [], patienceS = 120): Promise<Ran> =>
  runNode([join(root, 'test', 'run.mjs'), ...words], { YOI_TEST_PATIENCE_S: String(patienceS) })

const lastLineOf = ({ output }: Ran): string => output.trimEnd().split('\n').at(-1) ?? ''

// What is bundled before the tests run.
const program: Plants = { 'cli/main.ts': 'export const program = 1\n' }

const counts = test.macro(async (t, { plants, last, code, says = /./, patienceS }: Case) => {
  const ran = await runTests(await plantedTree(t, { ...program, ...plants }), [], patienceS)
  t.is(lastLineOf(ran), last, ran.output)
  t.is(ran.code, code)
  t.regex(ran.output, says)
})

test('what passed is counted, of journeys too', counts, {
  plants: {
    'test/a.test.ts': head + passes('one') + passes('not ok # SKIP'),
    'test/journey/b.test.ts': head + passes('three'),
  },
  last: '3 passed, 0 failed',
  code: 0,
})

test('what failed, threw, asserted nothing or never ended is a failure each', counts, {
  plants: {
    'test/a.test.ts':
      `${head}test('one', (t) => t.fail('because'))\n` +
      "test('two', () => {\n  throw new Error('x')\n})\ntest('three', () => {})\n" +
      `test('four', () => new Promise(() => {}))\n${passes('five')}`,
  },
  last: '1 passed, 4 failed',
  code: 1,
  says: /because/,
})

test('what is skipped or left for later is said and counted', counts, {
  plants: {
    'test/a.test.ts': `${head}${passes('one')}test.skip('two', (t) => t.pass())\ntest.todo('three')\n`,
  },
  last: '1 passed, 0 failed, 2 skipped',
  code: 0,
  says: /\[skip\] two/,
})

test('a file without a test fails the run', counts, {
  plants: { 'test/a.test.ts': head + passes('one'), 'test/b.test.ts': 'export const a = 1\n' },
  last: '1 passed, 1 failed',
  code: 1,
  says: /No tests found in dist\/test\/b\.test\.js/,
})

test('a test that hangs is named, and the other files run all the same', counts, {
  plants: {
    'test/a.test.ts': `${head}test('for ever', () => new Promise(() => setInterval(() => {}, 1000)))\n`,
    'test/b.test.ts': head + passes('one'),
    'test/journey/c.test.ts': head + passes('two'),
  },
  last: '2 passed, 1 failed',
  code: 1,
  says: /for ever/,
  patienceS: 30,
})

test('a test that ends its process fails the run', counts, {
  plants: {
    'test/journey/a.test.ts': `${head}test('one', () => process.exit(0))\n`,
    'test/journey/b.test.ts': head + passes('two'),
  },
  last: '1 passed, 1 failed',
  code: 1,
})

test('an error that no test waits for fails the run', counts, {
  plants: {
    'test/a.test.ts': `${head}${passes('one')}void Promise.reject(new Error('nobody waits'))\n`,
  },
  last: '1 passed, 1 failed',
  code: 1,
  says: /nobody waits/,
})

test('a wrong type ends the run before any test', async (t) => {
  const ran = await runTests(
    await plantedTree(t, { 'test/a.test.ts': `${head}${passes('one')}export const a: 1 = 2\n` }),
  )
  t.is(ran.code, 1)
  t.notRegex(ran.output, /passed/)
})

test('words choose files by their path; when they choose none, that is no success', async (t) => {
  const root = await plantedTree(t, {
    ...program,
    'test/domain/a.test.ts': head + passes('one'),
    'test/cli/b.test.ts': head + passes('two') + passes('three'),
  })
  const one = await runTests(root, ['domain/'])
  t.deepEqual([lastLineOf(one), one.code], ['1 passed, 0 failed', 0])
  const none = await runTests(root, ['nowhere'])
  t.deepEqual([lastLineOf(none), none.code], ['0 passed, 0 failed', 1])
})
