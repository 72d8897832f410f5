import { keyFor } from '../keys/keymap.js'
import type { TuiState } from '../state.js'
import type { Look } from '../text/look.js'

/** How this state draws its blocks. */
export const lookOf = ({ size, detail, keymap, pod }: TuiState): Look => {
  const { cwd, price } = pod?.greeting ?? {}
  return {
    width: size.width,
    detail,
    detailKey: keyFor('detail', keymap),
    ...(cwd === undefined ? {} : { cwd }),
    ...(price === undefined ? {} : { price }),
  }
}

/** A name of the look: equal names draw a block alike. */
export const lookName = ({ width, detail, detailKey, cwd, price }: Look): string =>
  JSON.stringify([width, detail, detailKey, cwd, price])
