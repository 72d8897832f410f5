import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { decode } from '../decode.js'
import { completeManifest } from './complete-manifest.js'
import { onlyKnownKeys, unknownKeyRemarks } from './known-keys.js'
import { LayerManifest } from './layer-manifest.js'
import { type Facts, type Layer, layerName, type ManifestError, type Resolved } from './manifest.js'
import { withAbsolutePaths } from './with-absolute-paths.js'
import { type LayerSum, noLayers, withLayer } from './with-layer.js'
import { type Filtered, type Judged, withoutForbiddenKeys } from './without-forbidden-keys.js'
import { withoutPathsOutside } from './without-paths-outside.js'

/**
 * The cascade: later layers win by key, scope rules add up, what nobody set gets its default. An
 * error names the first value that cannot be used; foreign and unknown keys only warn.
 */
export const resolveManifest = (
  layers: ReadonlyArray<Layer>,
  facts: Facts,
): E.Either<ManifestError, Resolved> =>
  pipe(
    layers.reduce((sum, layer) => added(sum, layer, facts), noneYet),
    E.chain((sum) => completeManifest(sum, facts)),
  )

type Sum = E.Either<ManifestError, LayerSum>

const noneYet: Sum = E.right(noLayers)

const added = (sum: Sum, layer: Layer, facts: Facts): Sum => {
  if (E.isLeft(sum)) return sum
  const judged = { layer, facts, isForeign: isForeign(layer, facts, sum.right) }
  return pipe(
    effectiveLayer(judged),
    E.map((above) => withLayer(sum.right, above, layer)),
  )
}

// The user's layer comes before the project's, so its trust is known by then.
const isForeign = (layer: Layer, facts: Facts, below: LayerSum): boolean =>
  layer.origin === 'project' &&
  !below.draft.trust.some((folder) => facts.realPath(folder) === facts.realPath(layer.folder))

const effectiveLayer = (judged: Judged): E.Either<ManifestError, Filtered<LayerManifest>> => {
  const { layer, facts } = judged
  const allowed = withoutForbiddenKeys(judged)
  const remarks = unknownKeyRemarks(layer.value).map((what) => `${layerName(layer)}: ${what}`)
  return pipe(
    decode(LayerManifest, onlyKnownKeys(allowed.value)),
    E.mapLeft((message) => errorOf(layer, message)),
    E.map((manifest) => withAbsolutePaths(manifest, { folder: layer.folder, home: facts.home })),
    E.map((manifest) => withoutPathsOutside(manifest, judged)),
    E.map((left) => ({ ...left, warnings: [...remarks, ...allowed.warnings, ...left.warnings] })),
  )
}

const errorOf = ({ origin, file }: Layer, message: string): ManifestError => ({
  origin,
  ...(file === undefined ? {} : { file }),
  key: message.slice(0, message.indexOf(':')),
  message,
})
