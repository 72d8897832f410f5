import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { limits } from '../limits.js'
import type { ModelSettings } from '../settings.js'
import { builtIn, ownFolderRule, withModelDefaults } from './built-in.js'
import type { Facts, Manifest, ManifestError, Resolved, ValueOrigin } from './manifest.js'
import { manifestValues } from './manifest-values.js'
import type { Draft, LayerSum } from './with-layer.js'

/** Fills in every default; a price that names only some of its parts is an error. */
export const completeManifest = (sum: LayerSum, facts: Facts): E.Either<ManifestError, Resolved> =>
  pipe(
    wholePrice(sum),
    E.map((price) => manifestOf(sum.draft, facts, price)),
    E.map((manifest) => ({
      manifest,
      origins: allOrigins(manifest, sum.origins),
      warnings: [...sum.warnings, ...modelRemarks(sum.draft, manifest)],
    })),
  )

type Price = NonNullable<ModelSettings['price']>

const priceParts = ['input', 'output', 'cache_read', 'cache_write'] as const

const wholePrice = ({ draft, origins }: LayerSum): E.Either<ManifestError, Price | undefined> => {
  if (draft.model.price === undefined) return E.right(undefined)
  const { input, output, cache_read, cache_write } = draft.model.price
  if (
    input === undefined ||
    output === undefined ||
    cache_read === undefined ||
    cache_write === undefined
  ) {
    return E.left(partialPrice(draft.model.price, origins))
  }
  return E.right({ input, output, cache_read, cache_write })
}

const partialPrice = (price: Partial<Price>, origins: LayerSum['origins']): ManifestError => {
  const missing = priceParts.filter((part) => price[part] === undefined)
  const given = priceParts.findLast((part) => price[part] !== undefined)
  return {
    ...(origins[`model.price.${given}`] ?? builtInOrigin),
    key: 'model.price',
    message: `model.price: expected ${priceParts.join(', ')}, but there is no ${missing.join(', ')}`,
  }
}

const manifestOf = (draft: Draft, facts: Facts, price: Price | undefined): Manifest => ({
  pod: draft.pod,
  model: {
    ...withModelDefaults(draft.model, facts),
    ...(price === undefined ? {} : { price }),
  },
  worker: {
    max_rounds: limits.maxRoundsDefault,
    ...draft.worker,
    tool_output: {
      default_max_bytes: limits.toolOutputBytesDefault,
      per_tool: {},
      ...draft.worker.tool_output,
    },
  },
  scope: {
    ...draft.scope,
    allow: draft.scope.allow.length === 0 ? [ownFolderRule(facts.cwd)] : draft.scope.allow,
  },
  hooks: draft.hooks,
  offline: draft.offline,
  tui: {
    theme: 'auto',
    title: true,
    bell: true,
    mouse: true,
    history: true,
    keys: {},
    ...draft.tui,
  },
  trust: draft.trust,
})

const builtInOrigin: ValueOrigin = { origin: 'built-in' }

const allOrigins = (manifest: Manifest, known: LayerSum['origins']): LayerSum['origins'] =>
  Object.fromEntries(
    manifestValues(manifest).map(([key]) => [
      key,
      (Object.hasOwn(known, key) ? known[key] : undefined) ?? builtInOrigin,
    ]),
  )

const modelRemarks = (draft: Draft, { model }: Manifest): ReadonlyArray<string> =>
  model.base_url !== undefined &&
  draft.model.ref === undefined &&
  model.ref === builtIn.refWithoutKey
    ? [
        'model.base_url is set but model.ref is not, so the offline model answers: set model.ref to "anthropic/<name of the model on that server>".',
      ]
    : []
