import { type Machine, written } from './machine.js'

/** The machine with its conversation summed up, where a running turn allows it. */
export const compacted = (machine: Machine): Machine => {
  const { turn, items } = machine.held.state.conversation
  if (turn === undefined || turn.resting || machine.held.prelude.length > 0) return machine
  const kept = items.last.at(machine.inputs % 2 === 0 ? -1 : 0)?.seq ?? 0
  const data = { turn: turn.id, summary: `Before ${machine.inputs}.`, kept_from: kept as never }
  return written(machine, { type: 'ConversationCompacted', data })
}
