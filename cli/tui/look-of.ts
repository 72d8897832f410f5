import type { Look } from './led.js'
import type { TuiState } from './state.js'

/** How this state draws its blocks. */
export const lookOf = ({ size, detail, pod }: TuiState): Look => {
  const { cwd, price } = pod?.greeting ?? {}
  return {
    width: size.width,
    detail,
    ...(cwd === undefined ? {} : { cwd }),
    ...(price === undefined ? {} : { price }),
  }
}

/** A name of the look: equal names draw a block alike. */
export const lookName = ({ width, detail, detailKey, cwd, price }: Look): string =>
  JSON.stringify([width, detail, detailKey, cwd, price])
