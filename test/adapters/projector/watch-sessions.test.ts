import { EventEmitter } from 'node:events'
import { appendFile, copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { type ChokidarOptions, type FSWatcher, watch } from 'chokidar'
import { watchSessions } from '../../../adapters/projector/watch-sessions.js'
import { eventually } from '../../support/eventually.js'
import { projecting } from '../../support/projecting.js'
import { rounds } from '../../support/rounds.js'
import { ownFolder } from '../../support/sample-log.js'
import { ended, firstTurn, paused, someSession, storyLog, wholeTurn } from '../../support/story.js'

const watching = async (t: ExecutionContext, folder: string, open?: typeof watch) => {
  const seen: string[] = []
  const gone: string[] = []
  const troubles: string[] = []
  const { close } = await watchSessions({
    folder,
    onChange: (session) => seen.push(session),
    onGone: (session) => gone.push(session),
    onTrouble: (sentence) => troubles.push(sentence),
    ...(open === undefined ? {} : { open }),
  })
  t.teardown(close)
  return { seen, gone, troubles }
}

for (const gapMs of [0, 2, 10, 30, 60])
  test(`no reader stays stale after bursts with gaps of ${gapMs} ms`, async (t) => {
    const root = await ownFolder(t)
    const story = await storyLog(root, someSession(1))
    const projector = projecting(t, root, story)
    const { close } = await watchSessions({
      folder: join(root, 'sessions'),
      onChange: () => void projector.advance(),
      onGone: () => undefined,
      onTrouble: (sentence) => t.fail(sentence),
    })
    t.teardown(close)

    for (let burst = 0; burst < rounds / 6; burst += 1) {
      for (const group of wholeTurn(burst + 2, 'q', 'a')) {
        await story.add(...group)
        await wait(gapMs)
      }
      const seq = await story.add(paused(burst + 2), ended(burst + 2))
      // It gives up after 2 s, which is not yet for ever.
      await eventually(() => projector.reached(seq))
    }
    t.pass()
  })

test('logs that are there, that come and that go are told', async (t) => {
  const root = await ownFolder(t)
  const there = await storyLog(root, someSession(1))
  const elsewhere = await storyLog(await ownFolder(t), someSession(2), firstTurn(someSession(2)))
  const folder = join(root, 'sessions')
  const { seen, gone, troubles } = await watching(t, folder)
  await eventually(() => seen.includes(there.session))

  const copy = join(folder, `${someSession(2)}.jsonl`)
  await copyFile(elsewhere.path, copy)
  await eventually(() => seen.includes(someSession(2)))
  await rm(copy)
  await eventually(() => gone.includes(someSession(2)))

  t.deepEqual(troubles, [])
})

test('files that are no logs of sessions are passed over', async (t) => {
  const root = await ownFolder(t)
  const story = await storyLog(root, someSession(1))
  const folder = join(root, 'sessions')
  const { seen } = await watching(t, folder)
  await eventually(() => seen.length > 0)

  await writeFile(join(folder, 'notes.jsonl'), 'x')
  await writeFile(join(folder, `${someSession(3)}.jsonl.bak`), 'x')
  await appendFile(story.path, '{"prev')
  const before = seen.length
  await eventually(() => seen.length > before)

  t.deepEqual([...new Set(seen)], [story.session])
})

test('a folder that is not there yet is made and watched', async (t) => {
  const root = await ownFolder(t)
  const { seen } = await watching(t, join(root, 'sessions'))

  await storyLog(root, someSession(1))

  await eventually(() => seen.includes(someSession(1)))
  t.pass()
})

for (const code of ['ENOSPC', 'EMFILE'])
  test(`without watches left (${code}) it polls, says so once, and still sees changes`, async (t) => {
    const root = await ownFolder(t)
    const story = await storyLog(root, someSession(1))
    const modes: (boolean | undefined)[] = []
    const open = (folder: string, options: ChokidarOptions): FSWatcher => {
      modes.push(options.usePolling)
      return options.usePolling === true ? watch(folder, options) : exhausted(code)
    }
    const { seen, troubles } = await watching(t, join(root, 'sessions'), open as typeof watch)
    await eventually(() => seen.length >= 2)

    const before = seen.length
    await story.add(...(wholeTurn(2, 'q', 'a')[0] ?? []))
    await eventually(() => seen.length > before)

    t.deepEqual(modes, [false, true])
    t.is(troubles.length, 1)
    t.regex(troubles[0] ?? '', new RegExp(`\\(${code}\\).*looked at every \\d+ ms`))
  })

// Fails as chokidar does when inotify refuses: more than once, and without getting ready.
const exhausted = (code: string): FSWatcher => {
  const emitter = new EventEmitter()
  const fail = () => emitter.emit('error', Object.assign(new Error('no watches'), { code }))
  setImmediate(() => {
    fail()
    fail()
  })
  return Object.assign(emitter, { close: async () => undefined }) as unknown as FSWatcher
}

test('a second look follows a change', async (t) => {
  const root = await ownFolder(t)
  const story = await storyLog(root, someSession(1))
  const { seen } = await watching(t, join(root, 'sessions'))

  await eventually(() => seen.length >= 2)

  t.deepEqual(seen.slice(0, 2), [story.session, story.session])
})

// A watcher in the hands of the test: it closes when it is let.
const handWatcher = () => {
  const emitter = new EventEmitter()
  const calls = { closed: 0 }
  let letGo = (): void => undefined
  const mayClose = new Promise<void>((resolve) => (letGo = resolve))
  const close = async () => {
    calls.closed += 1
    await mayClose
  }
  const watcher = Object.assign(emitter, { close }) as unknown as FSWatcher
  return { emitter, calls, letGo, watcher }
}

const handWatched = async (t: ExecutionContext) => {
  const [first, second] = [handWatcher(), handWatcher()]
  const opens: (boolean | undefined)[] = []
  const seen: string[] = []
  const starting = watchSessions({
    folder: join(await ownFolder(t), 'sessions'),
    onChange: (session) => seen.push(session),
    onGone: (session) => seen.push(session),
    onTrouble: () => undefined,
    open: ((_: string, { usePolling }: ChokidarOptions) => {
      opens.push(usePolling)
      return usePolling === true ? second.watcher : first.watcher
    }) as typeof watch,
  })
  await eventually(() => opens.length === 1)
  first.emitter.emit('ready')
  return { first, second, opens, seen, watching: await starting }
}

const shortage = () => Object.assign(new Error('no watches'), { code: 'ENOSPC' })

test('a watch that is closed while it falls back to polling starts nothing more', async (t) => {
  const { first, opens, watching } = await handWatched(t)
  first.emitter.emit('error', shortage())

  const closing = watching.close()
  first.letGo()
  await closing

  t.deepEqual(opens, [false])
})

test('a watch that is closed while polling gets ready tells nothing and leaves nothing', async (t) => {
  const { first, second, opens, seen, watching } = await handWatched(t)
  first.emitter.emit('error', shortage())
  first.letGo()
  await eventually(() => opens.length === 2)

  const closing = watching.close()
  const path = `${someSession(1)}.jsonl`
  for (const event of ['add', 'change', 'unlink']) second.emitter.emit(event, path)
  second.emitter.emit('ready')
  second.letGo()
  await closing

  t.deepEqual(seen, [])
  t.is(second.calls.closed, 1)
})

test('polling without descriptors is told once, begins anew, and can be closed meanwhile', async (t) => {
  const { first, second, opens, seen, watching } = await handWatched(t)
  first.emitter.emit('error', shortage())
  first.letGo()
  await eventually(() => opens.length === 2)
  second.letGo()
  second.emitter.emit('error', shortage())
  await eventually(() => opens.length === 3)

  second.emitter.emit('add', `${someSession(1)}.jsonl`)
  t.deepEqual(opens, [false, true, true])
  t.deepEqual([...new Set(seen)], [someSession(1)])
  second.emitter.emit('error', shortage())
  await watching.close()
  t.is(opens.length, 3)
})

// Serial, as what is counted is of the whole thread.
test.serial(
  'one watcher is there whatever became of those before, and none at the end',
  async (t) => {
    const root = await ownFolder(t)
    const story = await storyLog(root, someSession(1))
    const opened: FSWatcher[] = []
    const seen: string[] = []
    const watching = await watchSessions({
      folder: join(root, 'sessions'),
      onChange: (session) => seen.push(session),
      onGone: () => t.fail(),
      onTrouble: () => undefined,
      open: ((folder: string, options: ChokidarOptions) => {
        const watcher = watch(folder, options)
        opened.push(watcher)
        return watcher
      }) as typeof watch,
    })
    const held = () =>
      process.getActiveResourcesInfo().filter((name) => /^(FSEventWrap|StatWatcher)$/.test(name))
    const folderAndLog = (name: string) => eventually(() => String(held()) === `${name},${name}`)
    await folderAndLog('FSEventWrap')

    for (const n of [1, 2, 3]) {
      opened[n - 1]?.emit('error', shortage())
      await eventually(() => opened.length === n + 1)
      await folderAndLog('StatWatcher')
      t.deepEqual(
        opened.map(({ closed }) => closed),
        opened.map((_, at) => at < n),
      )
    }
    const before = seen.length
    await story.add(...(wholeTurn(2, 'q', 'a')[0] ?? []))
    await eventually(() => seen.length > before)

    await watching.close()
    t.deepEqual(held(), [])
  },
)

test('a watch that begins without any descriptors is there all the same', async (t) => {
  const root = await ownFolder(t)
  const { troubles } = await watching(t, join(root, 'sessions'), (() =>
    exhausted('EMFILE')) as typeof watch)
  t.is(troubles.length, 2)
})
