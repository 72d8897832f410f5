import { limits } from '../../domain/limits.js'
import type { BashInput } from '../../domain/tool/bash-input.js'
import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'
import { type Done, failed } from './done.js'
import { type GuardedCommand, startGuarded } from './guarded-command.js'
import { liveOutput } from './live-output.js'
import { type KeptOutput, outputKeeper } from './output-keeper.js'
import { type Ending, supervise } from './supervise.js'
import type { Tool, ToolSetting } from './tool-setting.js'

/** Bash: a command in a process group of its own. Nothing of the group outlives the call. */
export const bashTool: Tool<BashInput> = async (input, setting, context) => {
  const startedMs = performance.now()
  const keeper = outputKeeper(setting.outputBytesMax, setting.spillFolder)
  const command = await start(input.command, setting)
  if ('outcome' in command) return command
  const show = liveOutput(context.onOutput)
  const timeoutMs = input.timeout_ms ?? limits.bashTimeoutMsDefault
  const ending = await supervise(command, { signal: context.signal, timeoutMs }, (name, text) => {
    show(name, text)
    return keeper.add(text)
  })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  return described(ending, await keeper.finish(), { seconds, timeoutMs })
}

const start = async (command: string, setting: ToolSetting): Promise<GuardedCommand | Done> => {
  try {
    return await startGuarded(command, setting)
  } catch (error) {
    return failed(startSentence(setting, error))
  }
}

const startSentence = (setting: ToolSetting, error: unknown): string => {
  const code = codeOf(error)
  if (code === 'E2BIG')
    return 'The command is too long for the system (E2BIG). Write it into a file and run that.'
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `The session folder ${JSON.stringify(setting.cwd)} or /bin/sh is gone (${code}).`
  if (code === 'EMFILE' || code === 'ENFILE')
    return `There are too many files open to start a command (${code}). Try again later.`
  if (code === 'EAGAIN' || code === 'ENOMEM')
    return `The machine has no room for another process just now (${code}). Try again later.`
  return `The command could not be started: ${messageOf(error)}.`
}

type Times = { readonly seconds: string; readonly timeoutMs: number }

const described = (ending: Ending, kept: KeptOutput, times: Times): Done => {
  const end = endOf(ending, times)
  const notes = [...(end.note === undefined ? [] : [`[${end.note}]`]), ...notesOf(ending)]
  const output = kept.text === '' && notes.length === 0 ? '[No output.]' : kept.text
  const gap = output === '' || output.endsWith('\n') || notes.length === 0 ? '' : '\n'
  return {
    outcome: end.outcome,
    summary: `${end.word} · ${times.seconds} s`,
    content: output + gap + notes.join('\n'),
    ...(kept.cut === undefined ? {} : { cut: kept.cut }),
  }
}

type End = { readonly outcome: Done['outcome']; readonly word: string; readonly note?: string }

const endOf = ({ exit, stopped }: Ending, { seconds, timeoutMs }: Times): End => {
  if (stopped === 'interrupted') {
    const note = `Interrupted after ${seconds} s; the command was ended before its end.`
    return { outcome: 'interrupted', word: 'interrupted', note }
  }
  if (stopped === 'timed_out') {
    const most = limits.bashTimeoutMsMax
    const note = `Ended: it took longer than timeout_ms = ${timeoutMs} (${most} at most).`
    return { outcome: 'failed', word: 'timed out', note }
  }
  if (exit.code === 0) return { outcome: 'ok', word: 'exit 0' }
  if (exit.code !== null)
    return { outcome: 'failed', word: `exit ${exit.code}`, note: `Exit code ${exit.code}.` }
  const by = exit.signal ?? 'an unknown cause'
  return { outcome: 'failed', word: `ended by ${by}`, note: `Ended by ${by}.` }
}

const notesOf = ({ leftover, stuck, held }: Ending): ReadonlyArray<string> => [
  ...(leftover ? ['[What the command left running in the background was ended with it.]'] : []),
  ...(stuck ? ['[Some of its processes could not be ended: they run as another user.]'] : []),
  ...(held ? ['[A process that left the group still runs; its further output is not kept.]'] : []),
]
