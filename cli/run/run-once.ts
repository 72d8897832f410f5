import * as E from 'fp-ts/lib/Either.js'
import { codeOf } from '../../adapters/node/code-of.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import type { SessionId } from '../../domain/ids.js'
import type { CommandIo, ExitCode } from '../command.js'
import { refused } from '../output.js'
import { spawnPod } from '../pod/spawn-pod.js'
import { type PlayedTurn, playTurn } from './play-turn.js'
import { playedWords, unheardWords } from './played-words.js'
import { jsonOutput, textOutput } from './turn-output.js'

/** One turn to be played without a screen. `podArgv` follows `yoi pod`. */
export type Once = {
  readonly prompt: string
  readonly podArgv: ReadonlyArray<string>
  readonly json: boolean
}

/**
 * Starts a Pod, plays one turn on it and ends it. 0 when the turn finished, 130 after Ctrl-C or the
 * end of the terminal, which shut the Pod down, else 1 with a sentence.
 */
export const runOnce = async (once: Once, io: CommandIo): Promise<ExitCode> => {
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  for (const signal of stopSignals) process.once(signal, interrupt)
  try {
    return await played(once, interruption.signal, io)
  } finally {
    for (const signal of stopSignals) process.off(signal, interrupt)
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const played = async (once: Once, interruption: AbortSignal, io: CommandIo): Promise<ExitCode> => {
  const { env, cwd } = io
  const place = { cwd, env, paths: pathsFrom(env) }
  const pod = await spawnPod({ argv: once.podArgv, ...place, endsWithCaller: true })
  if (E.isLeft(pod)) return refused(io, pod.left)
  sayWhenUnheard(io, pod.right.ready.session)
  const hear = once.json ? jsonOutput(io) : textOutput(io)
  const turn = await playTurn(pod.right, { prompt: once.prompt, hear, interruption })
  return verdict(turn, pod.right.ready.session, io)
}

// The main program ends this process then, and with it the Pod.
const sayWhenUnheard = (io: CommandIo, session: SessionId): void => {
  io.stdout.once('error', (error) => {
    const isReaderGone = codeOf(error) === 'EPIPE'
    void refused(io, unheardWords(isReaderGone ? readerGone : notWritten, session))
  })
}

const readerGone = 'The reader of the output has gone'
const notWritten = 'The output cannot be written'

const verdict = async (turn: PlayedTurn, session: SessionId, io: CommandIo): Promise<ExitCode> => {
  const sentence = playedWords(turn, session)
  if (sentence !== undefined) await refused(io, sentence)
  if (turn.type === 'interrupted') return 130
  return sentence === undefined ? 0 : 1
}
