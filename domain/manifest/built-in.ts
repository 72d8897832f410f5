import { limits } from '../limits.js'
import type { ModelSettings } from '../settings.js'
import type { LayerManifest } from './layer-manifest.js'
import type { Facts, Rule } from './manifest.js'

type ModelLayer = NonNullable<LayerManifest['model']>

/** The built-in values; everything that a manifest may leave out and that has a default. */
export const builtIn = {
  ref: 'anthropic/claude-sonnet-5-5',
  refWithoutKey: 'offline',
  apiKeyEnv: 'ANTHROPIC_API_KEY',
  /** The API version that servers other than the first one speak. */
  wireOfOthers: '2023-06-01',
} as const

/** The model settings with their defaults: they depend on the key and on `base_url`. */
export const withModelDefaults = (
  layers: ModelLayer,
  facts: Facts,
): Omit<ModelSettings, 'price'> => {
  const { price: _, ...model } = layers
  const hasKey = facts.hasKey(model.api_key_env ?? builtIn.apiKeyEnv)
  return {
    ref: hasKey ? builtIn.ref : builtIn.refWithoutKey,
    api_key_env: builtIn.apiKeyEnv,
    system_messages: 'native',
    ...(model.base_url === undefined ? {} : forOtherServers),
    max_tokens: limits.maxTokensDefault,
    first_byte_timeout_ms: limits.firstByteTimeoutMs,
    idle_timeout_ms: limits.idleTimeoutMs,
    retries: limits.retriesDefault,
    ...model,
  }
}

const forOtherServers = { wire: builtIn.wireOfOthers, system_messages: 'user' } as const

/** What a Pod may do when no rule allows anything: read and write its session's folder. */
export const ownFolderRule = (cwd: string): Rule => ({
  target: cwd,
  permission: 'write',
  recursive: true,
})
