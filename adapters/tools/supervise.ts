import { StringDecoder } from 'node:string_decoder'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '../../domain/limits.js'
import type { Exit, GuardedCommand } from './guarded-command.js'
import { groupGone, signalGroup } from './process-group.js'

type StopReason = 'interrupted' | 'timed_out'

/** How a command came to its end. */
export type Ending = {
  readonly exit: Exit
  /** Why it was ended before its own end. */
  readonly stopped: StopReason | undefined
  /** Something it had left in the background was ended. */
  readonly leftover: boolean
  /** Part of its group could not be ended: it belongs to another user. */
  readonly stuck: boolean
  /** A process outside the group still holds the output. */
  readonly held: boolean
}

export type Stop = { readonly signal: AbortSignal; readonly timeoutMs: number }

/** Takes the output, piece by piece; the stream is read on when it resolves. */
export type TakeOutput = (stream: 'stdout' | 'stderr', text: string) => Promise<void>

/**
 * Sees a command to its end. On a stop the group gets SIGTERM and, after limits.killAfterTermMs,
 * SIGKILL; so does what the shell leaves running behind it, after limits.leftoverGraceMs. When it
 * resolves, no process of the group runs (but `stuck` ones) and no more output is taken. From a
 * stop that takes limits.killAfterTermMs and three times limits.leftoverGraceMs at most. Never
 * rejects.
 */
export const supervise = async (
  command: GuardedCommand,
  stop: Stop,
  take: TakeOutput,
): Promise<Ending> => {
  const output = readOutput(command, take)
  const asked = stopAsked(stop)
  const stopped = await Promise.race([asked.reason, command.exit.then(() => undefined)])
  asked.forget()
  const leftover =
    stopped === undefined && !(await groupGone(command.group, limits.leftoverGraceMs))
  const isGone = stopped === undefined && !leftover ? true : await endGroup(command.group)
  const exit = await Promise.race([
    command.exit,
    wait(limits.leftoverGraceMs, unknownExit, { ref: false }),
  ])
  const mostMs = stopped === undefined ? limits.killAfterTermMs : limits.leftoverGraceMs
  const held = !(await output.ended(mostMs))
  command.release()
  return { exit, stopped, leftover, stuck: !isGone, held }
}

const unknownExit: Exit = { code: null, signal: null }

const stopAsked = ({ signal, timeoutMs }: Stop) => {
  const controller = new AbortController()
  const reason = new Promise<StopReason>((resolve) => {
    const timer = setTimeout(() => resolve('timed_out'), timeoutMs)
    const onAbort = () => resolve('interrupted')
    signal.addEventListener('abort', onAbort, { once: true, signal: controller.signal })
    controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    if (signal.aborted) onAbort()
  })
  return { reason, forget: () => controller.abort() }
}

const endGroup = async (group: number): Promise<boolean> => {
  signalGroup(group, 'SIGTERM')
  if (await groupGone(group, limits.killAfterTermMs)) return true
  signalGroup(group, 'SIGKILL')
  return groupGone(group, limits.leftoverGraceMs)
}

const readOutput = (command: GuardedCommand, take: TakeOutput) => {
  const count = { pieces: 0 }
  const reading = (['stdout', 'stderr'] as const).map((name) =>
    readStream(command, name, async (text) => {
      count.pieces += 1
      await take(name, text)
    }),
  )
  const all = Promise.all(reading).then(() => true)
  return {
    /** True when the output came to its end; false when reading was given up. */
    ended: async (mostMs: number): Promise<boolean> => {
      if (await endsWithin(mostMs, all, count)) return true
      command.stdout.destroy()
      command.stderr.destroy()
      await all
      return false
    },
  }
}

const readStream = async (
  command: GuardedCommand,
  name: 'stdout' | 'stderr',
  onText: (text: string) => Promise<void>,
): Promise<void> => {
  const decoder = new StringDecoder('utf8')
  try {
    for await (const chunk of command[name]) await onText(decoder.write(chunk as Buffer))
  } catch {
    // The stream was closed by endReading; what came before is taken.
  }
  await onText(decoder.end())
}

/** How often it is looked whether output still comes. */
const lookMs = 20

// Whoever left the group may hold the pipes for ever: waiting ends when nothing comes any more, and
// at the latest after `mostMs`. Looks are counted, not time, so that output which waits behind a
// busy event loop is not taken for none.
const endsWithin = async (
  mostMs: number,
  all: Promise<boolean>,
  count: { readonly pieces: number },
): Promise<boolean> => {
  let idle = 0
  for (let look = 0; look * lookMs < mostMs && idle * lookMs < limits.leftoverGraceMs; look += 1) {
    const before = count.pieces
    if (await Promise.race([all, wait(lookMs, false)])) return true
    idle = count.pieces === before ? idle + 1 : 0
  }
  return false
}
