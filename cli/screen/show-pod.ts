import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { connectClient } from '../../adapters/wire/client.js'
import type { CommandIo, ExitCode } from '../command.js'
import { writeText } from '../output.js'
import { runTui } from '../tui/run-tui.js'
import type { Terminal } from '../tui/screen.js'
import { podsText } from './pods-text.js'

/** Shows the Pod behind this socket until the person leaves or the Pod is gone. */
export const showPod = async (
  socket: string,
  terminal: Terminal,
  io: CommandIo,
): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const outcome = await runTui({
    ...terminal,
    connect: () => connection(socket),
    podsText: await podsText(paths),
  })
  const after = outcome.reason === 'left' ? await podsText(paths) : ''
  await writeText(
    io.stdout,
    [outcome.farewell, after, ''].filter((line, i) => i > 1 || line !== '').join('\n'),
  )
  return outcome.reason === 'hung_up' ? 1 : 0
}

const connection = async (socket: string) => {
  const client = await connectClient(socket)()
  if (E.isLeft(client)) throw new Error(client.left.message)
  return client.right
}
