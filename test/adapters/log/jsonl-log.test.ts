import { appendFileSync } from 'node:fs'
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { type JsonlLog, jsonlLog } from '../../../adapters/log/jsonl-log.js'
import type { JsonlLogOptions } from '../../../adapters/log/new-writer.js'
import { quarantineName } from '../../../adapters/log/quarantine.js'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { RecordRef } from '../../../domain/ids.js'
import { eventLogContract } from '../../contract/event-log.js'
import { type FaultPlan, faultyLogFiles } from '../../support/faulty-log-files.js'
import { type LoadedLog, loadLog } from '../../support/load-log.js'
import {
  bytesOf,
  linesOf,
  note,
  ownFolder,
  sampleGroups,
  sampleSession,
  sampleTime,
  sealAll,
} from '../../support/sample-log.js'

type Place = { readonly path: string; readonly quarantineFolder: string }

const placeFor = async (t: ExecutionContext): Promise<Place> => {
  const folder = await ownFolder(t)
  const path = join(folder, 'sessions', `${sampleSession}.jsonl`)
  return { path, quarantineFolder: join(folder, 'quarantine') }
}

const contentOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}

const opened = (t: ExecutionContext, options: JsonlLogOptions): JsonlLog => {
  const log = jsonlLog(options)
  t.teardown(() => log.close())
  return log
}

const loaded = async (path: string): Promise<LoadedLog> => {
  const log = await loadLog(logReader(sha256), path)()
  if (E.isLeft(log)) throw new Error(`line ${log.left.line}: ${log.left.message}`)
  return log.right
}

/** A log with the sample groups in it, and what a Pod that carries it on would pass. */
const existing = async (t: ExecutionContext, tail: Uint8Array = Buffer.alloc(0)) => {
  const place = await placeFor(t)
  await mkdir(join(place.path, '..'))
  await writeFile(place.path, Buffer.concat([bytesOf(linesOf(sealAll(sampleGroups))), tail]))
  const log = await loaded(place.path)
  const kept = quarantineName(sampleSession, log.size, sampleTime)
  const torn = log.tail && { ...log.tail, kept }
  return { ...place, size: log.size, tip: log.tip, tail: torn }
}

const batch = (texts: ReadonlyArray<string>, tip?: RecordRef): ReadonlyArray<string> =>
  linesOf(sealAll([texts.map(note)], tip))

const codeOf = (result: E.Either<{ readonly code: string }, void>): string =>
  E.isLeft(result) ? result.left.code : 'done'

eventLogContract('jsonl log', async (t) => {
  const place = await placeFor(t)
  let broken = false
  const failing = ['write', 'open', 'makeFolder']
  const { files } = faultyLogFiles((call) =>
    broken && failing.includes(call) ? 'ENOSPC' : undefined,
  )
  return {
    log: jsonlLog({ ...place, size: 0, files }),
    lines: async () => (await contentOf(place.path)).split('\n').slice(0, -1),
    breakDown: () => {
      broken = true
    },
    mend: () => {
      broken = false
    },
  }
})

test('a new log is made by its first batch, closed to others, in closed folders', async (t) => {
  const place = await placeFor(t)
  const log = opened(t, { ...place, size: 0 })
  t.is(await contentOf(place.path), '')
  const lines = batch(['a', 'b'])
  t.is(codeOf(await log.append(lines)()), 'done')
  t.is(await contentOf(place.path), `${lines.join('\n')}\n`)
  t.is((await stat(place.path)).mode & 0o777, 0o600)
  t.is((await stat(join(place.path, '..'))).mode & 0o777, 0o700)
})

test('a new log is made durable in order: written, synced, then its folder', async (t) => {
  const { files, calls } = faultyLogFiles(() => undefined)
  const log = opened(t, { ...(await placeFor(t)), size: 0, files })
  await log.append(batch(['a']))()
  t.deepEqual(
    calls.filter((call) => call !== 'size'),
    ['makeFolder', 'open', 'write', 'datasync', 'syncFolder'],
  )
})

test('a batch is one write and one sync, and opens nothing', async (t) => {
  const { files, calls } = faultyLogFiles(() => undefined)
  const log = opened(t, { ...(await placeFor(t)), size: 0, files })
  await log.append(batch(['first']))()
  for (const texts of [['a'], ['b', 'c'], Array.from({ length: 64 }, (_, n) => `${n}`)]) {
    const before = calls.length
    await log.append(batch(texts))()
    t.deepEqual(calls.slice(before), ['size', 'write', 'size', 'datasync'])
  }
})

test('opening and closing without an append changes nothing and makes nothing', async (t) => {
  const place = await placeFor(t)
  const fresh = jsonlLog({ ...place, size: 0 })
  await fresh.reopen()()
  await fresh.close()
  t.deepEqual(await readdir(join(place.path, '../..')), [])

  const old = await existing(t, Buffer.from('{"torn'))
  await utimes(old.path, 1000, 1000)
  const before = await stat(old.path, { bigint: true })
  const log = jsonlLog(old)
  await log.reopen()()
  await log.close()
  const after = await stat(old.path, { bigint: true })
  t.deepEqual(
    [after.mtimeNs, after.size, after.ctimeNs],
    [before.mtimeNs, before.size, before.ctimeNs],
  )
})

