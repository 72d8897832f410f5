import type { LiveDelta, ReplyBlock } from '../../../domain/reply.js'
import type { BlockPiece, StartedBlock } from './stream-event.js'
import { toolInput } from './tool-input.js'

/** A block of a reply that still grows. `given` is a tool input that came whole at the start. */
export type OpenBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly given: unknown
      readonly json: string
    }

/** Opens a block with the content that it starts with. */
export const openBlock = (started: StartedBlock): OpenBlock => {
  switch (started.type) {
    case 'text':
      return { type: 'text', text: started.text ?? '' }
    case 'thinking': {
      const { thinking, signature } = started
      return { type: 'thinking', thinking: thinking ?? '', signature: signature ?? '' }
    }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: started.data }
    case 'tool_use': {
      const { id, name, input: given } = started
      return { type: 'tool_use', id, name, given, json: '' }
    }
  }
}

/** What can be shown of a block as it opens; `block` is its place in the reply. */
export const openingDeltas = (opened: OpenBlock, block: number): ReadonlyArray<LiveDelta> => {
  switch (opened.type) {
    case 'text':
      return pieces({ kind: 'text', block, text: opened.text })
    case 'thinking':
      return pieces({ kind: 'thinking', block, text: opened.thinking })
    case 'tool_use':
      return [{ kind: 'tool_call', block, call: opened.id, name: opened.name }]
    case 'redacted_thinking':
      return []
  }
}

type Piece = Extract<LiveDelta, { readonly text: string }>

const pieces = (piece: Piece): ReadonlyArray<LiveDelta> => (piece.text === '' ? [] : [piece])

/** A block after a piece, and what of the piece can be shown. */
type Grown = { readonly block: OpenBlock; readonly deltas: ReadonlyArray<LiveDelta> }

/** Adds a piece. One that this block cannot take changes nothing. */
export const grow = (piece: BlockPiece, open: OpenBlock, block: number): Grown => {
  switch (piece.type) {
    case 'text_delta':
      return open.type === 'text' ? grownText(piece.text, open, block) : ungrown(open)
    case 'thinking_delta':
      return open.type === 'thinking' ? grownThinking(piece.thinking, open, block) : ungrown(open)
    case 'signature_delta':
      return open.type === 'thinking' ? signed(piece.signature, open) : ungrown(open)
    case 'input_json_delta':
      return open.type === 'tool_use' ? grownCall(piece.partial_json, open, block) : ungrown(open)
  }
}

const ungrown = (block: OpenBlock): Grown => ({ block, deltas: [] })

type Open<T extends OpenBlock['type']> = Extract<OpenBlock, { readonly type: T }>

const grownText = (text: string, open: Open<'text'>, block: number): Grown => ({
  block: { ...open, text: open.text + text },
  deltas: pieces({ kind: 'text', block, text }),
})

const grownThinking = (text: string, open: Open<'thinking'>, block: number): Grown => ({
  block: { ...open, thinking: open.thinking + text },
  deltas: pieces({ kind: 'thinking', block, text }),
})

const signed = (signature: string, open: Open<'thinking'>): Grown =>
  ungrown({ ...open, signature: open.signature + signature })

const grownCall = (text: string, open: Open<'tool_use'>, block: number): Grown => ({
  block: { ...open, json: open.json + text },
  deltas: pieces({ kind: 'tool_args', block, call: open.id, text }),
})

/** The block as the reply holds it; a call's input is parsed here. */
export const closeBlock = (open: OpenBlock): ReplyBlock => {
  if (open.type !== 'tool_use') return open
  const { type, id, name, json, given } = open
  return { type, id, name, ...toolInput(json, given) }
}
