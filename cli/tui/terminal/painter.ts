import type { Frame } from '../frame.js'
import type { Theme } from '../theme/theme.js'
import { render } from './render.js'

/** Where frames go. `write` says whether the terminal takes more at once. */
export type Canvas = {
  readonly write: (text: string) => boolean
  readonly onceDrained: (listener: () => void) => void
  readonly monotonicMs: () => number
}

/** What a frame answers: a key is echoed at once, what the Pod tells may wait a little. */
export type Cause = 'key' | 'news'

export type Painter = {
  /**
   * Draws what `make` gives when its time has come, the newest state: at most 60 frames a second,
   * of which news alone takes 30, so that there is always room for a key.
   */
  readonly draw: (make: () => Frame, cause: Cause) => void
  /** Forgets what the screen shows, so that the next frame is drawn whole. */
  readonly forget: () => void
  /** Draws nothing until `release`: the terminal is lent. */
  readonly hold: () => void
  readonly release: () => void
  readonly stop: () => void
}

const keyFrameMs = Math.ceil(1000 / 60)
const newsFrameMs = Math.ceil(1000 / 30)

/** Draws frames, never more than the terminal takes; a quick first frame after a pause. */
export const createPainter = (canvas: Canvas, theme: Theme): Painter => {
  const brush = createBrush(canvas, theme)
  return {
    draw: (make, cause) => {
      brush.next = make
      brush.isForKey ||= cause === 'key'
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
      brush.awaited?.cancel()
    },
  }
}

/** What changes from frame to frame. */
type Brush = {
  readonly canvas: Canvas
  readonly theme: Theme
  shown: Frame | undefined
  next: (() => Frame) | undefined
  /** Whether `next` answers a key. */
  isForKey: boolean
  /** The moment at which `next` is drawn. */
  awaited: { readonly dueMs: number; readonly cancel: () => void } | undefined
  lastMs: number
  lastKeyMs: number
  mode: 'ready' | 'full' | 'stopped'
  isHeld: boolean
}

const createBrush = (canvas: Canvas, theme: Theme): Brush => ({
  canvas,
  theme,
  shown: undefined,
  next: undefined,
  isForKey: false,
  awaited: undefined,
  lastMs: Number.NEGATIVE_INFINITY,
  lastKeyMs: Number.NEGATIVE_INFINITY,
  mode: 'ready',
  isHeld: false,
})

const paint = (brush: Brush): void => {
  const { canvas, theme, next, mode, isHeld } = brush
  brush.awaited = undefined
  if (next === undefined || mode !== 'ready' || isHeld) return
  // A timer counts from when the loop last looked at the clock, and may be early.
  if (dueOf(brush) > canvas.monotonicMs()) return schedule(brush)
  const frame = next()
  const text = render(brush.shown, frame, theme)
  brush.shown = frame
  const isTaken = text === '' || canvas.write(text)
  drawn(brush)
  if (isTaken) return
  brush.mode = 'full'
  canvas.onceDrained(() => {
    if (brush.mode === 'full') brush.mode = 'ready'
    schedule(brush)
  })
}

const drawn = (brush: Brush): void => {
  brush.lastMs = brush.canvas.monotonicMs()
  if (brush.isForKey) brush.lastKeyMs = brush.lastMs
  brush.next = undefined
  brush.isForKey = false
}

const schedule = (brush: Brush): void => {
  if (brush.next === undefined || brush.mode !== 'ready' || brush.isHeld) return
  const dueMs = dueOf(brush)
  if (brush.awaited !== undefined && brush.awaited.dueMs <= dueMs) return
  brush.awaited?.cancel()
  const cancel = afterMs(dueMs - brush.canvas.monotonicMs(), () => paint(brush))
  brush.awaited = { dueMs, cancel }
}

// Between two frames for keys there is at most one of news: 60 a second together.
const dueOf = ({ isForKey, lastMs, lastKeyMs }: Brush): number =>
  isForKey ? lastKeyMs + keyFrameMs : lastMs + newsFrameMs

// A timer of 0 ms takes longer than all that a key needs besides.
const afterMs = (waitMs: number, paint: () => void): (() => void) => {
  if (waitMs <= 0) {
    const soon = setImmediate(paint)
    return () => clearImmediate(soon)
  }
  const later = setTimeout(paint, Math.ceil(waitMs))
  return () => clearTimeout(later)
}
