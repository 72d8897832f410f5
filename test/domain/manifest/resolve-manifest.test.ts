import test from 'ava'
import fc from 'fast-check'
import { outputBytesMaxOf } from '../../../domain/manifest/manifest.js'
import { manifestValues } from '../../../domain/manifest/manifest-values.js'
import {
  overlay,
  project,
  projectFile,
  refusal,
  resolved,
  user,
  userFile,
} from '../../support/manifest-layers.js'
import { fcOptions } from '../../support/rounds.js'

test('without a manifest the built-in values hold', (t) => {
  const { manifest, warnings, origins } = resolved([])
  t.deepEqual(manifest, {
    pod: {},
    model: {
      ref: 'offline',
      api_key_env: 'ANTHROPIC_API_KEY',
      system_messages: 'native',
      max_tokens: 16384,
      first_byte_timeout_ms: 120_000,
      idle_timeout_ms: 90_000,
      retries: 4,
    },
    worker: { max_rounds: 200, tool_output: { default_max_bytes: 16384, per_tool: {} } },
    scope: {
      allow: [{ target: '/work/proj/sub', permission: 'write', recursive: true }],
      deny: [],
    },
    hooks: [],
    offline: {},
    tui: { theme: 'auto', title: true, bell: true, mouse: true, history: true, keys: {} },
    trust: [],
  })
  t.deepEqual(warnings, [])
  t.true(Object.values(origins).every(({ origin }) => origin === 'built-in'))
})

test('with the key set the default model is a real one', (t) => {
  const { manifest } = resolved([], { hasKey: (name) => name === 'ANTHROPIC_API_KEY' })
  t.is(manifest.model.ref, 'anthropic/claude-sonnet-5-5')
})

test('the key is looked for under the name that the manifest gives', (t) => {
  const layers = [user({ model: { api_key_env: 'OTHER_KEY' } })]
  t.is(
    resolved(layers, { hasKey: (name) => name === 'ANTHROPIC_API_KEY' }).manifest.model.ref,
    'offline',
  )
  t.is(
    resolved(layers, { hasKey: (name) => name === 'OTHER_KEY' }).manifest.model.ref,
    'anthropic/claude-sonnet-5-5',
  )
})

test('with base_url the wire and the system messages are those that every server takes', (t) => {
  const model = { base_url: 'http://127.0.0.1:8080', ref: 'anthropic/local' }
  const { manifest, warnings } = resolved([user({ model })])
  t.is(manifest.model.wire, '2023-06-01')
  t.is(manifest.model.system_messages, 'user')
  t.deepEqual(warnings, [])
})

test('with base_url the defaults still give way to what a manifest says', (t) => {
  const model = {
    base_url: 'http://127.0.0.1:8080/v1',
    ref: 'anthropic/local',
    wire: '2026-10-21',
    system_messages: 'native',
  }
  t.like(resolved([user({ model })]).manifest.model, model)
})

test('base_url without a ref warns that the offline model answers', (t) => {
  const { manifest, warnings } = resolved([user({ model: { base_url: 'http://127.0.0.1:1' } })])
  t.is(manifest.model.ref, 'offline')
  t.regex(warnings.join(), /set model\.ref to "anthropic\/<name of the model on that server>"/)
})

test('a later layer wins by key and leaves its neighbours alone', (t) => {
  const { manifest, origins } = resolved([
    user({ model: { max_tokens: 1, retries: 1, effort: 'low' }, pod: { name: 'u' } }),
    project({ model: { max_tokens: 2, retries: 2 } }),
    overlay({ model: { max_tokens: 3 } }),
  ])
  t.like(manifest.model, { max_tokens: 3, retries: 2, effort: 'low' })
  t.is(manifest.pod.name, 'u' as never)
  t.deepEqual(origins['model.max_tokens'], { origin: 'overlay' })
  t.deepEqual(origins['model.retries'], { origin: 'project', file: projectFile })
  t.deepEqual(origins['model.effort'], { origin: 'user', file: userFile })
  t.deepEqual(origins['model.ref'], { origin: 'built-in' })
})

test('maps merge by key: per_tool and price', (t) => {
  const price = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }
  const { manifest, origins } = resolved([
    user({ worker: { tool_output: { per_tool: { Bash: 1, Read: 2 } } }, model: { price } }),
    overlay({ worker: { tool_output: { per_tool: { Bash: 9 } } }, model: { price: { input: 4 } } }),
  ])
  t.deepEqual(manifest.worker.tool_output.per_tool, { Bash: 9, Read: 2 })
  t.deepEqual(manifest.model.price, { ...price, input: 4 })
  t.is(origins['worker.tool_output.per_tool.Bash']?.origin, 'overlay')
  t.is(origins['worker.tool_output.per_tool.Read']?.origin, 'user')
  t.is(origins['model.price.output']?.origin, 'user')
})

test('thinking is replaced whole, for its parts belong together', (t) => {
  const { manifest } = resolved([
    user({ model: { thinking: { type: 'enabled', budget_tokens: 1024 } } }),
    overlay({ model: { thinking: { type: 'adaptive' } } }),
  ])
  t.deepEqual(manifest.model.thinking, { type: 'adaptive' })
})

