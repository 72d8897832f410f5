import * as t from 'io-ts'
import { limits } from '../limits.js'
import { KeyList } from './key-list.js'
import { type PodName, podName, podNameFault } from './pod-name.js'

// A codec's name is the end of the sentence "expected …" that a person reads.

const checked = <A>(name: string, is: (u: unknown) => u is A) =>
  new t.Type<A, unknown>(
    name,
    is,
    (u, context) => (is(u) ? t.success(u) : t.failure(u, context)),
    (a) => a,
  )

const text = (name: string, pattern: RegExp) =>
  checked(name, (u): u is string => typeof u === 'string' && pattern.test(u))

// A key pasted in the wrong place must not come back on the screen or in a transcript.
const hiddenText = (name: string, pattern: RegExp) =>
  new t.Type<string, unknown>(
    name,
    (u): u is string => typeof u === 'string' && pattern.test(u),
    (u, context) =>
      typeof u === 'string' && pattern.test(u) ? t.success(u) : t.failure('(not shown)', context),
    (a) => a,
  )

const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  checked(
    max === Number.MAX_SAFE_INTEGER
      ? `a whole number of ${min} or more`
      : `a whole number from ${min} to ${max}`,
    (u): u is number => Number.isSafeInteger(u) && Number(u) >= min && Number(u) <= max,
  )

/** Left out is fine; unlike a union this keeps the path in errors short. */
const optional = <A>(codec: t.Type<A, unknown>) =>
  new t.Type<A | undefined, unknown>(
    codec.name,
    (u): u is A | undefined => u === undefined || codec.is(u),
    (u, context) => (u === undefined ? t.success(u) : codec.validate(u, context)),
    (a) => a,
  )

const oneOf = <A extends string>(...words: ReadonlyArray<A>) =>
  checked(words.map((word) => `"${word}"`).join(' or '), (u): u is A =>
    words.some((word) => word === u),
  )

const PodNameCodec = new t.Type<PodName, unknown>(
  'the name of a Pod in quotes',
  (u): u is PodName => typeof u === 'string' && podNameFault(u) === undefined,
  (u, context) => {
    if (typeof u !== 'string') return t.failure(u, context)
    const named = podName(u)
    return named._tag === 'Right'
      ? t.success(named.right)
      : t.failure(u, context, `the name of a Pod (${podNameFault(u)})`)
  },
  (a) => a,
)

const anyText = text('a text in quotes', /^/)
const path = text('a path in quotes', /^[^\0]+$/)
const amount = checked(
  'a number of 0 or more',
  (u): u is number => typeof u === 'number' && Number.isFinite(u) && u >= 0,
)
const flag = checked('true or false', (u): u is boolean => typeof u === 'boolean')
const timeoutMs = whole(1, limits.timerMsMax)

const isJson = (u: unknown): boolean => {
  if (t.UnknownRecord.is(u)) return Object.values(u).every(isJson)
  if (Array.isArray(u)) return u.every(isJson)
  return typeof u === 'number'
    ? Number.isFinite(u)
    : typeof u === 'string' || typeof u === 'boolean'
}

const Thinking = checked(
  'a table with a type, such as { type = "adaptive" }',
  (u): u is Readonly<Record<string, unknown>> =>
    t.UnknownRecord.is(u) && typeof u['type'] === 'string' && isJson(u),
)

const Price = t.partial(
  { input: amount, output: amount, cache_read: amount, cache_write: amount },
  'a table',
)

const Model = t.partial(
  {
    ref: text('"offline" or "anthropic/<model id>"', /^(offline|anthropic\/[^\s\p{C}]+)$/u),
    base_url: hiddenText(
      'an address such as "http://127.0.0.1:8080"',
      /^https?:\/\/[^\s\p{C}/?#@]+(\/[^\s\p{C}?#]*)?$/u,
    ),
    api_key_env: hiddenText('the name of an environment variable', /^[A-Za-z_][A-Za-z0-9_]*$/),
    wire: text('a version such as "2023-06-01" in quotes', /^\d{4}-\d{2}-\d{2}$/),
    system_messages: oneOf('native', 'user'),
    max_tokens: whole(1),
    thinking: Thinking,
    effort: text('a word in quotes', /^[A-Za-z0-9_-]+$/),
    context_window: whole(1),
    price: Price,
    first_byte_timeout_ms: timeoutMs,
    idle_timeout_ms: timeoutMs,
    retries: whole(0, limits.retriesMax),
  },
  'a table',
)

const ToolName = text("a tool's name", /^[A-Za-z][A-Za-z0-9_-]*$/)
const Bytes = t.record(t.string, whole(1), 'a table')

// A record with a narrower key would drop other keys without a word.
const PerTool = new t.Type<Readonly<Record<string, number>>, unknown>(
  'a table',
  Bytes.is,
  (u, context) => {
    const odd = t.UnknownRecord.is(u) ? Object.keys(u).find((key) => !ToolName.is(key)) : undefined
    return odd === undefined
      ? Bytes.validate(u, context)
      : t.failure(odd, t.appendContext(context, odd, ToolName, odd))
  },
  (a) => a,
)

const ToolOutput = t.partial(
  {
    default_max_bytes: whole(1),
    per_tool: PerTool,
  },
  'a table',
)

const Worker = t.partial(
  { instruction: anyText, max_rounds: whole(1), tool_output: ToolOutput },
  'a table',
)

const RuleCodec = t.type(
  { target: path, permission: oneOf('read', 'write'), recursive: optional(flag) },
  'a table with target and permission',
)

const HookCodec = t.type(
  {
    on: oneOf('before_tool', 'turn_end'),
    command: checked(
      'a list of texts, the program first',
      (u): u is ReadonlyArray<string> => Array.isArray(u) && u.length > 0 && u.every(path.is),
    ),
    timeout_ms: optional(timeoutMs),
  },
  'a table with on and command',
)

const Tui = t.partial(
  {
    theme: oneOf('auto', 'dark', 'light', 'none'),
    title: flag,
    bell: checked(
      'true, false or "notify"',
      (u): u is boolean | 'notify' => typeof u === 'boolean' || u === 'notify',
    ),
    mouse: flag,
    history: flag,
    keys: t.record(t.string, KeyList, 'a table of keys by what they do'),
  },
  'a table',
)

/** What one manifest may say: every key may be left out. */
export const LayerManifest = t.partial(
  {
    pod: t.partial({ name: PodNameCodec }, 'a table'),
    model: Model,
    worker: Worker,
    scope: t.partial(
      { allow: t.readonlyArray(RuleCodec, 'a list'), deny: t.readonlyArray(RuleCodec, 'a list') },
      'a table',
    ),
    hooks: t.readonlyArray(HookCodec, 'a list'),
    offline: t.partial({ script: path, delay_ms: whole(0, limits.timerMsMax) }, 'a table'),
    tui: Tui,
    trust: t.readonlyArray(path, 'a list of folders'),
  },
  'a table',
)
export type LayerManifest = t.TypeOf<typeof LayerManifest>
