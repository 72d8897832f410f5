import test from 'ava'
import fc from 'fast-check'
import { refusal, resolved, user, userFile } from '../../support/manifest-layers.js'
import { fcOptions } from '../../support/rounds.js'

type Case = readonly [value: unknown, sentence: string]

const rule = { target: '/x', permission: 'read' }

const wrong: ReadonlyArray<Case> = [
  [7, 'value: expected a table, got 7'],
  [{ pod: 7 }, 'pod: expected a table, got 7'],
  [{ pod: { name: 7 } }, 'pod.name: expected the name of a Pod in quotes, got 7'],
  [{ pod: { name: 'a/b' } }, 'pod.name: expected the name of a Pod (it holds a "/"), got "a/b"'],
  [{ model: [] }, 'model: expected a table, got []'],
  [{ model: { ref: 'gpt' } }, 'model.ref: expected "offline" or "anthropic/<model id>", got "gpt"'],
  [
    { model: { ref: 'anthropic/' } },
    'model.ref: expected "offline" or "anthropic/<model id>", got "anthropic/"',
  ],
  [
    { model: { base_url: '127.0.0.1' } },
    'model.base_url: expected an address such as "http://127.0.0.1:8080", got "(not shown)"',
  ],
  [
    { model: { base_url: 'http://me:secret@host' } },
    'model.base_url: expected an address such as "http://127.0.0.1:8080", got "(not shown)"',
  ],
  [
    { model: { api_key_env: 'sk-ant-api03-x' } },
    'model.api_key_env: expected the name of an environment variable, got "(not shown)"',
  ],
  [
    { model: { wire: new Date(0) } },
    'model.wire: expected a version such as "2023-06-01" in quotes, got "1970-01-01T00:00:00.000Z"',
  ],
  [
    { model: { wire: '2023-06-01\r\nx: y' } },
    'model.wire: expected a version such as "2023-06-01" in quotes, got "2023-06-01\\r\\nx: y"',
  ],
  [
    { model: { system_messages: 'no' } },
    'model.system_messages: expected "native" or "user", got "no"',
  ],
  [{ model: { max_tokens: 0 } }, 'model.max_tokens: expected a whole number of 1 or more, got 0'],
  [
    { model: { max_tokens: 1.5 } },
    'model.max_tokens: expected a whole number of 1 or more, got 1.5',
  ],
  [
    { model: { max_tokens: '16k' } },
    'model.max_tokens: expected a whole number of 1 or more, got "16k"',
  ],
  [
    { model: { thinking: 'on' } },
    'model.thinking: expected a table with a type, such as { type = "adaptive" }, got "on"',
  ],
  [{ model: { effort: 3 } }, 'model.effort: expected a word in quotes, got 3'],
  [
    { model: { price: { input: -1 } } },
    'model.price.input: expected a number of 0 or more, got -1',
  ],
  [
    { model: { idle_timeout_ms: 2 ** 31 } },
    'model.idle_timeout_ms: expected a whole number from 1 to 2147483647, got 2147483648',
  ],
  [{ model: { retries: -1 } }, 'model.retries: expected a whole number from 0 to 100, got -1'],
  [{ worker: { instruction: 1 } }, 'worker.instruction: expected a text in quotes, got 1'],
  [
    { worker: { tool_output: { per_tool: { 'a b': 1 } } } },
    'worker.tool_output.per_tool.a b: expected a tool\'s name, got "a b"',
  ],
  [
    { worker: { tool_output: { per_tool: { Bash: 0 } } } },
    'worker.tool_output.per_tool.Bash: expected a whole number of 1 or more, got 0',
  ],
  [{ scope: { allow: rule } }, `scope.allow: expected a list, got ${JSON.stringify(rule)}`],
  [
    { scope: { allow: ['/x'] } },
    'scope.allow.0: expected a table with target and permission, got "/x"',
  ],
  [
    { scope: { allow: [rule, { target: '/x' }] } },
    'scope.allow.1.permission: expected "read" or "write", got undefined',
  ],
  [
    { scope: { deny: [{ permission: 'read' }] } },
    'scope.deny.0.target: expected a path in quotes, got undefined',
  ],
  [
    { scope: { deny: [{ ...rule, target: 'a\0b' }] } },
    'scope.deny.0.target: expected a path in quotes, got "a\\u0000b"',
  ],
  [
    { scope: { deny: [{ ...rule, recursive: 'yes' }] } },
    'scope.deny.0.recursive: expected true or false, got "yes"',
  ],
  [
    { hooks: [{ on: 'start', command: ['x'] }] },
    'hooks.0.on: expected "before_tool" or "turn_end", got "start"',
  ],
  [
    { hooks: [{ on: 'turn_end', command: 'x' }] },
    'hooks.0.command: expected a list of texts, the program first, got "x"',
  ],
  [
    { hooks: [{ on: 'turn_end', command: [] }] },
    'hooks.0.command: expected a list of texts, the program first, got []',
  ],
  [
    { offline: { delay_ms: -1 } },
    'offline.delay_ms: expected a whole number from 0 to 2147483647, got -1',
  ],
  [
    { tui: { theme: 'blue' } },
    'tui.theme: expected "auto" or "dark" or "light" or "none", got "blue"',
  ],
  [{ tui: { title: 'yes' } }, 'tui.title: expected true or false, got "yes"'],
  [{ tui: { mouse: 1 } }, 'tui.mouse: expected true or false, got 1'],
  [{ tui: { history: 'no' } }, 'tui.history: expected true or false, got "no"'],
  [{ tui: { bell: 'loud' } }, 'tui.bell: expected true, false or "notify", got "loud"'],
  [
    { tui: { keys: { detail: 5 } } },
    'tui.keys.detail: expected a key such as "Ctrl-O" in quotes, or a list of keys, got 5',
  ],
  [
    { tui: { keys: { detail: ['F2', 5] } } },
    'tui.keys.detail: expected a key such as "Ctrl-O" in quotes, or a list of keys, got ["F2",5]',
  ],
  [{ tui: { keys: ['F2'] } }, 'tui.keys: expected a table of keys by what they do, got ["F2"]'],
  [{ trust: '/x' }, 'trust: expected a list of folders, got "/x"'],
  [{ trust: [''] }, 'trust.0: expected a path in quotes, got ""'],
]

