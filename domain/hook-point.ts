import * as t from 'io-ts'

/** Where a hook may step in. */
export const HookPoint = t.keyof({ before_tool: null, turn_end: null }, 'HookPoint')
export type HookPoint = t.TypeOf<typeof HookPoint>
