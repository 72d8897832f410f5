import test from 'ava'
import { serveLoop } from '../../../cli/pod/serve-loop.js'
import type { SessionId } from '../../../domain/ids.js'
import { breaksAt } from '../../support/failing-log.js'
import { liveSession } from '../../support/live-session.js'
import { call, text } from '../../support/scripted-model.js'
import { toldOf } from '../../support/told.js'

const notAgain = /input.* in the log, so do not send it again; what has come since is not/

test('an input that the log refused is to be sent again, and its sender is told so', async (t) => {
  const session = liveSession({ log: breaksAt(1) })
  const answer = await session.run('one')
  const message = answer._tag === 'Left' ? answer.left.message : ''
  t.regex(message, /was not recorded and nothing was done: send it again/)
  const alert = (await session.nth('alert', 1)).data.message
  t.regex(alert, /tries again every 2 s\.$/)
  t.notRegex(alert, /send/)
  session.log.mend()
  t.is((await session.nth('alert', 2)).data.code, 'storage_recovered', 'it does what it said')
})

test('a client that comes while the log fails is told all that those before it were told', async (t) => {
  const session = liveSession({ log: breaksAt(1) })
  const identity = { yoi: '0', pod: 'a', session: 's' as SessionId, pid: 1 }
  const host = serveLoop(session.loop, identity, { readOnly: false, alerts: () => [] })
  const alerts = () => host.greet().filter(({ event }) => event === 'alert')
  t.deepEqual(alerts(), [])
  await session.run('one')
  const told = await session.nth('alert', 1)
  t.deepEqual(alerts(), [told])
  session.log.mend()
  await session.nth('alert', 2)
  t.deepEqual(alerts(), [])
})

test('a log that breaks in a turn tells nobody to send its input again', async (t) => {
  const session = liveSession({ log: breaksAt(3) })
  await session.run('one')
  ;(await session.model.request(1)).reply([call('Read', { path: 'a' })])
  ;(await session.tools.running(1)).finish({ content: 'what was read' })
  const alert = (await session.nth('alert', 1)).data.message
  t.regex(alert, notAgain)
  t.regex(alert, /tries again every 2 s; then the turn rests and can be resumed/)
  session.log.mend()
  t.is((await session.nth('run_end', 1)).data.result, 'paused', 'it does what it said')
})

test('a Pod that leaves with a broken log says that, and that the turn can be resumed', async (t) => {
  const session = liveSession({ log: breaksAt(4) })
  await session.run('run it')
  ;(await session.model.request(1)).reply([call('Bash', { command: 'make' })])
  await session.tools.running(1)
  await session.ask({ method: 'shutdown', by: 'signal' })
  await session.loop.left
  const alert = (await session.nth('alert', 1)).data.message
  t.regex(alert, notAgain)
  t.regex(alert, /The Pod leaves, and the turn can be resumed in the next one\.$/)
})

test('a Pod at rest that leaves with a broken log speaks of no turn', async (t) => {
  const session = liveSession({ log: breaksAt(3) })
  await session.run('one')
  ;(await session.model.request(1)).reply([text('done')])
  await session.nth('run_end', 1)
  await session.ask({ method: 'shutdown', by: 'signal' })
  await session.loop.left
  t.regex(
    toldOf(session, 'alert')[0]?.data.message ?? '',
    /test asked\. The Pod leaves all the same\.$/,
  )
})

test('projections that lag say why and where', async (t) => {
  const trouble = () => 'the files in /p could not be written (EROFS)'
  const follower = { advance: () => undefined, reached: async () => false, trouble }
  const session = liveSession({ follower })
  await session.run('one')
  ;(await session.model.request(1)).reply([text('done')])
  const { code, message } = (await session.nth('alert', 1)).data
  t.is(code, 'projection_late')
  t.regex(message, /lag behind the log: the files in \/p could not be written \(EROFS\)\.$/)
})
