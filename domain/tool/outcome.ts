import * as t from 'io-ts'

/** How a call ended. `unknown`: it had started and nobody can say what it did. */
export const Outcome = t.keyof(
  { ok: null, failed: null, denied: null, interrupted: null, cancelled: null, unknown: null },
  'Outcome',
)
export type Outcome = t.TypeOf<typeof Outcome>

/** What a tool gives back. `content` is what the model reads, already cut to its limit. */
export type ToolResult = {
  readonly outcome: Extract<Outcome, 'ok' | 'failed' | 'denied' | 'interrupted'>
  /** One line for people: `24 lines`, `exit 1`. */
  readonly summary: string
  readonly content: string
  /** Present when `content` was cut: bytes left out, and the file that holds all of it. */
  readonly cut?: OutputCut
  readonly durationMs: number
}

export const OutputCut = t.intersection(
  [t.type({ bytes: t.number }), t.partial({ file: t.string })],
  'OutputCut',
)
export type OutputCut = Readonly<t.TypeOf<typeof OutputCut>>
