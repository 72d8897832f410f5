import { limits } from '../limits.js'
import type { LayerManifest } from './layer-manifest.js'
import type { Hook, Layer, Manifest, Rule, Scope, ValueOrigin } from './manifest.js'
import { manifestValues } from './manifest-values.js'
import type { Filtered } from './without-forbidden-keys.js'

type ModelLayer = NonNullable<LayerManifest['model']>

type WorkerLayer = NonNullable<LayerManifest['worker']>

type TuiLayer = NonNullable<LayerManifest['tui']>

/** What the layers so far say, before the defaults. */
export type Draft = Pick<Manifest, 'pod' | 'offline' | 'hooks' | 'trust'> & {
  readonly model: ModelLayer
  readonly worker: WorkerLayer
  readonly tui: TuiLayer
  readonly scope: Scope
}

/** Layers put together, with the origin of every value that one of them gave. */
export type LayerSum = {
  readonly draft: Draft
  readonly origins: Readonly<Record<string, ValueOrigin>>
  readonly warnings: ReadonlyArray<string>
}

export const noLayers: LayerSum = {
  draft: {
    pod: {},
    model: {},
    worker: {},
    scope: { allow: [], deny: [] },
    hooks: [],
    offline: {},
    tui: {},
    trust: [],
  },
  origins: {},
  warnings: [],
}

/** The next layer on top: scalars and lists replace, tables merge by key, scope rules add up. */
export const withLayer = (
  below: LayerSum,
  { value, warnings }: Filtered<LayerManifest>,
  layer: Layer,
): LayerSum => ({
  draft: mergedDraft(below.draft, value),
  origins: { ...below.origins, ...originsOf(value, { layer, before: below.draft.scope }) },
  warnings: [...below.warnings, ...warnings],
})

const mergedDraft = (below: Draft, above: LayerManifest): Draft => ({
  pod: { ...below.pod, ...above.pod },
  model: mergedModel(below.model, above.model ?? {}),
  worker: mergedWorker(below.worker, above.worker ?? {}),
  scope: {
    allow: [...below.scope.allow, ...(above.scope?.allow ?? []).map(wholeRule)],
    deny: [...below.scope.deny, ...(above.scope?.deny ?? []).map(wholeRule)],
  },
  hooks: above.hooks?.map(wholeHook) ?? below.hooks,
  offline: { ...below.offline, ...above.offline },
  tui: mergedTui(below.tui, above.tui ?? {}),
  trust: above.trust ?? below.trust,
})

// A price table with nothing in it says nothing.
const mergedModel = (below: ModelLayer, { price, ...above }: ModelLayer): ModelLayer => {
  const parts = { ...below.price, ...price }
  return { ...below, ...above, ...(Object.keys(parts).length === 0 ? {} : { price: parts }) }
}

const mergedWorker = (below: WorkerLayer, above: WorkerLayer): WorkerLayer => ({
  ...below,
  ...above,
  tool_output: {
    ...below.tool_output,
    ...above.tool_output,
    per_tool: { ...below.tool_output?.per_tool, ...above.tool_output?.per_tool },
  },
})

const mergedTui = (below: TuiLayer, above: TuiLayer): TuiLayer => ({
  ...below,
  ...above,
  keys: { ...below.keys, ...above.keys },
})

type RuleLayer = Omit<Rule, 'recursive'> & { readonly recursive: boolean | undefined }

const wholeRule = ({ target, permission, recursive }: RuleLayer): Rule => ({
  target,
  permission,
  recursive: recursive ?? true,
})

type HookLayer = Omit<Hook, 'timeout_ms'> & { readonly timeout_ms: number | undefined }

const wholeHook = ({ on, command, timeout_ms }: HookLayer): Hook => ({
  on,
  command,
  timeout_ms: timeout_ms ?? limits.hookTimeoutMs,
})

type From = { readonly layer: Layer; readonly before: Scope }

const originsOf = (value: LayerManifest, { layer, before }: From): LayerSum['origins'] => {
  const { origin, file } = layer
  const from: ValueOrigin = file === undefined ? { origin } : { origin, file }
  const counts = { allow: before.allow.length, deny: before.deny.length }
  return Object.fromEntries(manifestValues(value, counts).map(([key]) => [key, from]))
}