test('a log that is there is not made again, even an empty one', async (t) => {
  const place = await placeFor(t)
  await mkdir(join(place.path, '..'))
  await writeFile(place.path, '')
  const log = opened(t, { ...place, size: 0 })
  t.is(codeOf(await log.append(batch(['a']))()), 'create_failed')
  t.is((await stat(place.path)).size, 0)
})

test('a log that has gone is not made anew behind its back', async (t) => {
  const old = await existing(t)
  const log = opened(t, { ...old, path: `${old.path}.gone` })
  t.is(codeOf(await log.append(batch(['a'], old.tip))()), 'write_failed')
  t.is(await contentOf(`${old.path}.gone`), '')
})

test('a log that is removed, or replaced by another file, takes no batch more', async (t) => {
  for (const how of ['removed', 'replaced'] as const) {
    const old = await existing(t)
    const log = opened(t, old)
    t.is(codeOf(await log.append(batch(['mine'], old.tip))()), 'done')
    const content = await readFile(old.path)
    if (how === 'replaced') await writeFile(`${old.path}.new`, content)
    await (how === 'removed' ? rm(old.path) : rename(`${old.path}.new`, old.path))
    const refused = await log.append(batch(['lost']))()
    t.true(E.isLeft(refused) && refused.left.message.includes('its file was moved or removed'), how)
    t.is(codeOf(await log.reopen()()), how === 'removed' ? 'write_failed' : 'done')
    if (how === 'removed') await writeFile(old.path, content)
    t.is(codeOf(await log.reopen()()), 'done', 'it goes on where the file is there again')
  }
})

test('a log that is held is locked before anything is appended, and nothing changes', async (t) => {
  const old = await existing(t, Buffer.from('{"torn'))
  const before = await stat(old.path, { bigint: true })
  const first = opened(t, old)
  t.is(await first.hold(), undefined)
  t.is(await first.hold(), undefined)
  const second = opened(t, old)
  t.regex((await second.hold())?.message ?? '', /another process holds its lock/)
  const after = await stat(old.path, { bigint: true })
  t.deepEqual(
    [after.mtimeNs, after.ctimeNs, after.size],
    [before.mtimeNs, before.ctimeNs, before.size],
  )
  t.is(codeOf(await first.append(batch(['mine'], old.tip))()), 'done')
  await first.close()
  t.regex((await second.hold())?.message ?? '', /its last line is another one|bytes/)
})

test('holding a log that cannot be opened, or is not there yet, is no failure', async (t) => {
  const old = await existing(t)
  t.is(await opened(t, { ...old, path: `${old.path}.gone` }).hold(), undefined)
  const fresh = opened(t, { ...(await placeFor(t)), size: 0 })
  t.is(await fresh.hold(), undefined)
  t.is(codeOf(await fresh.append(batch(['a']))()), 'done')
})

test('a log is carried on behind its tip and the chain holds', async (t) => {
  const old = await existing(t)
  const log = opened(t, old)
  t.is(codeOf(await log.append(batch(['more'], old.tip))()), 'done')
  const now = await loaded(old.path)
  t.is(now.records.length, 7)
  t.is(log.size(), now.size)
})

test('a torn tail is moved to quarantine before the first write and the log goes on', async (t) => {
  const nextGroup = bytesOf(batch(['x', 'y', 'z'], (await existing(t)).tip))
  const tails = [
    Buffer.from('{"pr'),
    Buffer.alloc(5000),
    Buffer.from([0xff]),
    nextGroup.subarray(0, -1),
  ]
  for (const tail of tails) {
    const old = await existing(t, tail)
    const log = opened(t, old)
    t.is(codeOf(await log.append(batch(['on'], old.tip))()), 'done')
    const now = await loaded(old.path)
    t.is(now.records.length, 7)
    t.is(now.tail, undefined)
    const kept = join(old.quarantineFolder, old.tail?.kept ?? '')
    t.deepEqual(await readFile(kept), tail)
    t.is((await stat(kept)).mode & 0o777, 0o600)
    t.is((await stat(old.quarantineFolder)).mode & 0o777, 0o700)
  }
})

test('a log whose torn tail cannot be kept is not open again before it can', async (t) => {
  const old = await existing(t, Buffer.from('{"pr'))
  const log = opened(t, old)
  await writeFile(old.quarantineFolder, 'in the way')
  t.is(codeOf(await log.append(batch(['on'], old.tip))()), 'write_failed')
  t.is(codeOf(await log.reopen()()), 'write_failed')
  await rm(old.quarantineFolder)
  t.is(codeOf(await log.reopen()()), 'done')
  t.is((await loaded(old.path)).tail?.length, 4)
  t.is(codeOf(await log.append(batch(['on'], old.tip))()), 'done')
  t.is((await loaded(old.path)).records.length, 7)
})

