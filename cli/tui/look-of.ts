import { keyFor } from './keymap.js'
import type { Look } from './led.js'
import type { TuiState } from './state.js'

/** How this state draws its blocks. */
export const lookOf = ({ size, detail, keymap }: TuiState): Look => ({
  width: size.width,
  detail,
  detailKey: keyFor('detail', keymap),
})
