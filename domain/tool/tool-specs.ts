import { bashSpec } from './bash-input.js'
import { editSpec } from './edit-input.js'
import { globSpec } from './glob-input.js'
import { grepSpec } from './grep-input.js'
import { readSpec } from './read-input.js'
import type { ToolSpec } from './spec.js'
import { writeSpec } from './write-input.js'

/** The built-in tools as the model is told of them, sorted by name. */
export const toolSpecs: ReadonlyArray<ToolSpec> = [
  bashSpec,
  editSpec,
  globSpec,
  grepSpec,
  readSpec,
  writeSpec,
]
