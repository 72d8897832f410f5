import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { type Held, type Planned, plan } from '../../domain/session/plan.js'
import type { Arrived, ArrivedInput, LoopWorld } from './loop-world.js'
import { storageBroke } from './storage.js'
import { tellCommits } from './tell.js'

/** An input with what was decided on it. */
type Decided = { readonly arrived: ArrivedInput; readonly planned: Planned }

/**
 * Decides a batch on the state that its earlier inputs will give, appends all its groups at once,
 * then answers, tells and performs in order. Gives back what the batch had no room for.
 */
export const runBatch = async (
  batch: ReadonlyArray<Arrived>,
  world: LoopWorld,
): Promise<ReadonlyArray<Arrived>> => {
  const inputs = batch.filter((arrived) => arrived.kind === 'input')
  const decided = decideBatch(inputs, world)
  const lines = decided.flatMap(({ planned }) => planned.group.lines)
  if (lines.length > 0) {
    const appended = await world.log.append(lines)()
    if (E.isLeft(appended)) {
      storageBroke(appended.left, inputs, world)
      return []
    }
    world.follower.advance()
  }
  world.state.held = decided.at(-1)?.planned.group.held ?? world.state.held
  for (const one of decided) await carryOut(one, world)
  return inputs.slice(decided.length)
}

const decideBatch = (
  inputs: ReadonlyArray<ArrivedInput>,
  { sha256, state }: LoopWorld,
): ReadonlyArray<Decided> => {
  const decided: Decided[] = []
  let held: Held = state.held
  let chars = 0
  for (const arrived of inputs) {
    const planned = plan(sha256)(arrived.input, held)
    decided.push({ arrived, planned })
    held = planned.group.held
    chars += planned.group.lines.reduce((sum, line) => sum + line.length, 0)
    if (chars >= limits.batchBytesMax) break
  }
  return decided
}

const carryOut = async ({ arrived, planned }: Decided, world: LoopWorld): Promise<void> => {
  arrived.answer?.(planned.verdict)
  await tellCommits(planned.group, world)
  if (planned.notifications.length > 0)
    world.state.told = { ...world.state.told, state: planned.group.held.state }
  for (const notification of planned.notifications) world.publish(notification)
  for (const effect of planned.effects) world.performer.perform(effect)
  if (planned.leaves) leaveUnwritten(arrived, world)
}

// Nothing has happened in this Pod's life, so there is nothing to record about its end.
const leaveUnwritten = (arrived: ArrivedInput, world: LoopWorld): void => {
  const ask = arrived.input.type === 'command' ? arrived.input.ask : undefined
  const by = ask?.method === 'shutdown' ? ask.by : 'host'
  world.publish({ event: 'shutdown', data: { by } })
  world.state.leaving = by
}
