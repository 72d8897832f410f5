import test from 'ava'
import { knownKeys, unknownKeyRemarks } from '../../../domain/manifest/known-keys.js'
import { manifestValues } from '../../../domain/manifest/manifest-values.js'
import { resolved, user, userFile } from '../../support/manifest-layers.js'

const everything = {
  pod: { name: 'p' },
  model: {
    ref: 'anthropic/x',
    base_url: 'http://h',
    api_key_env: 'K',
    wire: '2023-06-01',
    system_messages: 'user',
    max_tokens: 1,
    thinking: { type: 'enabled', budget_tokens: 1 },
    effort: 'low',
    context_window: 1,
    price: { input: 1, output: 1, cache_read: 1, cache_write: 1 },
    first_byte_timeout_ms: 1,
    idle_timeout_ms: 1,
    retries: 1,
  },
  worker: {
    instruction: 'x',
    max_rounds: 1,
    tool_output: { default_max_bytes: 1, per_tool: { Bash: 1 } },
  },
  scope: {
    allow: [{ target: '/a', permission: 'read', recursive: true }],
    deny: [{ target: '/b', permission: 'read', recursive: true }],
  },
  hooks: [{ on: 'turn_end', command: ['x'], timeout_ms: 1 }],
  offline: { script: '/s', delay_ms: 1 },
  tui: {
    theme: 'light',
    title: false,
    bell: 'notify',
    mouse: false,
    history: false,
    keys: { detail: ['F2'] },
  },
  trust: ['/t'],
}

test('every key of the manifest is known, and none is lost on the way', (t) => {
  const { manifest, warnings } = resolved([user(everything)])
  t.deepEqual(warnings, [])
  t.deepEqual(manifest as unknown, everything)
})

test('the tree of known keys is that of a manifest with everything in it', (t) => {
  const keysOf = (value: unknown): ReadonlyArray<string> =>
    manifestValues(value as object).map(([key]) => key.replace(/\[\d+\]/, ''))
  const known = keysOf(knownKeys).filter((key) => !/^(scope|hooks)/.test(key))
  const given = keysOf(everything)
    .map((key) => key.replace('.per_tool.Bash', '.per_tool').replace('.keys.detail', '.keys'))
    .filter((key) => !/^(scope|hooks)/.test(key))
  t.deepEqual([...known].sort(), [...given].sort())
})

type Case = readonly [value: unknown, remark: string]

const remarks: ReadonlyArray<Case> = [
  [{ modle: {} }, 'modle is unknown and ignored. Did you mean model?'],
  [
    { model: { max_token: 1 } },
    'model.max_token is unknown and ignored. Did you mean model.max_tokens?',
  ],
  [{ model: { reF: 'x' } }, 'model.reF is unknown and ignored. Did you mean model.ref?'],
  [
    { model: { baseurl: 'x' } },
    'model.baseurl is unknown and ignored. Did you mean model.base_url?',
  ],
  [{ model: { rfe: 'x' } }, 'model.rfe is unknown and ignored. Did you mean model.ref?'],
  [{ max_tokens: 1 }, 'max_tokens is unknown and ignored. Did you mean model.max_tokens?'],
  [
    { model: { instruction: 'x' } },
    'model.instruction is unknown and ignored. Did you mean worker.instruction?',
  ],
  [{ telemetry: true }, 'telemetry is unknown and ignored.'],
  [
    { scope: { allow: [{ target: '/x', permission: 'read', recursiv: true }] } },
    'scope.allow.recursiv is unknown and ignored. Did you mean scope.allow.recursive?',
  ],
  [JSON.parse('{"__proto__": {"polluted": true}}'), '__proto__ is unknown and ignored.'],
  [{ constructor: { prototype: 1 } }, 'constructor is unknown and ignored.'],
  [{ 'a b': 1 }, '"a b" is unknown and ignored.'],
]

for (const [value, remark] of remarks) {
  test(`a remark: ${remark}`, (t) => {
    const { warnings, manifest } = resolved([user(value)])
    t.deepEqual(warnings, [`${userFile}: ${remark}`])
    t.is((manifest as Record<string, unknown>)['polluted'], undefined)
  })
}

test('a key cannot write into the terminal or flood it', (t) => {
  const [remark = ''] = unknownKeyRemarks({ [`\u001b[2J${'x'.repeat(1000)}`]: 1 })
  t.false(remark.includes('\u001b'))
  t.true(remark.length < 150)
})

test('of many unknown keys twenty are named and the others counted', (t) => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, 1]))
  const found = unknownKeyRemarks(many)
  t.is(found.length, 21)
  t.is(found.at(-1), '49980 more keys are unknown and ignored.')
})

test('what is inside thinking and per_tool is free', (t) => {
  t.deepEqual(unknownKeyRemarks({ model: { thinking: { a: { b: 1 } } } }), [])
  t.deepEqual(unknownKeyRemarks({ worker: { tool_output: { per_tool: { Other: 1 } } } }), [])
})