test('a log that never happened begins anew in its own file', async (t) => {
  const place = await placeFor(t)
  await mkdir(join(place.path, '..'))
  for (const bytes of [Buffer.alloc(4096), bytesOf(batch(['lost'])).subarray(0, 60)]) {
    await writeFile(place.path, bytes)
    const { size, tip, tail } = await loaded(place.path)
    const kept = quarantineName(sampleSession, size, sampleTime)
    const log = opened(t, { ...place, size, tip, tail: tail && { ...tail, kept } })
    t.is(codeOf(await log.append(batch(['first']))()), 'done')
    await log.close()
    t.is((await loaded(place.path)).records.length, 1)
    t.deepEqual(await readFile(join(place.quarantineFolder, kept)), bytes)
  }
})

test('a kept tail tells session, offset and time', (t) => {
  const name = quarantineName(sampleSession, 1234, sampleTime)
  t.is(name, `${sampleSession}-1234-2026-01-02T03-04-05.678Z.tail`)
})

test('an intruder is noticed before the next batch and nothing of his is overwritten', async (t) => {
  const old = await existing(t)
  const log = opened(t, old)
  await log.append(batch(['mine'], old.tip))()
  await appendFile(old.path, 'intruder\n')
  const content = await contentOf(old.path)
  t.is(codeOf(await log.append(batch(['more']))()), 'intruder')
  t.is(codeOf(await log.append(batch(['more']))()), 'poisoned')
  t.is(codeOf(await log.reopen()()), 'intruder')
  t.is(await contentOf(old.path), content)
})

test('an intruder between the check and the write is noticed before the batch counts', async (t) => {
  const old = await existing(t)
  let intrude = false
  const { files } = faultyLogFiles((call) => {
    if (intrude && call === 'write') appendFileSync(old.path, 'intruder\n')
    return undefined
  })
  const log = opened(t, { ...old, files })
  intrude = true
  t.is(codeOf(await log.append(batch(['mine'], old.tip))()), 'intruder')
  t.true((await contentOf(old.path)).includes('intruder\n'))
  t.is(log.size(), old.size)
})

test('a log that was cut, replaced or has another tail is an intrusion', async (t) => {
  const cut = await existing(t)
  await truncate(cut.path, cut.size - 1)
  t.is(codeOf(await opened(t, cut).append(batch(['a']))()), 'intruder')

  const replaced = await existing(t)
  const other = bytesOf(linesOf(sealAll([[note('other')]])))
  await writeFile(replaced.path, Buffer.concat([Buffer.alloc(replaced.size - other.length), other]))
  t.is(codeOf(await opened(t, replaced).append(batch(['a']))()), 'intruder')

  const torn = await existing(t, Buffer.from('{"torn'))
  await truncate(torn.path, torn.size)
  await appendFile(torn.path, '{"TORN')
  t.is(codeOf(await opened(t, torn).append(batch(['a']))()), 'intruder')
  t.true((await contentOf(torn.path)).endsWith('{"TORN'))
})

test('a second writer of one log is refused, naming what holds it', async (t) => {
  const old = await existing(t)
  const first = opened(t, old)
  await first.append(batch(['mine'], old.tip))()
  const now = await loaded(old.path)
  const second = opened(t, { ...old, size: now.size, tip: now.tip })
  const refused = await second.append(batch(['yours'], now.tip))()
  t.true(E.isLeft(refused) && refused.left.message.includes('another process holds its lock'))
  await first.close()
  t.is(codeOf(await second.reopen()()), 'done')
  t.is(codeOf(await second.append(batch(['yours'], now.tip))()), 'done')
})

test('short writes give the same file', async (t) => {
  const place = await placeFor(t)
  const { files, calls } = faultyLogFiles((call) => (call === 'write' ? 'short' : undefined))
  const log = opened(t, { ...place, size: 0, files })
  const lines = batch(['日本語'])
  t.is(codeOf(await log.append(lines)()), 'done')
  t.is(await contentOf(place.path), `${lines.join('\n')}\n`)
  t.is(calls.filter((call) => call === 'datasync').length, 1)
})

test('a failed sync is never tried again on the same descriptor', async (t) => {
  let failed = false
  const plan: FaultPlan = (call) => {
    if (call !== 'datasync' || failed) return undefined
    failed = true
    return 'EIO'
  }
  const old = await existing(t)
  const { files, calls } = faultyLogFiles(plan)
  const log = opened(t, { ...old, files })
  t.is(codeOf(await log.append(batch(['a'], old.tip))()), 'sync_failed')
  t.is(codeOf(await log.append(batch(['a'], old.tip))()), 'poisoned')
  t.is((await loaded(old.path)).size, old.size)
  t.is(codeOf(await log.reopen()()), 'done')
  t.is(codeOf(await log.append(batch(['b'], old.tip))()), 'done')
  const syncs = calls.filter((call) => call === 'datasync' || call === 'open')
  t.deepEqual(syncs, ['open', 'datasync', 'open', 'datasync', 'datasync'])
})
