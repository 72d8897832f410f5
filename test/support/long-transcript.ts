import type { TuiState } from '../../cli/tui/state.js'
import type { Block } from '../../projections/transcript/block.js'
import { sequenceOf } from '../../projections/transcript/sequence.js'
import { inputNo, turnNo } from './record-list.js'
import { attached } from './tui-given.js'

/** A TUI with a transcript of `count` blocks: a question, then words, notes and calls, and so on. */
export const longTranscript = (
  count: number,
  textOf: (n: number) => string,
  wrap: (block: Block) => Block = (block) => block,
): TuiState => {
  const state = attached()
  const blocks = sequenceOf(Array.from({ length: count }, (_, n) => wrap(blockNo(n, textOf(n)))))
  return { ...state, transcript: { ...state.transcript, blocks } }
}

const blockNo = (n: number, text: string): Block => {
  const at = { seq: n as never, turn: turnNo(Math.floor(n / 10)) }
  switch (n % 10) {
    case 0:
      return {
        kind: 'input',
        ...at,
        input: inputNo(n),
        segments: [{ kind: 'text', content: text }],
        by: 'host',
      } as Block
    case 3:
    case 6:
      return {
        kind: 'tool',
        ...at,
        call: `${n}.0` as never,
        name: 'Bash',
        asked: 'make',
        input: { command: 'make' },
        state: 'done',
        summary: 'exit code 0 · 1.0 s',
        output: text,
        synthetic: false,
      } as Block
    case 9:
      return { kind: 'note', ...at, note: 'test', text } as Block
    default:
      return { kind: 'text', ...at, text, partial: false } as Block
  }
}