test('scope rules add up, each with its origin and its default', (t) => {
  const { manifest, origins } = resolved([
    user({ scope: { deny: [{ target: '~/.ssh', permission: 'read' }] } }),
    project({ scope: { allow: [{ target: 'src', permission: 'write', recursive: false }] } }),
    overlay({ scope: { allow: [{ target: '/data', permission: 'read' }] } }),
  ])
  t.deepEqual(manifest.scope, {
    allow: [
      { target: '/work/proj/src', permission: 'write', recursive: false },
      { target: '/data', permission: 'read', recursive: true },
    ],
    deny: [{ target: '/home/u/.ssh', permission: 'read', recursive: true }],
  })
  t.is(origins['scope.allow[0]']?.origin, 'project')
  t.is(origins['scope.allow[1]']?.origin, 'overlay')
  t.is(origins['scope.deny[0]']?.origin, 'user')
})

test('a deny alone leaves the session folder allowed', (t) => {
  const { manifest } = resolved([user({ scope: { deny: [{ target: '/x', permission: 'read' }] } })])
  t.deepEqual(
    manifest.scope.allow.map(({ target }) => target),
    ['/work/proj/sub'],
  )
})

test('relative paths are meant from the folder of their layer', (t) => {
  const { manifest } = resolved([
    user({ trust: ['../x', '~/code'], worker: { instruction: 'me.md' } }),
    overlay({ offline: { script: './a/../s.json', delay_ms: 0 } }),
  ])
  t.deepEqual(manifest.trust, ['/home/u/.config/x', '/home/u/code'])
  t.is(manifest.worker.instruction, '/home/u/.config/yoi/me.md')
  t.deepEqual(manifest.offline, { script: '/work/proj/sub/s.json', delay_ms: 0 })
})

test('an instruction that is text stays as it is', (t) => {
  for (const instruction of ['Be brief.', 'Read README.md', '/one\n/two', 'a\nb.md', '']) {
    t.is(resolved([user({ worker: { instruction } })]).manifest.worker.instruction, instruction)
  }
})

test('hooks get their time limit', (t) => {
  const hooks = [{ on: 'turn_end', command: ['check', '-q'] }]
  t.deepEqual(resolved([user({ hooks })]).manifest.hooks, [
    { on: 'turn_end', command: ['check', '-q'], timeout_ms: 5000 },
  ])
})

test('a price that names only some parts names the others', (t) => {
  t.is(
    refusal([user({ model: { price: { input: 1, output: 2 } } })]),
    `${userFile}: model.price: expected input, output, cache_read, cache_write, but there is no cache_read, cache_write.`,
  )
})

test('output limits of tools never come from the prototype', (t) => {
  const { manifest } = resolved([user({ worker: { tool_output: { per_tool: { Bash: 7 } } } })])
  t.is(outputBytesMaxOf(manifest, 'Bash'), 7)
  t.is(outputBytesMaxOf(manifest, 'Read'), 16384)
  t.is(outputBytesMaxOf(manifest, 'constructor'), 16384)
})

const scalars = {
  'model.max_tokens': fc.integer({ min: 1, max: 1e6 }),
  'model.retries': fc.integer({ min: 0, max: 100 }),
  'model.effort': fc.constantFrom('low', 'high'),
  'worker.max_rounds': fc.integer({ min: 1, max: 1e6 }),
  'worker.tool_output.default_max_bytes': fc.integer({ min: 1, max: 1e6 }),
  'worker.tool_output.per_tool.Bash': fc.integer({ min: 1, max: 1e6 }),
  'tui.theme': fc.constantFrom('dark', 'light', 'none', 'auto'),
  'tui.keys.detail': fc.constantFrom(['F2'], ['F3', 'Ctrl-O']),
  'offline.delay_ms': fc.integer({ min: 0, max: 1e6 }),
} as const

const nested = (flat: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const table: Record<string, unknown> = {}
  for (const [dotted, value] of Object.entries(flat)) {
    if (value === undefined) continue
    const keys = dotted.split('.')
    let at: Record<string, unknown> = table
    for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>
    at[keys.at(-1) ?? ''] = value
  }
  return table
}

test('for every key the last layer that sets it wins, and origins say so', (t) => {
  const layer = fc.record(scalars, { requiredKeys: [] })
  fc.assert(
    fc.property(layer, layer, layer, (a, b, c) => {
      const { manifest, origins } = resolved([
        user({ ...nested(a), trust: ['/work/proj'] }),
        project(nested(b)),
        overlay(nested(c)),
      ])
      const values = new Map(manifestValues(manifest))
      for (const key of Object.keys(scalars) as ReadonlyArray<keyof typeof scalars>) {
        const [origin, value] =
          c[key] !== undefined
            ? (['overlay', c[key]] as const)
            : b[key] !== undefined
              ? (['project', b[key]] as const)
              : (['user', a[key]] as const)
        if (value !== undefined && values.get(key) !== value) return false
        if (value !== undefined && origins[key]?.origin !== origin) return false
      }
      return true
    }),
    fcOptions(5),
  )
  t.pass()
})

test('every value has exactly one origin, whatever the layers say', (t) => {
  const rule = fc.record({
    target: fc.constantFrom('a', '/b'),
    permission: fc.constantFrom('read', 'write'),
  })
  const layer = fc.record({ scope: fc.record({ allow: fc.array(rule), deny: fc.array(rule) }) })
  fc.assert(
    fc.property(layer, layer, (a, b) => {
      const { manifest, origins } = resolved([user(a), overlay(b)])
      const keys = manifestValues(manifest).map(([key]) => key)
      t.deepEqual(Object.keys(origins).sort(), [...keys].sort())
      return a.scope.allow.every((_, i) => origins[`scope.allow[${i}]`]?.origin === 'user')
    }),
    fcOptions(),
  )
})
