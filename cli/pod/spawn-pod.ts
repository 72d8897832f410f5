import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, type FileHandle, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { codeOf } from '../../adapters/node/code-of.js'
import { messageOf } from '../../adapters/node/message-of.js'
import type { Paths } from '../../adapters/node/paths.js'
import { privateFolder } from '../../adapters/node/private-folder.js'
import { whenFilesRunOut } from '../../adapters/node/when-files-run-out.js'
import { writeCure } from '../../adapters/node/write-cure.js'
import { mainFile } from '../main-file.js'
import { isGone } from '../session-folder.js'
import { type Ready, readReadyLine } from './ready-line.js'

/** A Pod process that serves. `gone` resolves when it has ended. */
export type SpawnedPod = { readonly ready: Ready; readonly gone: Promise<void> }

export type SpawnOptions = {
  /** What follows `yoi pod`. */
  readonly argv: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly paths: Paths
  /** It ends in order when this process does, however that ends. */
  readonly endsWithCaller?: boolean
}

/**
 * Starts a Pod in a process group of its own, so that no key reaches it and it outlives its caller
 * unless that is unwanted, and waits for its ready line. What it says on stderr later goes to
 * `run/<pod>/stderr.log`. Left: the sentence that it failed with.
 */
export const spawnPod = async (options: SpawnOptions): Promise<E.Either<string, SpawnedPod>> => {
  try {
    return await spawned(options)
  } catch (error) {
    return E.left(`The Pod could not be started: ${reasonOf(error, options)}.`)
  }
}

const reasonOf = (error: unknown, { cwd }: SpawnOptions): string => {
  const message = messageOf(error)
  const advice = whenFilesRunOut(message)
  if (advice !== undefined) return `there are too many open files (${message}); ${advice}`
  // The system tells this of the program when it is the folder that is not there.
  return existsSync(cwd)
    ? message
    : `the folder ${cwd} ${isGone(cwd)}; make it again, or start yoi elsewhere`
}

const spawned = async (options: SpawnOptions): Promise<E.Either<string, SpawnedPod>> => {
  const { paths } = options
  const complaints = join(paths.run, `.starting-${randomBytes(6).toString('hex')}.log`)
  const file = await complaintsFile(complaints)
  const { line, gone } = await begun(options, file)
    .catch(async (error: unknown) => {
      await rm(complaints, { force: true })
      throw error
    })
    .finally(() => file.close())
  const ready = line === undefined ? E.left(undefined) : readReadyLine(line)
  if (E.isLeft(ready)) return E.left(ready.left ?? (await takeComplaint(complaints)))
  await keepComplaints(complaints, ready.right.pod, paths)
  return E.right({ ready: ready.right, gone })
}

const complaintsFile = async (path: string): Promise<FileHandle> => {
  const folder = dirname(path)
  try {
    await privateFolder(folder)
    const file = await open(path, 'ax', 0o600)
    // Whatever the umask.
    await file.chmod(0o600)
    return file
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
    throw new Error(
      `the folder ${folder} is not writable for you (${messageOf(error)}): ${writeCure(error)}, or ` +
        'set YOI_HOME to a folder of yours',
    )
  }
}

type Begun = { readonly line: string | undefined; readonly gone: Promise<void> }

/** Rejects with the system's error when there is no process. */
const begun = async (options: SpawnOptions, { fd }: FileHandle): Promise<Begun> => {
  const child = start(options, fd)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { line: await firstLine(child, gone), gone }
}

const start = (options: SpawnOptions, stderr: number): ChildProcess => {
  const { argv, cwd, env, endsWithCaller = false } = options
  const bond = endsWithCaller ? ['--till-stdin-ends'] : []
  return spawn(process.execPath, [mainFile, 'pod', ...bond, ...argv], {
    cwd,
    env: { ...env },
    detached: true,
    stdio: [endsWithCaller ? 'pipe' : 'ignore', 'pipe', stderr],
  })
}

/** The first line on stdout; nothing when the process ends without one. */
const firstLine = (child: ChildProcess, gone: Promise<void>): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.once('error', reject)
    child.stdout?.on('data', (chunk) => {
      said += String(chunk)
      if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n')))
    })
    void gone.then(() => resolve(undefined))
  })

const takeComplaint = async (file: string): Promise<string> => {
  const words = (await readFile(file, 'utf8')).trim().replace(/^yoi: /, '')
  const said = words === '' ? await wordless(file) : words
  await rm(file, { force: true })
  return said
}

// What it said went into this file; nothing comes out of a full disk, or above a limit of sizes.
const wordless = async (file: string): Promise<string> => {
  const folder = dirname(file)
  const start = 'The Pod could not start'
  if ((await statfs(folder)).bavail === 0)
    return `${start}: the disk that holds ${folder} is full: make room, then call yoi again.`
  try {
    await appendFile(file, 'Is there room?\n')
    return 'The Pod ended before it was ready, without a word.'
  } catch (error) {
    return (
      `${start}: nothing can be written in ${folder} (${messageOf(error)}): ` +
      `${writeCure(error)}, then call yoi again.`
    )
  }
}

const keepComplaints = async (file: string, pod: string, paths: Paths): Promise<void> => {
  const folder = join(paths.run, pod)
  await privateFolder(folder)
  // Where something else has the name they stay where they are: the Pod serves all the same.
  await rename(file, join(folder, 'stderr.log')).catch(() => undefined)
}

/** The overlay that names a Pod; TOML reads a JSON string as it is. */
export const nameOverlay = (pod: string): string => `pod.name = ${JSON.stringify(pod)}`
