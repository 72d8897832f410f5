import * as E from 'fp-ts/lib/Either.js'
import type { Event } from '../../domain/event/event.js'
import { limits } from '../../domain/limits.js'
import type { LogFailure } from '../../domain/ports.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { sealGroup } from '../../domain/session/plan.js'
import { settle } from '../../domain/session/settle.js'
import { runningTurn } from '../../domain/session/state.js'
import type { Turn } from '../../domain/turn/turn.js'
import type { Arrived, ArrivedInput, LoopWorld } from './loop-world.js'
import { statusTold } from './published.js'
import { brokenWords, notTaken } from './storage-words.js'
import { tellCommits } from './tell.js'

/**
 * The log took nothing of a batch: its draft is dropped, all work is aborted, whoever asked is told
 * `storage_failed`, and results that come meanwhile are kept for the cure. A Pod that was leaving, or
 * is told to by this very batch, leaves: nobody may be there to say it twice.
 */
export const storageBroke = (
  failure: LogFailure,
  inputs: ReadonlyArray<ArrivedInput>,
  world: LoopWorld,
): void => {
  const retry = setInterval(() => world.put({ kind: 'storage_retry' }), limits.storageRetryMs)
  const asked = inputs.filter(isShutdown)
  const turn = turnUnderWay(world)
  const leaves = asked.length > 0 || turn?.stop?.leave === true
  const { message } = failure
  const alert = failed(`${message} ${brokenWords({ runs: turn !== undefined, leaves })}`)
  world.state.trouble = { message, alert, salvaged: new Map(), retry }
  world.performer.abortAll()
  for (const arrived of inputs) if (!isShutdown(arrived)) refuse(arrived, world)
  world.state.told = { ...world.state.told, storageFailed: true }
  world.publish(alert)
  publishStatus(world)
  if (leaves) leaveAnyway(asked, world)
}

const failed = (message: string): Notification => ({
  event: 'alert',
  data: { level: 'error', code: 'storage_failed', message },
})

// What a start settled is no turn that runs, though it is not yet written.
const turnUnderWay = ({ state: { held } }: LoopWorld): Turn | undefined =>
  held.prelude.length > 0 ? undefined : runningTurn(held.state)

/**
 * One round while the log cannot be written: tries the cure once, and gives the batch back when it
 * worked. A shutdown is honoured without a record.
 */
export const runInTrouble = async (
  batch: ReadonlyArray<Arrived>,
  world: LoopWorld,
): Promise<ReadonlyArray<Arrived>> => {
  for (const arrived of batch) if (isReport(arrived)) salvage(arrived, world)
  if (await cured(world)) return batch.filter((arrived) => !isReport(arrived))
  const inputs = batch.filter((arrived) => arrived.kind === 'input')
  for (const arrived of inputs) if (!isShutdown(arrived)) refuse(arrived, world)
  const asked = inputs.filter(isShutdown)
  if (asked.length > 0) leaveAnyway(asked, world)
  return []
}

const isReport = (arrived: Arrived): arrived is ArrivedInput =>
  arrived.kind === 'input' && arrived.input.type === 'report'

const isShutdown = ({ input }: ArrivedInput): boolean =>
  input.type === 'command' && input.ask.method === 'shutdown'

const salvage = ({ input }: ArrivedInput, { state }: LoopWorld): void => {
  if (input.type !== 'report' || input.report.type !== 'ToolReported') return
  state.trouble?.salvaged.set(input.report.cause, input.report.result)
}

const refuse = (arrived: ArrivedInput, world: LoopWorld): void => {
  if (isReport(arrived)) salvage(arrived, world)
  const message = `${world.state.trouble?.message ?? ''} ${notTaken}`
  arrived.answer?.(E.left({ code: 'storage_failed', message }))
}

const leaveAnyway = (asked: ReadonlyArray<ArrivedInput>, world: LoopWorld): void => {
  for (const { answer } of asked) answer?.(E.right({}))
  clearInterval(world.state.trouble?.retry)
  world.publish({ event: 'shutdown', data: { by: 'storage' } })
  world.state.leaving = 'storage'
}

const cured = async (world: LoopWorld): Promise<boolean> => {
  const opened = await world.log.reopen()()
  if (E.isLeft(opened)) return false
  const group = sealGroup(world.sha256, owed(world), world.clock.now())(world.state.held)
  if (group.lines.length > 0) {
    const appended = await world.log.append(group.lines)()
    if (E.isLeft(appended)) return false
    world.follower.advance()
  }
  endTrouble(world)
  world.state.held = group.held
  await tellCommits(group, world)
  world.publish(recovered)
  publishStatus(world)
  return true
}

const recovered: Notification = {
  event: 'alert',
  data: {
    level: 'info',
    code: 'storage_recovered',
    message: 'The log can be written again.',
  },
}

const endTrouble = ({ state }: LoopWorld): void => {
  clearInterval(state.trouble?.retry)
  state.trouble = undefined
  state.told = { ...state.told, storageFailed: false }
}

// What a broken-off turn is owed: as after a crash, but with the results that came meanwhile. A Pod
// that was leaving has left when its log broke.
const owed = ({ state }: LoopWorld): ReadonlyArray<Event> =>
  state.held.prelude.length > 0 ? [] : settle(state.held.state, 'storage', state.trouble?.salvaged)

const publishStatus = ({ state, publish }: LoopWorld): void =>
  publish({ event: 'status', data: statusTold(state.told, state.told.state) })
