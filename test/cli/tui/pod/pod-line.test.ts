import test from 'ava'
import type { Message } from '../../../../cli/tui/message.js'
import type { ClientConnection } from '../../../../cli/tui/pod/connection.js'
import { createPodLine } from '../../../../cli/tui/pod/pod-line.js'
import type { Notification } from '../../../../domain/protocol/notification.js'
import { attached, idle, told } from '../../../support/tui-given.js'

/** A connection whose other end is the test. */
const wired = () => {
  const ends = { notify: (_: Notification) => {}, closed: (_?: string) => {}, closes: 0 }
  const connection: ClientConnection = {
    send: () => undefined,
    onNotification: (listener) => void (ends.notify = listener),
    onClose: (listener) => void (ends.closed = listener),
    close: () => void (ends.closes += 1),
  }
  return { ends, connection }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A line that reaches these connections one after the other. */
const given = (...reached: ReadonlyArray<Promise<ClientConnection | 'gone'>>) => {
  const left = [...reached]
  const heard: Message[] = []
  const line = createPodLine(
    {
      connect: () => left.shift() ?? Promise.resolve('gone' as const),
      startAgain: async () => undefined,
      monotonicMs: () => 0,
    },
    (message) => heard.push(message),
  )
  return { line, heard, types: () => heard.map(({ type }) => type) }
}

test('after a drop the old connection is closed, and only the new one is read', async (t) => {
  const [first, second] = [wired(), wired()]
  const { line, heard, types } = given(
    Promise.resolve(first.connection),
    Promise.resolve(second.connection),
  )
  line.connect(0)
  await settled()
  first.ends.notify(told(idle))
  first.ends.closed('The Pod closed it.')
  t.is(first.ends.closes, 1)
  line.connect(0)
  await settled()
  // given what the first reader still had in its hands
  first.ends.notify(told(idle))
  first.ends.closed('once more')
  t.deepEqual(types(), ['Connected', 'Notified', 'Disconnected', 'Connected'])
  second.ends.notify(told(idle))
  t.is(heard.at(-1)?.type, 'Notified')
  t.is(second.ends.closes, 0)
})

test('of two ways to the Pod that both lead there one is read and the other closed', async (t) => {
  const [first, second] = [wired(), wired()]
  const { line, types } = given(
    Promise.resolve(first.connection),
    Promise.resolve(second.connection),
  )
  line.connect(0)
  line.connect(0)
  await settled()
  t.deepEqual([first.ends.closes, second.ends.closes], [0, 1])
  second.ends.notify(told(idle))
  t.deepEqual(types(), ['Connected'])
})

test('a Pod that is started again is read alone', async (t) => {
  const [first, second] = [wired(), wired()]
  const { line, types } = given(
    Promise.resolve(first.connection),
    Promise.resolve(second.connection),
  )
  line.connect(0)
  await settled()
  line.startAgain(attached())
  await settled()
  first.ends.notify(told(idle))
  t.is(first.ends.closes, 1)
  t.deepEqual(types(), ['Connected', 'Connected'])
})

test('a sign of the Pod is followed at once while there is no line, and by nothing else', async (t) => {
  const [first, second] = [wired(), wired()]
  const signs: Array<() => void> = []
  let watches = 0
  const left = [first.connection, second.connection]
  const heard: Message[] = []
  const line = createPodLine(
    {
      connect: async () => left.shift() ?? 'gone',
      startAgain: async () => undefined,
      monotonicMs: () => 0,
      awaitPod: (came) => {
        watches += 1
        signs.push(came)
        return () => void (watches -= 1)
      },
    },
    (message) => heard.push(message),
  )
  line.connect(0)
  await settled()
  t.is(watches, 0)
  first.ends.closed('The Pod closed it.')
  t.is(watches, 1)
  signs[0]?.()
  signs[0]?.()
  await settled()
  t.is(watches, 0)
  const types = ['Connected', 'Disconnected', 'Connected']
  t.deepEqual(
    heard.map(({ type }) => type),
    types,
  )
  // A sign that comes late says nothing new.
  signs[0]?.()
  await settled()
  t.deepEqual(
    heard.map(({ type }) => type),
    types,
  )
  second.ends.closed()
  t.is(watches, 1)
  line.close()
  t.is(watches, 0)
})

test('what is reached when the screen is over is closed, and nothing is told', async (t) => {
  const late = wired()
  const { line, heard } = given(Promise.resolve(late.connection))
  line.connect(0)
  line.close()
  await settled()
  t.is(late.ends.closes, 1)
  t.deepEqual(heard, [])
})
