import * as E from 'fp-ts/lib/Either.js'
import { loadScript } from '../../adapters/model/offline/script.js'
import { limits } from '../../domain/limits.js'
import type { Manifest } from '../../domain/manifest/manifest.js'
import type { Completions } from '../../domain/ports.js'
import type { ModelSettings } from '../../domain/settings.js'

type Environment = Readonly<Record<string, string | undefined>>

const anthropicAddress = 'https://api.anthropic.com'

/** The variable that holds the key of this model. */
export const keyVariable = (model: ModelSettings): string =>
  model.api_key_env ?? 'ANTHROPIC_API_KEY'

/** The model that these settings name. Left: a sentence about an offline script that is no good. */
export const podModel = async (
  model: ModelSettings,
  offline: Manifest['offline'],
  env: Environment,
): Promise<E.Either<string, Completions>> =>
  model.ref === 'offline' ? offlineModel(model, offline) : E.right(remoteModel(model, env))

const patience = (model: ModelSettings) => ({
  firstByteTimeoutMs: model.first_byte_timeout_ms ?? limits.firstByteTimeoutMs,
  idleTimeoutMs: model.idle_timeout_ms ?? limits.idleTimeoutMs,
})

const remoteModel = (model: ModelSettings, env: Environment): Completions => {
  const apiKey = env[keyVariable(model)]
  if (model.base_url === undefined && (apiKey ?? '') === '') return withoutKey(model)
  return loadedLater(async () => {
    const { anthropicCompletions } = await anthropicAdapter()
    return anthropicCompletions({
      ...patience(model),
      baseURL: model.base_url ?? anthropicAddress,
      apiKeyEnv: keyVariable(model),
      ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }),
      ...(model.wire === undefined ? {} : { wire: model.wire }),
    })
  })
}

// Nothing is sent, since the answer is known.
const withoutKey = (model: ModelSettings): Completions => ({
  complete: () => async () =>
    E.left({
      code: 'unauthorized',
      message:
        `The model ${model.ref} needs a key: set ${keyVariable(model)} and start yoi again. ` +
        'A session keeps its model: to use another one (model.ref = "offline", or a server of ' +
        'your own by model.base_url), begin a new session.',
      retryable: false,
    }),
})

const offlineModel = async (
  model: ModelSettings,
  offline: Manifest['offline'],
): Promise<E.Either<string, Completions>> => {
  const script = offline.script === undefined ? undefined : await loadScript(offline.script)()
  if (script !== undefined && E.isLeft(script)) return script
  const options = {
    ...patience(model),
    ...(script === undefined ? {} : { script: script.right }),
    ...(offline.delay_ms === undefined ? {} : { delayMs: offline.delay_ms }),
  }
  return E.right(
    loadedLater(async () => {
      const { offlineCompletions } = await import(
        '../../adapters/model/offline/offline-completions.js'
      )
      return offlineCompletions(options)
    }),
  )
}

const anthropicAdapter = () => import('../../adapters/model/anthropic/anthropic-completions.js')

// Made with the first request: a Pod that waits for its first words needs nothing of it.
const loadedLater = (make: () => Promise<Completions>): Completions => {
  let made: Promise<Completions> | undefined
  return {
    complete: (request, onDelta, signal) => async () => {
      made ??= make()
      return (await made).complete(request, onDelta, signal)()
    },
  }
}
