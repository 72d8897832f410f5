import type { HookPoint } from './hook-point.js'
import type { SessionId, TurnId } from './ids.js'

/** What the hooks of a point are told, on stdin as JSON. */
export type HookQuestion = {
  readonly on: HookPoint
  readonly session: SessionId
  readonly turn: TurnId
  readonly call?: { readonly id: string; readonly name: string; readonly input: unknown }
}

/** What the hooks of a point say together. `failed`: why one gave no answer; it never blocks. */
export type HookAnswer = {
  readonly decision: 'continue' | 'pause'
  readonly reason?: string
  readonly failed?: string
}
