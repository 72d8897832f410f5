import type { Block, ToolBlock } from '../../../projections/transcript/block.js'
import { itemAt } from '../../../projections/transcript/sequence.js'
import type { Line } from '../frame.js'
import type { TuiState } from '../state.js'
import { isLogBroken } from '../status/status-words.js'
import type { Look } from '../text/look.js'
import { readGroupAt, readGroupLines } from '../tools/read-group.js'
import type { Running } from '../tools/tool-head.js'
import { toolLines } from '../tools/tool-lines.js'
import { blockLines, spaced } from './block-lines.js'
import { isToldTwice } from './is-told-twice.js'
import { lookName } from './look-of.js'

/**
 * The block at `index` as lines. Finished Reads that follow each other are drawn by the first of
 * them, and the others have no line; neither has a note that says what stands above it, but in detail.
 * A call that runs shows what it prints and for how long.
 */
export const elementLines = (index: number, look: Look, state: TuiState): ReadonlyArray<Line> => {
  const block = itemAt(index, state.transcript.blocks)
  if (block === undefined) return []
  if (block.kind === 'tool' && block.state === 'running') return runningLines(block, look, state)
  if (look.detail !== 'detail' && isToldTwice(index, state.transcript.blocks)) return []
  const group = look.detail === 'detail' ? undefined : readGroupAt(index, state.transcript.blocks)
  if (group === 'inside') return []
  return group === undefined ? blockLines(block, look) : groupLines(block, group, look)
}

// A log that takes nothing has stopped all work, and cannot say so itself.
const runningLines = (block: ToolBlock, look: Look, state: TuiState): ReadonlyArray<Line> => {
  const { live, clock, nowMs } = state
  const since = clock.calls.get(block.call)
  const running: Running = {
    since: since && { ms: Math.max(0, nowMs - since.atMs), over: since.over },
    stderr: live.stderr.has(block.call),
    isStopped: isLogBroken(state),
  }
  const output = live.outputs.get(block.call) ?? ''
  return spaced(toolLines({ ...block, output }, look, running), look)
}

type Known = { readonly name: string; readonly group: ReadonlyArray<ToolBlock> }

const known = new WeakMap<Block, Known & { readonly lines: ReadonlyArray<Line> }>()

const groupLines = (
  first: Block,
  group: ReadonlyArray<ToolBlock>,
  look: Look,
): ReadonlyArray<Line> => {
  const name = lookName(look)
  const held = known.get(first)
  if (held?.name === name && isSame(held.group, group)) return held.lines
  const lines = spaced(readGroupLines(group, look), look)
  known.set(first, { name, group, lines })
  return lines
}

const isSame = (a: ReadonlyArray<ToolBlock>, b: ReadonlyArray<ToolBlock>): boolean =>
  a.length === b.length && a.every((block, index) => block === b[index])
