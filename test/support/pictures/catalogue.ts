import { connectionScenes } from './connection-scenes.js'
import { dialogScenes } from './dialog-scenes.js'
import { inputScenes } from './input-scenes.js'
import { momentScenes } from './moment-scenes.js'
import { overlayScenes } from './overlay-scenes.js'
import type { Picture } from './picture.js'
import { turnScenes } from './turn-scenes.js'

/** Every screen and state that is kept as a picture. A new one is one more entry of a list here. */
export const catalogue: ReadonlyArray<Picture> = [
  ...connectionScenes,
  ...turnScenes,
  ...inputScenes,
  ...momentScenes,
  ...overlayScenes,
  ...dialogScenes,
]
