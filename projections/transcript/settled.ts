import type { ToolBlock } from './block.js'
import type { Core } from './core.js'
import { itemAt, replaceAt } from './sequence.js'

/**
 * The core as its session shows where nothing runs: a call that had started and has no result is
 * `unknown`. The record that says so comes with the first thing that happens after a restart.
 */
export const settled = <C extends Core>(core: C): C =>
  [...core.openCalls.values()].reduce((sum, index) => {
    const block = itemAt(index, sum.blocks)
    return block?.kind === 'tool' && block.state === 'running'
      ? { ...sum, blocks: replaceAt(index, unknown(block), sum.blocks) }
      : sum
  }, core)

const unknown = (block: ToolBlock): ToolBlock => ({
  ...block,
  state: 'unknown',
  summary: 'the Pod ended while it ran',
})
