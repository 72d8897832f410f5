import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { limits } from '../../../domain/limits.js'
import type { CommandIo } from '../../command.js'
import { mainFile } from '../../main-file.js'

/** What a command said, both streams, and its exit code; null when a signal ended it. */
export type YoiText = {
  readonly text: string
  /** Older text was left out: the newest limits.panelBytesMax are kept. */
  readonly isCut: boolean
  readonly code: number | null
}

/**
 * Runs `yoi …argv` in a process of its own without a terminal, so that no key waits for it. Killed by
 * the signal; then what it had said is given. Rejects when it cannot be started.
 */
export const yoiText = async (
  argv: ReadonlyArray<string>,
  { env, cwd }: Pick<CommandIo, 'env' | 'cwd'>,
  signal: AbortSignal,
): Promise<YoiText> => {
  const child = spawn(process.execPath, [mainFile, ...argv], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  process.once('exit', kill)
  if (signal.aborted) kill()
  const kept = keepNewest([child.stdout, child.stderr])
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => {
    signal.removeEventListener('abort', kill)
    process.off('exit', kill)
  })
  return { ...kept(), code }
}

const keepNewest = (streams: ReadonlyArray<Readable>) => {
  const state = { chunks: [] as Buffer[], size: 0, isCut: false }
  const hear = (chunk: Buffer): void => {
    state.chunks.push(chunk)
    state.size += chunk.length
    while (state.size - (state.chunks[0]?.length ?? 0) >= limits.panelBytesMax) {
      state.size -= state.chunks.shift()?.length ?? 0
      state.isCut = true
    }
  }
  for (const stream of streams) stream.on('data', hear)
  return (): Pick<YoiText, 'text' | 'isCut'> => {
    const text = Buffer.concat(state.chunks).toString('utf8')
    // The first line has lost its beginning.
    return state.isCut
      ? { text: text.slice(text.indexOf('\n') + 1), isCut: true }
      : { text, isCut: false }
  }
}
