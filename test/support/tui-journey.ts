import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'
import type { Event } from '../../domain/event/event.js'
import type { Method } from '../../domain/protocol/method.js'
import { createFakePod, type FakePod } from './fake-pod.js'
import { openPty, type PtyOptions, type PtyScreen } from './pty-screen.js'
import { removeFolder } from './remove-folder.js'

export type Journey = {
  readonly pod: FakePod
  readonly socket: string
  readonly screen: PtyScreen
}

export type JourneyOptions = PtyOptions & {
  readonly args?: ReadonlyArray<string>
  readonly name?: string
  /** A shell command to run in the same terminal before and after the TUI. */
  readonly around?: string
}

const entry = fileURLToPath(new URL('./fixtures/tui-main.js', import.meta.url))

/** A TUI in a pseudo terminal attached to a fake Pod; both are gone after the test. */
export const startJourney = async (
  t: ExecutionContext,
  options: JourneyOptions = {},
): Promise<Journey> => {
  const folder = await mkdtemp(join(tmpdir(), 'yoi-tui-'))
  const socket = join(folder, 's')
  const pod = createFakePod(options.name)
  await pod.listen(socket)
  const program = [process.execPath, entry, socket, ...(options.args ?? [])]
  const screen =
    options.around === undefined
      ? openPty(process.execPath, program.slice(1), options)
      : openPty(
          '/bin/sh',
          ['-c', `${options.around}; ${program.join(' ')}; ${options.around}`],
          options,
        )
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
    await pod.hangUp()
    await removeFolder(folder)
  })
  return { pod, socket, screen }
}

/** The methods of this name that the Pod has got. */
export const sent = (pod: FakePod, method: Method['method']): ReadonlyArray<Method> =>
  pod.methods.filter((one) => one.method === method)

/** What a Pod does with a `run`: the ack, the turn on the log, the status. */
export const accept = (pod: FakePod, method: Method): Event => {
  if (method.method !== 'run' || method.id === undefined) throw new Error('not a run with an id')
  const input = method.id as never
  const opened: Event = {
    type: 'InputSubmitted',
    data: { input, turn: input, segments: method.params.input, by: 'host', via: 'run' },
  }
  pod.append(opened)
  pod.tell({ event: 'ack', data: { id: method.id, input } })
  pod.setStatus({ status: 'running', queue_held: false, turn: input })
  return opened
}
