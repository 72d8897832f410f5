import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { limits } from '../../domain/limits.js'
import { bytesAt } from '../node/bytes-at.js'
import { codeOf } from '../node/code-of.js'
import { crashPoint } from '../node/crash-point.js'
import { messageOf } from '../node/message-of.js'
import { openRegular } from '../node/open-regular.js'
import { privateFolder } from '../node/private-folder.js'
import { tryLock } from '../node/try-lock.js'
import { whenFilesRunOut } from '../node/when-files-run-out.js'
import { writeCure } from '../node/write-cure.js'

/**
 * `guard_held`: another holder kept it for too long. `guard_failed`: the guard cannot be used, or
 * the action threw. `message` is one sentence.
 */
export type LockFailure = {
  readonly code: 'guard_held' | 'guard_failed'
  readonly message: string
}

/**
 * Runs an action while this process alone holds the guard. The guard is a file (0600) that is never
 * replaced or removed; its first line says who holds it, and the kernel frees it at any death.
 * Waits at most `limits.lockWaitMs`, then fails naming the holder.
 */
export const withGuard = <A>(
  guardPath: string,
  holder: string,
  action: () => Promise<A>,
): TaskEither<LockFailure, A> => withGuardFor(limits.lockWaitMs)(guardPath, holder, action)

/** `withGuard` with a wait of its own, in milliseconds. */
export const withGuardFor =
  (waitMs: number) =>
  <A>(guardPath: string, holder: string, action: () => Promise<A>): TaskEither<LockFailure, A> =>
  async () => {
    let handle: FileHandle | undefined
    try {
      handle = await openGuard(guardPath)
      if (!(await lockWithin(handle, waitMs))) return E.left(await held(guardPath, handle, waitMs))
      crashPoint('guard.taken')
      await sign(handle, holder)
      crashPoint('guard.signed')
      const value = await action()
      crashPoint('guard.done')
      return E.right(value)
    } catch (error) {
      return E.left(guardFailure(guardPath, error))
    } finally {
      await handle?.close()
    }
  }

const openGuard = async (path: string): Promise<FileHandle> => {
  await privateFolder(dirname(path))
  return openRegular(path, constants.O_RDWR | constants.O_CREAT)
}

const firstPauseMs = 20
const longestPauseMs = 100

// Polled: a call that blocks would take one of the few threads of the pool for as long.
const lockWithin = async (handle: FileHandle, waitMs: number): Promise<boolean> => {
  const end = performance.now() + waitMs
  let pauseMs = firstPauseMs
  while (!tryLock(handle.fd)) {
    const leftMs = end - performance.now()
    if (leftMs <= 0) return false
    await sleep(Math.min(pauseMs, leftMs))
    pauseMs = Math.min(pauseMs * 1.25, longestPauseMs)
  }
  return true
}

// Written before it is cut to length, so that whoever reads meanwhile finds a name.
const sign = async (handle: FileHandle, holder: string): Promise<void> => {
  const line = Buffer.from(`${holder.replaceAll('\n', ' ')}\n`)
  await handle.write(line, 0, line.length, 0)
  await handle.truncate(line.length)
}

const held = async (path: string, handle: FileHandle, waitMs: number): Promise<LockFailure> => ({
  code: 'guard_held',
  message:
    `The registry's guard ${path} has been held for ${waitMs} ms by ` +
    `${(await signature(handle)) ?? 'a process that left no name'}; ` +
    'if that process is stopped, let it go on or end it, then try again.',
})

const signature = async (handle: FileHandle): Promise<string | undefined> => {
  const beginning = await bytesAt(handle, 0, signatureBytesMax)
  const [first] = beginning.toString('utf8').split('\n')
  return first === '' ? undefined : first
}

const signatureBytesMax = 1024

/** Why the guard cannot be used, from the error that said so. */
export const guardFailure = (path: string, error: unknown): LockFailure => ({
  code: 'guard_failed',
  message:
    `The registry could not be used under its guard ${path} ` +
    `(${messageOf(error)}); ${adviceFor(error, path)}.`,
})

const adviceFor = (error: unknown, path: string): string => {
  const advice = whenFilesRunOut(messageOf(error))
  if (advice !== undefined) return advice
  switch (codeOf(error)) {
    case 'EFBIG':
      return `${writeCure(error)}, and try again`
    case 'ENOSPC':
    case 'EDQUOT':
      return 'make room on that disk and try again'
    case 'NOT_A_FILE':
      return 'move that away and try again'
    case 'NO_LOCKS':
      return 'run npm install again on this machine'
    default:
      return isClosed(error, path) ? 'make it writable for you: chmod 600 it' : ofFolder
  }
}

// Only of the guard itself: what the action may not do is told by its own error.
const isClosed = (error: unknown, path: string): boolean =>
  codeOf(error) === 'EACCES' && (error as NodeJS.ErrnoException).path === path

const ofFolder = 'check that its folder is yours and lies on a local disk, or set YOI_HOME'
