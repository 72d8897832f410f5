import * as t from 'io-ts'

/** A tool as the model is told of it. `input_schema` is JSON Schema of an object. */
export const ToolSpec = t.type(
  { name: t.string, description: t.string, input_schema: t.UnknownRecord },
  'ToolSpec',
)
export type ToolSpec = Readonly<t.TypeOf<typeof ToolSpec>>

/**
 * How a tool behaves beside others and under a stop. `short` ones run to their end when a turn is
 * stopped; `long` ones get the abort signal. `shared` ones may run beside their neighbours.
 */
export type ToolTraits = { readonly stop: 'short' | 'long'; readonly shared: boolean }

/** The traits of each built-in tool. */
export const toolTraits = (name: string): ToolTraits =>
  traits.get(name) ?? { stop: 'long', shared: false }

const traits: ReadonlyMap<string, ToolTraits> = new Map(
  Object.entries({
    Read: { stop: 'short', shared: true },
    Glob: { stop: 'short', shared: true },
    Grep: { stop: 'short', shared: true },
    Write: { stop: 'short', shared: false },
    Edit: { stop: 'short', shared: false },
    Bash: { stop: 'long', shared: false },
  }),
)
