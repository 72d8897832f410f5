import type { Frame } from './frame.js'
import { render } from './render.js'
import type { Theme } from './theme.js'

/** Where frames go. `write` says whether the terminal takes more at once. */
export type Canvas = {
  readonly write: (text: string) => boolean
  readonly onceDrained: (listener: () => void) => void
  readonly monotonicMs: () => number
}

export type Painter = {
  /** Draws what `make` gives when its time has come: at most 60 frames a second, newest state. */
  readonly draw: (make: () => Frame) => void
  /** Forgets what the screen shows, so that the next frame is drawn whole. */
  readonly forget: () => void
  /** Draws nothing until `release`: the terminal is lent. */
  readonly hold: () => void
  readonly release: () => void
  readonly stop: () => void
}

const frameMs = Math.ceil(1000 / 60)

/** Draws frames, never more than the terminal takes; a quick first frame after a pause. */
export const createPainter = (canvas: Canvas, theme: Theme): Painter => {
  let shown: Frame | undefined
  let next: (() => Frame) | undefined
  let waits = false
  let lastMs = Number.NEGATIVE_INFINITY
  let mode: 'ready' | 'full' | 'stopped' = 'ready'
  let isHeld = false
  const paint = () => {
    waits = false
    if (next === undefined || mode !== 'ready' || isHeld) return
    const frame = next()
    next = undefined
    const text = render(shown, frame, theme)
    shown = frame
    lastMs = canvas.monotonicMs()
    if (text === '' || canvas.write(text)) return
    mode = 'full'
    canvas.onceDrained(() => {
      if (mode === 'full') mode = 'ready'
      schedule()
    })
  }
  const schedule = () => {
    if (waits || next === undefined || mode !== 'ready' || isHeld) return
    waits = true
    afterMs(lastMs + frameMs - canvas.monotonicMs(), paint)
  }
  return {
    draw: (make) => {
      next = make
      schedule()
    },
    forget: () => {
      shown = undefined
    },
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      shown = undefined
      schedule()
    },
    stop: () => {
      mode = 'stopped'
    },
  }
}

// A timer of 0 ms takes longer than all that a key needs besides.
const afterMs = (waitMs: number, paint: () => void): void => {
  if (waitMs <= 0) setImmediate(paint)
  else setTimeout(paint, waitMs)
}
