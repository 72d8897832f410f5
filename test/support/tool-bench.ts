import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type ToolboxOptions, toolbox } from '../../adapters/tools/toolbox.js'
import type { ToolContext } from '../../domain/ports.js'
import { folderScope } from '../../domain/scope/scope.js'
import type { ToolResult } from '../../domain/tool/outcome.js'
import { removeFolder } from './remove-folder.js'

/** A toolbox on a folder of the test's own. */
export type ToolBench = {
  /** Outside of the scope; holds `work` and `spill`. */
  readonly root: string
  /** The session's folder. */
  readonly work: string
  readonly spill: string
  readonly run: (
    name: string,
    input: unknown,
    context?: Partial<ToolContext>,
  ) => Promise<ToolResult>
  /** Writes a file below root, its folders too; gives its path. */
  readonly put: (path: string, content: string | Uint8Array) => string
}

/** A folder that is gone after the test. */
export const tempFolder = (t: ExecutionContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'yoi-tools-')))
  t.teardown(() => removeFolder(folder))
  return folder
}

/** A bench whose scope is the folder `work`, unless said otherwise. */
export const toolBench = (
  t: ExecutionContext,
  options: Partial<ToolboxOptions> | ((root: string) => Partial<ToolboxOptions>) = {},
): ToolBench => {
  const root = tempFolder(t)
  const work = join(root, 'work')
  const spill = join(root, 'spill')
  mkdirSync(work, { recursive: true })
  const box = toolbox({
    cwd: work,
    scope: folderScope(work),
    spillFolder: spill,
    outputBytesMax: () => 16_384,
    env: { PATH: process.env['PATH'] },
    secretNames: [],
    ...(typeof options === 'function' ? options(root) : options),
  })
  const quiet = { signal: new AbortController().signal, onOutput: () => undefined }
  return {
    root,
    work,
    spill,
    run: (name, input, context) => box.run({ name, input }, { ...quiet, ...context }),
    put: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
      return join(root, path)
    },
  }
}

/** Texts that harm who takes them for more than text. */
export const hostileTexts: ReadonlyArray<string> = [
  'a\rb',
  'a\u2028b\u2029c',
  'a"b\\c',
  '\u001b]52;c;aGk=\u0007',
  '\u001b[2J',
  'a\u0085b',
  'ま\u202eる',
]
