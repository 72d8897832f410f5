import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import test from 'ava'
import { check, type Plants, plantedTree } from '../support/planted-tree.js'

// What breaks a rule: the file that does, what it holds, and the rule.
const broken: ReadonlyArray<readonly [rule: string, file: string, source: string]> = [
  ['domain-is-pure', 'domain/reads.ts', "import 'node:fs'"],
  ['domain-is-pure', 'domain/draws.ts', "import { v7 } from 'uuid'\nexport const id = v7"],
  ['domain-is-pure', 'domain/knows.ts', "import type { Good } from '../adapters/log/good.js'"],
  ['families-meet-in-session', 'domain/scope/asks.ts', "import '../turn/good.js'"],
  ['families-meet-in-session', 'domain/turn/asks.ts', "import '../session/good.js'"],
  ['families-meet-in-session', 'domain/event/asks.ts', "import '../manifest/good.js'"],
  ['projections-fold-domain', 'projections/reads.ts', "import 'node:fs'"],
  ['projections-fold-domain', 'projections/knows.ts', "import '../adapters/log/good.js'"],
  [
    'adapters-implement-ports',
    'adapters/log/folds.ts',
    "import type { Good } from '../../projections/good.js'",
  ],
  ['adapters-do-not-know-each-other', 'adapters/wire/knows.ts', "import '../log/good.js'"],
  ['nothing-imports-cli', 'adapters/wire/calls.ts', "import '../../cli/good.js'"],
  ['tui-core-is-pure', 'cli/tui/reads.ts', "import 'node:fs'"],
  [
    'tui-core-is-pure',
    'cli/tui/knows.ts',
    "import type { Good } from '../../adapters/log/good.js'",
  ],
  ['tui-core-is-pure', 'cli/tui/calls.ts', "import '../good.js'"],
  ['terminal-kit-only-in-shell', 'cli/tui/draws.ts', "import 'terminal-kit'"],
  ['terminal-kit-only-in-shell', 'adapters/wire/draws.ts', "import 'terminal-kit'"],
  ['client-library-only-in-its-adapter', 'cli/asks.ts', "import '@anthropic-ai/sdk'"],
  ['no-circular', 'cli/one.ts', "import './two.js'"],
  ['no-orphans', 'projections/alone.ts', 'export const alone = 1'],
  ['reachable-from-entry', 'cli/unloaded.ts', "import './good.js'"],
  ['no-production-to-test', 'cli/tested.ts', "import '../test/good.js'"],
  ['no-production-to-dev-dependency', 'cli/checks.ts', "import 'fast-check'"],
  ['unresolvable', 'cli/lost.ts', "import './nowhere.js'"],
]

// What the rules must let pass.
const good: Plants = {
  'domain/good.ts': "import 'fp-ts/lib/Either.js'\nimport 'io-ts'\nexport type Good = 1",
  'domain/event/good.ts': "import '../tool/spec.js'\nimport '../good.js'",
  'domain/tool/spec.ts': 'export const spec = 1',
  'domain/manifest/good.ts': "import '../good.js'",
  'domain/turn/good.ts': "import '../event/good.js'\nimport '../tool/spec.js'",
  'domain/session/good.ts': "import '../turn/good.js'\nimport '../manifest/good.js'",
  'projections/good.ts': "import '../domain/session/good.js'\nexport type Good = 1",
  'adapters/node/good.ts': "import 'node:fs'",
  'adapters/log/good.ts':
    "import '../node/good.js'\nimport '../../domain/good.js'\nexport type Good = 1",
  'cli/main.ts': "import './good.js'",
  'cli/good.ts': "import '../adapters/log/good.js'\nimport './tui/shell.js'",
  'cli/tui/shell.ts': "import 'terminal-kit'\nimport 'node:fs'\nimport './core.js'",
  'cli/tui/core.ts': "import 'string-width'\nimport '../../projections/good.js'",
  'test/good.ts': "import '../cli/good.js'",
}

const plants: Plants = {
  ...good,
  'cli/two.ts': "import type { One } from './one.js'",
  ...Object.fromEntries(broken.map(([, file, source]) => [file, `${source}\n`])),
}

test('each rule of .ci/layers.cjs is broken by a plant', (t) => {
  const load = createRequire(resolve('package.json'))
  const rules: ReadonlyArray<{ readonly name: string; readonly comment: string }> =
    load('./.ci/layers.cjs').forbidden
  t.deepEqual([...new Set(broken.map(([rule]) => rule))].sort(), rules.map(nameOf).sort())
  t.true(rules.every(({ comment }) => comment.length > 20))
})

test('each plant is reported under the name of its rule, and what is allowed is not', async (t) => {
  const { code, output } = await check(await plantedTree(t, plants), 'layers')

  t.is(code, 1)
  for (const [rule, file] of broken) t.true(output.includes(`error ${rule}: ${file}`), output)
  for (const file of Object.keys(good)) t.false(output.includes(`: ${file}`), output)
})

test('the layers of this repository hold', async (t) => {
  const { code, output } = await check(process.cwd(), 'layers')
  t.is(code, 0, output)
  const seen = /\((\d+) modules/.exec(output)?.[1]
  t.true(Number(seen) > 300, output)
})

const nameOf = ({ name }: { readonly name: string }): string => name
