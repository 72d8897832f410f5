import * as A from 'node:assert/strict'
import { toArray } from '../../domain/list.js'
import type { LogRecord } from '../../domain/log/record.js'
import { statusOf } from '../../domain/session/announce.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { settle } from '../../domain/session/settle.js'
import { restingTurn, runningTurn, type State } from '../../domain/session/state.js'
import { started } from '../../domain/turn/call.js'
import { buildRequest } from '../../domain/turn/request/build-request.js'
import { crash, type Machine } from './machine.js'

/** Throws when the machine, after a step from `before`, breaks a promise. */
export const holds = (before: Machine, after: Machine): void => {
  foldsToItself(after)
  runningMeansAwaited(after)
  idleIsClean(after)
  callsRunOnce(after)
  requestsNeedNoRepair(after)
  turnsEndOnce(after)
  inputsHaveOneFate(after)
  restingIsStill(before, after)
  nothingStartsByItself(before, after)
  resetsBringBack(after)
  settlesOnce(after)
}

const talk = (state: State): string => JSON.stringify({ ...state.conversation, head: undefined })

const foldsToItself = ({ records, held }: Machine): void => {
  const folded = evolveAll(records)
  A.equal(talk(folded), talk(held.state), 'the state follows from the log')
  A.deepEqual(folded.inbox, held.state.inbox, 'the inbox follows from the log')
}

const runningMeansAwaited = ({ held, work }: Machine): void => {
  if (held.prelude.length > 0) return
  const turn = runningTurn(held.state)
  if (turn === undefined) return
  const alive = (cause: number | undefined) =>
    work.some((one) => 'cause' in one && one.cause === cause)
  const awaited = turn.request?.answered === false ? [turn.request.cause] : []
  const running = started(turn.calls).map(({ cause }) => cause)
  const asked = turn.hook === undefined ? [] : [turn.hook.cause]
  A.ok(
    [...awaited, ...running, ...asked].some(alive),
    'a running turn awaits something that is alive',
  )
}

const idleIsClean = ({ held }: Machine): void => {
  const { conversation, inbox } = held.state
  if (conversation.turn !== undefined) return
  A.ok(inbox.inputs.length === 0 || inbox.held, 'in idle the queue is empty or held')
  const blocks = toArray(conversation.items).flatMap(({ content }) => content)
  const asked = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.call] : []))
  const given = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.call] : []))
  A.deepEqual([...given].sort(), [...asked].sort(), 'in idle every call has one result')
}

const callsRunOnce = ({ called }: Machine): void => {
  const ran = called.flatMap((one) => (one.type === 'RunTool' ? [one.call] : []))
  A.equal(new Set(ran).size, ran.length, 'no call runs twice')
}

const requestsNeedNoRepair = (machine: Machine): void => {
  if (!machine.step.some(({ type }) => type === 'RoundStarted')) return
  const { session, pod, conversation } = machine.held.state
  if (session === undefined) return
  const settings = { system: session.system, model: session.model, tools: pod?.tools ?? [] }
  const { repairs } = buildRequest(toArray(conversation.items), settings)
  const wrong = Object.entries(repairs).filter(
    ([kind, count]) => count > 0 && (kind.startsWith('result') || kind.startsWith('turn')),
  )
  A.deepEqual(wrong, [], 'every call has one result, in place')
}

const turnsEndOnce = ({ records }: Machine): void => {
  const ended = new Map<string, string>()
  for (const { type, data } of records) {
    if (type === 'TurnEnded' || type === 'HeadReset') {
      A.equal(ended.get(data.turn), undefined, `turn ${data.turn} ends once`)
      ended.set(data.turn, type)
    }
    // An errored ending that is resumed counts as a rest; a reset brings an older turn back.
    if (type === 'TurnResumed') ended.delete(data.turn)
    if (type === 'HeadReset')
      for (const turn of closedBySubmit(records, data.turn)) ended.delete(turn)
  }
}

const closedBySubmit = (records: ReadonlyArray<LogRecord>, turn: string): ReadonlyArray<string> => {
  const opening = records.findIndex(
    (one) => one.type === 'InputSubmitted' && one.data.turn === turn,
  )
  const closing = records.slice(0, opening).findLast((one) => one.type !== 'NoteAdded')
  return closing?.type === 'TurnEnded' && closing.data.by === 'run' ? [closing.data.turn] : []
}

const inputsHaveOneFate = ({ records, held }: Machine): void => {
  for (const { type, data } of records) {
    if (type === 'InputQueued') {
      const fates =
        records.filter(
          (one) =>
            (one.type === 'InputSubmitted' || one.type === 'InputWithdrawn') &&
            one.data.input === data.input,
        ).length + held.state.inbox.inputs.filter(({ id }) => id === data.input).length
      A.equal(fates, 1, `queued input ${data.input} has one fate`)
    }
    if (type === 'NoticeReceived')
      A.equal(newsFates(held.state, data.notice), 1, 'a notice is told once')
  }
}

const newsFates = (state: State, id: string): number => {
  const number = Number(id.slice(-12)) - 1
  const told = toArray(state.conversation.items).flatMap(({ content }) =>
    content.filter((block) => block.type === 'text' && block.text === `[Notice] notice ${number}`),
  )
  return told.length + state.inbox.news.filter((news) => news.id === id).length
}

const restingIsStill = (before: Machine, after: Machine): void => {
  const resting = restingTurn(before.held.state)
  if (resting === undefined || restingTurn(after.held.state)?.id !== resting.id) return
  if (after.step.some(({ type }) => type === 'TurnResumed' || type === 'HeadReset')) return
  A.equal(talk(after.held.state), talk(before.held.state), 'a resting turn does not change')
}

const opens = (record: LogRecord): boolean => record.type === 'InputSubmitted'

const nothingStartsByItself = (before: Machine, after: Machine): void => {
  const byReport = before.inputs + 1 === after.inputs && after.rejected === undefined
  const resumed = after.step.some(({ type }) => type === 'TurnResumed')
  if (!byReport || resumed || !before.held.state.inbox.held) return
  const queued = after.step
    .filter(opens)
    .filter((one) => one.type === 'InputSubmitted' && one.data.via === 'queue')
  const waited = queued.filter((one) =>
    before.held.state.inbox.inputs.some(
      ({ id }) => one.type === 'InputSubmitted' && id === one.data.input,
    ),
  )
  A.deepEqual(waited, [], 'nothing that is held starts by itself')
}

const resetsBringBack = ({ records, held, step }: Machine): void => {
  const reset = step.find(({ type }) => type === 'HeadReset')
  if (reset?.type !== 'HeadReset') return
  const opening = records.findIndex(
    (one) => one.type === 'InputSubmitted' && one.data.turn === reset.data.turn,
  )
  const own = records.slice(0, opening).findLastIndex((one) => !isClosing(one))
  const then = evolveAll(records.slice(0, own + 1))
  A.equal(talk(held.state), talk(then), 'a reset gives the conversation of before the Submit')
  A.deepEqual(held.state.conversation.head, then.conversation.head)
  A.equal(reset.data.to.seq, records[own]?.seq, 'a reset goes to before what the Submit closed')
}

const isClosing = (record: LogRecord): boolean =>
  record.type === 'NoteAdded' ||
  record.type === 'TurnLeftOut' ||
  ('by' in record.data && record.data.by === 'run')

const settlesOnce = (machine: Machine): void => {
  const once = crash(machine)
  const status = statusOf(evolveAll(machine.records)).status
  const settled = settle(once.held.state, 'crash')
  A.equal(settled.length > 0, status === 'running', 'only a running turn is settled')
}
