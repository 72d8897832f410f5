import { copyFile, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { sessionsCommand } from '../../../cli/commands/sessions.js'
import { pickerRow } from '../../../cli/screen/pick/picker-row.js'
import { listSessions } from '../../../cli/sessions/list-sessions.js'
import type { Event } from '../../../domain/event/event.js'
import type { RecordRef } from '../../../domain/ids.js'
import { type LogRecord, refOf } from '../../../domain/log/record.js'
import { seal } from '../../../domain/log/seal.js'
import { type ListedSession, usedMs } from '../../../projections/session-row.js'
import { collectedIo } from '../../support/collected-io.js'
import { logText, namedTurn, putLog } from '../../support/many-sessions.js'
import { noLook } from '../../support/no-look.js'
import { projecting, reader } from '../../support/projecting.js'
import { someSession } from '../../support/story.js'
import { tempHome } from '../../support/temp-home.js'

const given = async (t: ExecutionContext) => {
  const home = await tempHome(t)
  const paths = pathsFrom({ YOI_HOME: home })
  await mkdir(paths.sessions, { recursive: true })
  const put = (n: number, cwd = '/work/here') =>
    putLog(paths.sessions, n, logText(namedTurn(n, cwd)))
  const rows = async (limit = 100): Promise<ReadonlyArray<ListedSession>> => {
    const list = await listSessions({ paths, reader, pods: new Map(), limit, look: noLook })
    return E.isRight(list) ? list.right.rows : []
  }
  const numbers = async () => (await rows()).map(({ session }) => Number(session.slice(-12)))
  const text = async () => {
    const io = collectedIo({ env: { YOI_HOME: home } })
    await sessionsCommand(() => async () => E.right([]), noLook).run([], io)
    return io.out()
  }
  return { home, paths, put, rows, numbers, text }
}

test('a log that was copied in with its old time stands in its place', async (t) => {
  const { home, paths, put, numbers } = await given(t)
  for (const n of [10, 20, 30]) put(n)
  const elsewhere = join(home, 'elsewhere.jsonl')
  await rename(put(25), elsewhere)
  t.deepEqual(await numbers(), [30, 20, 10])

  const copy = join(paths.sessions, `${someSession(25)}.jsonl`)
  await copyFile(elsewhere, copy)
  await utimes(copy, 25, 1_700_000_025)

  t.deepEqual(await numbers(), [30, 25, 20, 10])
})

test('of logs that were used at the same time the one that was made last comes first', async (t) => {
  const { put, numbers } = await given(t)
  for (const n of [3, 1, 2]) await utimes(put(n), 5, 1_700_000_005)

  t.deepEqual(await numbers(), [3, 2, 1])
})

test('a log that is gone leaves the list at once, and comes back with the file', async (t) => {
  const { home, paths, put, numbers } = await given(t)
  for (const n of [1, 2]) {
    const story = { session: someSession(n), path: put(n) }
    await projecting(t, join(home, 'data'), story).advance()
  }
  await rm(join(paths.sessions, `${someSession(2)}.jsonl`))
  t.deepEqual(await numbers(), [1])

  put(2)

  t.deepEqual(await numbers(), [2, 1])
})

test('rows of long lists come in the order of their use, whatever takes longer to read', async (t) => {
  const { paths, put, numbers } = await given(t)
  for (let n = 1; n <= 60; n += 1) put(n)
  for (const n of [60, 58, 31, 3])
    putLog(paths.sessions, n, logText(namedTurn(n, '/w', 'あ'.repeat(300_000))))

  t.deepEqual(
    await numbers(),
    Array.from({ length: 60 }, (_, index) => 60 - index),
  )
})

test('folders of one name are told apart by their whole path', async (t) => {
  const { put, text } = await given(t)
  put(1, '/work/a/b-c')
  put(2, '/work/a-b/c')

  t.regex(await text(), /000000000002 .* \/work\/a-b\/c .*\n.*000000000001 .* \/work\/a\/b-c /)
})

test('a folder with a name that would write into the terminal is shown with marks', async (t) => {
  const { put, rows, text } = await given(t)
  put(1, '/work/\u001b[2J\u0007\r\nnext\t\u202e')

  t.is((await rows())[0]?.cwd, '/work/\u001b[2J\u0007\r\nnext\t\u202e')
  t.is((await text()).split('\n').length, 3)
  t.notRegex(await text(), /[\u001b\u0007\r\t\u202e]/)
})

test('the order is that of the times that are shown, whatever was written later', async (t) => {
  const { paths, put, rows, numbers } = await given(t)
  for (const n of [1, 2, 3]) put(n)
  // Copied in or touched: written long after it was used.
  for (const [n, day] of [
    [1, 3],
    [2, 9],
    [3, 6],
  ] as const) {
    const path = join(paths.sessions, `${someSession(n)}.jsonl`)
    const story = await readFile(path, 'utf8')
    await writeFile(path, timed(story, `2026-01-0${day}T00:00:00.000Z`))
  }

  t.deepEqual(await numbers(), [2, 3, 1])
  t.deepEqual(
    (await rows()).map((row) => new Date(usedMs(row)).toISOString().slice(8, 10)),
    ['09', '06', '03'],
  )
  t.deepEqual(
    (await rows(1)).map(({ session }) => session),
    [someSession(2)],
  )
})

/** The same log with all its records at another time. */
const timed = (text: string, at: string): string => {
  const records = text
    .trimEnd()
    .split('\n')
    .map((line): LogRecord => JSON.parse(line))
  let before: RecordRef | undefined
  let lines = ''
  for (const { type, data } of records)
    for (const { line, record } of seal(sha256)([{ type, data } as Event], before, at as never)) {
      lines += `${line}\n`
      before = refOf(record)
    }
  return lines
}

const at = (now: string) => ({ now, home: undefined })

test('a row of the picker says id, age, folder, words, Pod and why it cannot be resumed', async (t) => {
  const { put, rows } = await given(t)
  await utimes(put(1), 5, Date.parse('2026-01-02T03:04:09.678Z') / 1000)
  const [row] = await rows()
  const listed = row as ListedSession

  const shown = JSON.stringify(pickerRow(listed, at('2026-01-02T04:04:09.678Z')))
  for (const part of [
    listed.session.slice(0, 13),
    '1 h ago',
    '/work/here',
    'question 1 → answer 1',
  ])
    t.true(shown.includes(part), part)
  const live = pickerRow({ ...listed, pod: 'lab', live: true }, at(listed.updated ?? ''))
  t.true(JSON.stringify(live).includes('live in lab'))
  const refused = pickerRow({ ...listed, problem: 'so it is', isRefused: true }, at(''))
  t.is(refused.blocked, 'Cannot be resumed: so it is')
})

test('a row whose problem stops no Pod can be picked and still says it', async (t) => {
  const { put, rows } = await given(t)
  put(1)
  const [row] = await rows()

  const shown = pickerRow(
    { ...(row as ListedSession), problem: 'shorter', isRefused: false },
    at(''),
  )

  t.is(shown.blocked, undefined)
  t.is(shown.detail, 'question 1 → answer 1  [shorter]')
})