for (const [value, sentence] of wrong) {
  test(`${JSON.stringify(value)} is refused: ${sentence}`, (t) => {
    t.is(refusal([user(value)]), `${userFile}: ${sentence}.`)
  })
}

test('a key in the place of its name does not come back in the sentence', (t) => {
  const sentence = refusal([user({ model: { api_key_env: 'sk-ant-api03-secret' } })]) ?? ''
  t.false(sentence.includes('secret'))
})

test('a long wrong value is clipped in the sentence', (t) => {
  const sentence = refusal([user({ model: { max_tokens: 'x'.repeat(1e6) } })]) ?? ''
  t.true(sentence.length < 250)
})

test('whatever a manifest holds, it gives a manifest or one sentence', (t) => {
  const known = fc.constantFrom('pod', 'model', 'worker', 'scope', 'hooks', 'offline', 'trust')
  const inner = fc.constantFrom(
    'name',
    'ref',
    'thinking',
    'price',
    'tool_output',
    'per_tool',
    'allow',
    'deny',
    'target',
    'script',
    '__proto__',
    'constructor',
    'toString',
  )
  const { table } = fc.letrec<{ table: unknown; value: unknown }>((tie) => ({
    table: fc
      .array(fc.tuple(fc.oneof(known, inner), tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(1, '', 'x', '/x', true, NaN, Infinity, new Date(0), [], {}),
      tie('table'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }))
  fc.assert(
    fc.property(table, (value) => {
      const sentence = refusal([user(value)])
      if (sentence !== undefined) return sentence.startsWith(userFile) && !sentence.includes('\n')
      return resolved([user(value)]).manifest.worker.max_rounds > 0
    }),
    fcOptions(30),
  )
  t.is(Object.getPrototypeOf({}), Object.prototype)
  t.is(({} as Record<string, unknown>)['ref'], undefined)
})
