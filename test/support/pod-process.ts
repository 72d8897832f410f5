import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OfflineScript } from '../../adapters/model/offline/script.js'
import type { LogRecord } from '../../domain/log/record.js'
import { type PodClient, podClient } from './pod-client.js'
import { startYoi, type YoiPlace, type YoiProcess, type YoiWorld } from './yoi-process.js'

/** What a Pod said when it was ready. */
export type ReadyPod = {
  readonly pod: string
  readonly session: string
  readonly socket: string
  readonly pid: number
}

/** A Pod process of a test, and a client of it. */
export type PodProcess = ReadyPod & {
  readonly process: YoiProcess
  readonly client: PodClient
  /** One more client. */
  readonly connect: () => Promise<PodClient>
}

export type PodStart = YoiPlace & {
  readonly overlays?: ReadonlyArray<string>
  readonly argv?: ReadonlyArray<string>
}

/**
 * Starts `yoi pod` with the offline model at full speed, and connects when it is ready. It ends with
 * the test's process, however that ends: a run that is cut off has no teardown.
 */
export const startPod = async (world: YoiWorld, start: PodStart = {}): Promise<PodProcess> => {
  const { overlays = [], argv = [], ...place } = start
  const all = ['offline.delay_ms = 0', ...overlays].flatMap((toml) => ['--overlay', toml])
  const bound = ['--till-stdin-ends', ...argv, ...all]
  const process = startYoi(world, ['pod', ...bound], { ...place, stdin: 'pipe' })
  const isReady = () => process.stdout().includes('\n')
  let isOver = false
  void process.ended.then(() => (isOver = true))
  await process.until(() => isReady() || isOver, 'a ready line')
  if (!isReady()) throw new Error(`the Pod ended: ${process.stderr()}`)
  const { ready } = JSON.parse(process.stdout()) as { readonly ready: ReadyPod }
  const connect = () => podClient(world.t, ready.socket)
  return { ...ready, process, connect, client: await connect() }
}

/** The overlay of a script for the offline model, kept in a file of this world. */
export const scripted = async (world: YoiWorld, script: OfflineScript): Promise<string> => {
  const path = join(world.home, `script-${crypto.randomUUID()}.json`)
  await writeFile(path, JSON.stringify(script))
  return `offline.script = ${JSON.stringify(path)}`
}

/** The path of a session's log. */
export const logOf = (world: YoiWorld, session: string): string =>
  join(world.yoiHome, 'data', 'sessions', `${session}.jsonl`)

/** The log of the one session that there is. */
export const onlyLog = (world: YoiWorld): string => {
  const folder = join(world.yoiHome, 'data', 'sessions')
  const [name, ...more] = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  if (name === undefined || more.length > 0) throw new Error(`not one session: ${name} ${more}`)
  return join(folder, name)
}

/** The id of the one session that there is. */
export const onlySession = (world: YoiWorld): string => basename(onlyLog(world), '.jsonl')

/** The whole records of a log, split at LF only; none before the first thing happens. */
export const recordsIn = (path: string): ReadonlyArray<LogRecord> =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as LogRecord)
    : []

/** The types of a log's events, in order. */
export const typesIn = (path: string): ReadonlyArray<string> =>
  recordsIn(path).map(({ type }) => type)

/** The records of one type. */
export const recordsOf = <K extends LogRecord['type']>(
  path: string,
  type: K,
): ReadonlyArray<Extract<LogRecord, { readonly type: K }>> =>
  recordsIn(path).filter(
    (record): record is Extract<LogRecord, { readonly type: K }> => record.type === type,
  )
