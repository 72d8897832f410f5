import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../domain/decode.js'
import type { Toolbox, ToolContext } from '../../domain/ports.js'
import type { Scope } from '../../domain/scope/scope.js'
import { BashInput } from '../../domain/tool/bash-input.js'
import { EditInput } from '../../domain/tool/edit-input.js'
import { GlobInput } from '../../domain/tool/glob-input.js'
import { GrepInput } from '../../domain/tool/grep-input.js'
import { ReadInput } from '../../domain/tool/read-input.js'
import { toolSpecs } from '../../domain/tool/tool-specs.js'
import { WriteInput } from '../../domain/tool/write-input.js'
import { systemClock } from '../node/clock.js'
import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'
import { canonicalScope } from './canonical-scope.js'
import { cutText } from './cut-text.js'
import { type Done, failed } from './done.js'
import { filesSeen } from './files-seen.js'
import { fsSentence } from './fs-sentence.js'
import { keyedQueue } from './keyed-queue.js'
import { realPath } from './real-path.js'
import type { Tool, ToolSetting } from './tool-setting.js'

export type ToolboxOptions = {
  /** The session's folder, absolute. */
  readonly cwd: string
  readonly scope: Scope
  /** Where long outputs of commands are kept whole; made when needed, readable by the tools. */
  readonly spillFolder: string
  /** Bytes of `content` for a tool's name. */
  readonly outputBytesMax: (tool: string) => number
  /** Environment of commands. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names of variables that no command gets. */
  readonly secretNames: ReadonlyArray<string>
  /** The shell of Bash; /bin/bash, or /bin/sh where that is missing. */
  readonly shell?: string
}

/**
 * The built-in tools. What was read is remembered as long as the toolbox lives. Calls of Read, Write
 * and Edit that give the same path run in the order of the calls. A call whose signal is aborted
 * before it begins does nothing and is `interrupted`. Never rejects.
 */
export const toolbox = (options: ToolboxOptions): Toolbox => {
  const shared = shareable(options)
  const inOrder = keyedQueue()
  return {
    specs: toolSpecs,
    run: async (call, context) => {
      const startedMs = systemClock.monotonicMs()
      const outputBytesMax = options.outputBytesMax(call.name)
      const work = async () => runSafely(call, { ...(await shared), outputBytesMax }, context)
      const file = fileOf(call, options.cwd)
      const done = await (file === undefined ? work() : inOrder(file, work))
      const durationMs = Math.round(systemClock.monotonicMs() - startedMs)
      return { ...bounded(done, outputBytesMax), durationMs }
    },
  }
}

type Call = { readonly name: string; readonly input: unknown }

const workOnOneFile: ReadonlyArray<string> = ['Edit', 'Read', 'Write']

// Calls of one reply start together; what they do to a file has to come as the model wrote it down.
const fileOf = ({ name, input }: Call, cwd: string): string | undefined =>
  workOnOneFile.includes(name) && hasPath(input) ? resolve(cwd, input.path) : undefined

const hasPath = (input: unknown): input is { readonly path: string } =>
  typeof input === 'object' && input !== null && 'path' in input && typeof input.path === 'string'

type Runner = (input: unknown, setting: ToolSetting, context: ToolContext) => Promise<Done>

const runner =
  <Input>(codec: t.Decoder<unknown, Input>, tool: Tool<Input>): Runner =>
  async (input, setting, context) => {
    const decoded = decode(codec, input)
    return E.isLeft(decoded)
      ? failed(`The input of the call is not as it has to be: ${decoded.left}.`, 'bad input')
      : tool(decoded.right, setting, context)
  }

// Each is loaded with its first call: a Pod that waits for its first words needs none of them.
const runners: ReadonlyMap<string, () => Promise<Runner>> = new Map([
  ['Bash', async () => runner(BashInput, (await import('./bash-tool.js')).bashTool)],
  ['Edit', async () => runner(EditInput, (await import('./edit-tool.js')).editTool)],
  ['Glob', async () => runner(GlobInput, (await import('./glob-tool.js')).globTool)],
  ['Grep', async () => runner(GrepInput, (await import('./grep-tool.js')).grepTool)],
  ['Read', async () => runner(ReadInput, (await import('./read-tool.js')).readTool)],
  ['Write', async () => runner(WriteInput, (await import('./write-tool.js')).writeTool)],
])

const runSafely = async (call: Call, setting: ToolSetting, context: ToolContext): Promise<Done> => {
  const load = runners.get(call.name)
  if (load === undefined) return failed(unknownTool(call.name), 'unknown tool')
  try {
    const run = await load()
    return context.signal.aborted ? notStarted : await run(call.input, setting, context)
  } catch (error) {
    return failed(errorSentence(call, setting.cwd, error))
  }
}

const unknownTool = (name: string) =>
  `There is no tool ${JSON.stringify(name)}. The tools are ${[...runners.keys()].join(', ')}.`

const notStarted: Done = {
  outcome: 'interrupted',
  summary: 'not started',
  content: '[Interrupted before it started; nothing was done.]',
}

const errorSentence = ({ name, input }: Call, cwd: string, error: unknown): string =>
  hasPath(input) && codeOf(error) !== undefined
    ? fsSentence(resolve(cwd, input.path), error)
    : `${name} failed: ${messageOf(error)}.`

/** Last guard: whatever a tool gave, its content keeps the limit. */
const bounded = (done: Done, bytesMax: number): Done => {
  const { text, leftOut } = cutText(done.content, bytesMax)
  return leftOut === 0
    ? done
    : { ...done, content: text, cut: { ...done.cut, bytes: (done.cut?.bytes ?? 0) + leftOut } }
}

const shareable = async (options: ToolboxOptions): Promise<Omit<ToolSetting, 'outputBytesMax'>> => {
  const { scope, spillFolder, secretNames } = options
  const spill = { target: spillFolder, permission: 'read', recursive: true } as const
  const env = Object.entries(options.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !secretNames.includes(entry[0]),
  )
  return {
    cwd: await realPath(options.cwd).catch(() => options.cwd),
    scope: await canonicalScope({ ...scope, allow: [...scope.allow, spill] }),
    spillFolder,
    env: Object.fromEntries(env),
    shell: options.shell ?? (existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'),
    seen: filesSeen(),
    alone: keyedQueue(),
  }
}
