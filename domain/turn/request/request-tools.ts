import { wellFormed } from '../../log/well-formed.js'
import type { ToolSpec } from '../../tool/spec.js'
import type { CacheMark } from '../request-body.js'
import { cacheMark } from './mark-cache.js'
import { isToolName } from './mend-calls.js'
import type { Repaired } from './repairs.js'

type RequestTool = ToolSpec & Partial<CacheMark>

/**
 * The tools as the request offers them: sorted by name, the last one marked. A name that is
 * doubled or unusable, or a schema that is not an object's, would cost the whole request, so that
 * tool is left out.
 */
export const requestTools = (
  specs: ReadonlyArray<ToolSpec>,
): Repaired<ReadonlyArray<RequestTool>> => {
  const usable = specs.filter(
    (spec, index) => isUsable(spec) && specs.findIndex(({ name }) => name === spec.name) === index,
  )
  const sorted = usable.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(wireTool)
  return {
    value: sorted.map((tool, i) => (i === sorted.length - 1 ? { ...tool, ...cacheMark } : tool)),
    repairs: specs.slice(usable.length).map(() => 'tool_left_out' as const),
  }
}

const isUsable = (spec: ToolSpec): boolean =>
  isToolName(spec.name) && spec.input_schema['type'] === 'object'

const wireTool = ({ name, description, input_schema }: ToolSpec): ToolSpec =>
  wellFormed({ name, description, input_schema })
