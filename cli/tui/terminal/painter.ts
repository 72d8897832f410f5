import type { Frame } from '../frame.js'
import type { Theme } from '../theme/theme.js'
import { render } from './render.js'

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
  const brush = createBrush(canvas, theme)
  return {
    draw: (make) => {
      brush.next = make
      schedule(brush)
    },
    forget: () => {
      brush.shown = undefined
    },
    hold: () => {
      brush.isHeld = true
    },
    release: () => {
      brush.isHeld = false
      brush.shown = undefined
      schedule(brush)
    },
    stop: () => {
      brush.mode = 'stopped'
    },
  }
}

/** What changes from frame to frame. */
type Brush = {
  readonly canvas: Canvas
  readonly theme: Theme
  shown: Frame | undefined
  next: (() => Frame) | undefined
  waits: boolean
  lastMs: number
  mode: 'ready' | 'full' | 'stopped'
  isHeld: boolean
}

const createBrush = (canvas: Canvas, theme: Theme): Brush => ({
  canvas,
  theme,
  shown: undefined,
  next: undefined,
  waits: false,
  lastMs: Number.NEGATIVE_INFINITY,
  mode: 'ready',
  isHeld: false,
})

const paint = (brush: Brush): void => {
  const { canvas, theme, next, mode, isHeld } = brush
  brush.waits = false
  if (next === undefined || mode !== 'ready' || isHeld) return
  // A timer counts from when the loop last looked at the clock, and may be early.
  if (waitOf(brush) > 0) return schedule(brush)
  const frame = next()
  brush.next = undefined
  const text = render(brush.shown, frame, theme)
  brush.shown = frame
  const isTaken = text === '' || canvas.write(text)
  brush.lastMs = canvas.monotonicMs()
  if (isTaken) return
  brush.mode = 'full'
  canvas.onceDrained(() => {
    if (brush.mode === 'full') brush.mode = 'ready'
    schedule(brush)
  })
}

const schedule = (brush: Brush): void => {
  if (brush.waits || brush.next === undefined || brush.mode !== 'ready' || brush.isHeld) return
  brush.waits = true
  afterMs(waitOf(brush), () => paint(brush))
}

const waitOf = ({ lastMs, canvas }: Brush): number => lastMs + frameMs - canvas.monotonicMs()

// A timer of 0 ms takes longer than all that a key needs besides.
const afterMs = (waitMs: number, paint: () => void): void => {
  if (waitMs <= 0) setImmediate(paint)
  else setTimeout(paint, Math.ceil(waitMs))
}
