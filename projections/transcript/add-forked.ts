import type { ForkedPart } from '../../domain/event/session.js'
import { callId, openerOf, type Seq, type TurnId } from '../../domain/ids.js'
import type { ItemBlock } from '../../domain/turn/item.js'
import { addReplyBlock } from './add-reply.js'
import type { Block } from './block.js'
import { completeCall } from './call.js'
import { type Core, type Placed, withBlock } from './core.js'

/** The core with the conversation that a fork took along, and a line that says where it is from. */
export const addForked = ({ seq, at, data }: Placed<'SessionStarted'>, core: Core): Core => {
  const { forked_from: from, conversation = [] } = data
  const told = conversation.reduce((sum, part) => addPart(part, { seq, at }, sum), core)
  return from === undefined
    ? told
    : withBlock({ kind: 'fork', seq, session: from.session, at: from.seq }, told)
}

type Origin = Pick<Placed<'SessionStarted'>, 'seq' | 'at'>

const addPart = (part: ForkedPart, origin: Origin, core: Core): Core => {
  if (part.kind === 'input') return withBlock(inputBlock(part, origin.seq), core)
  return part.content.reduce(
    (sum, block) => addItemBlock({ ...origin, turn: part.turn, role: part.role }, block, sum),
    core,
  )
}

const inputBlock = (
  { turn, segments }: Extract<ForkedPart, { readonly kind: 'input' }>,
  seq: Seq,
): Block => ({
  kind: 'input',
  seq,
  turn,
  input: openerOf(turn),
  segments,
  by: 'host',
})

type Place = Origin & { readonly turn: TurnId; readonly role: string }

const addItemBlock = ({ seq, at, turn, role }: Place, block: ItemBlock, core: Core): Core => {
  if (block.type === 'tool_result') {
    const { type: _, ...result } = block
    const data = { turn, ...result }
    return completeCall({ type: 'ToolCallCompleted', seq, at, data }, seq, core)
  }
  if (role !== 'assistant' && block.type === 'text')
    return withBlock({ kind: 'note', seq, turn, note: 'forked', text: block.text }, core)
  const call = block.type === 'tool_use' ? block.call : callId(seq, 0)
  return addReplyBlock({ seq, turn }, { block, call }, core)
}
