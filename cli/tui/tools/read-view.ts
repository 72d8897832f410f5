import type { ToolBlock } from '../../../projections/transcript/block.js'
import type { Look } from '../text/look.js'
import { shortPath } from '../text/short-path.js'
import { outputLines, refusalLines } from './folded-output.js'
import { numberIn, textIn } from './input-fields.js'
import type { ToolView } from './tool-view.js'

/** A file that was read: its path and range; what was in it is a detail. */
export const readView: ToolView = {
  head: (block, look) => ({ asked: readPlace(block, look), keepsEnd: true }),
  body: (block, look) => {
    if (block.state !== 'done') return refusalLines(block, look)
    return look.detail === 'detail' ? outputLines(block, look, 'dim') : []
  },
  fields: ['path', 'offset', 'limit'],
}

/** What a Read asks for: `src/a.ts`, `src/a.ts:40-63`. */
export const readPlace = ({ input, asked }: ToolBlock, { cwd }: Pick<Look, 'cwd'>): string => {
  const path = textIn(input, 'path')
  if (path === undefined) return asked
  const [offset, limit] = [numberIn(input, 'offset'), numberIn(input, 'limit')]
  const first = offset ?? 1
  if (limit !== undefined) return `${shortPath(path, cwd)}:${first}-${first + limit - 1}`
  return `${shortPath(path, cwd)}${offset === undefined ? '' : `:${first}-`}`
}
