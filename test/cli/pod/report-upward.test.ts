import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { reportUpward } from '../../../cli/pod/report-upward.js'
import { eventually } from '../../support/eventually.js'
import { tempFolder } from '../../support/tool-bench.js'

// Takes every connection and says nothing.
const silentParent = (t: ExecutionContext) => {
  const path = join(tempFolder(t), 'silent')
  const seen = { came: 0, open: 0 }
  const server = createServer((socket) => {
    seen.came += 1
    seen.open += 1
    socket.on('error', () => undefined).on('close', () => (seen.open -= 1))
    socket.resume()
  }).listen(path)
  t.teardown(() => server.close())
  return { path, seen }
}

test('a silent parent is waited for once at the end, however many reports there were', async (t) => {
  const { path, seen } = silentParent(t)
  const reporter = reportUpward(path, 'child')
  for (let turn = 0; turn < 5; turn += 1) reporter.hear({ event: 'shutdown', data: { by: 'x' } })

  await reporter.close()

  // One that had its whole time, and at most the next that was begun when the end had come.
  t.true(seen.came >= 1 && seen.came <= 2, `${seen.came} reports were waited for`)
})

test('a report that is not answered leaves no connection behind', async (t) => {
  const { path, seen } = silentParent(t)
  const reporter = reportUpward(path, 'child')
  reporter.hear({ event: 'shutdown', data: { by: 'x' } })

  await eventually(() => seen.came === 1)
  await eventually(() => seen.open === 0)

  t.is(seen.came, 1, 'it is sent once')
})
