import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { awaitSocket } from '../../../../cli/screen/show/await-socket.js'
import { eventually } from '../../../support/eventually.js'
import { tempHome } from '../../../support/temp-home.js'

const serve = async (t: ExecutionContext, path: string): Promise<void> => {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(path, resolve))
  t.teardown(() => server.close())
}

/** What is told of a socket from now on; told no more after the test. */
const awaited = (t: ExecutionContext, path: string) => {
  const told = { times: 0 }
  t.teardown(awaitSocket(path, () => void (told.times += 1)))
  return told
}

test('a socket that is made in its folder is told', async (t) => {
  const folder = join(await tempHome(t), 'pod')
  await mkdir(folder)
  const told = awaited(t, join(folder, 's'))
  await serve(t, join(folder, 's'))
  await eventually(() => told.times > 0)
  t.pass()
})

test('a socket is told whose folder went with the Pod before, or was never there', async (t) => {
  const home = await tempHome(t)
  const folder = join(home, 'pod')
  for (const isThere of [true, false]) {
    if (isThere) await mkdir(folder)
    const told = awaited(t, join(folder, 's'))
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    await eventually(() => told.times > 0)
    const before = told.times
    await serve(t, join(folder, 's'))
    await eventually(() => told.times > before)
    await rm(folder, { recursive: true })
  }
  t.pass()
})

test('where there is nothing to watch nothing is told, and nothing throws', async (t) => {
  const told = awaited(t, join(await tempHome(t), 'no', 'where', 's'))
  t.is(told.times, 0)
})
