import type { ToolSpec } from '../../../../domain/tool/spec.js'
import type { Item } from '../../../../domain/turn/item.js'
import { buildRequest } from '../../../../domain/turn/request/build-request.js'
import type { RequestBody } from '../../../../domain/turn/request-body.js'
import { settings } from '../../../domain/turn/request/some.js'

const tool = (name: string): ToolSpec => ({
  name,
  description: `${name} of a test.`,
  input_schema: { type: 'object', properties: {} },
})

export const allTools: ReadonlyArray<ToolSpec> = [
  'Bash',
  'Edit',
  'Glob',
  'Grep',
  'Read',
  'Write',
].map(tool)

/** The request that a Pod on the offline model makes of these items. */
export const requestOf = (
  items: ReadonlyArray<Item>,
  model: object = {},
  tools: ReadonlyArray<ToolSpec> = allTools,
): RequestBody => buildRequest(items, { ...settings({ ref: 'offline', ...model }), tools }).body
