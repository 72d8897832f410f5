import { connect } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { Method } from '../../domain/protocol/method.js'
import type { Notification, NotificationOf } from '../../domain/protocol/notification.js'

/** A client of a Pod that shares no code with ours: it splits at LF, parses and remembers. */
export type PodClient = {
  /** Everything heard so far, in order. */
  readonly heard: ReadonlyArray<Notification>
  readonly send: (method: Method) => void
  /** Sends with an id and resolves with the answer: `ack` or `error`. */
  readonly ask: (method: Method) => Promise<NotificationOf<'ack' | 'error'>>
  readonly run: (words: string) => Promise<NotificationOf<'ack' | 'error'>>
  /** Resolves with the first one of this kind that fits, among those heard from index `from`. */
  readonly waitFor: WaitForOne
  readonly closed: Promise<void>
  readonly close: () => void
}

type Kind = Notification['event']

type WaitForOne = <K extends Kind>(
  event: K,
  fits?: (data: NotificationOf<K>['data']) => boolean,
  from?: number,
) => Promise<NotificationOf<K>>

const patienceMs = 120_000

/** Connects to the socket; the connection ends with the test. */
export const podClient = async (t: ExecutionContext, path: string): Promise<PodClient> => {
  const socket = connect(path)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const heard: Notification[] = []
  const wakes = new Set<() => void>()
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) heard.push(JSON.parse(line) as Notification)
    for (const wake of wakes) wake()
  })
  socket.on('error', () => undefined)
  t.teardown(() => socket.destroy())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const client = { heard, wakes, write: (method: Method) => send(socket, method) }
  return {
    heard,
    send: client.write,
    ask: (method) => ask(method, client),
    run: (words) => ask(runOf(words), client),
    waitFor: (event, fits, from) => found(client, { event, fits, from }),
    closed,
    close: () => void socket.destroy(),
  }
}

/** The method that submits plain words. */
export const runOf = (words: string): Method => ({
  method: 'run',
  params: { input: [{ kind: 'text', content: words }] },
})

const send = (socket: ReturnType<typeof connect>, method: Method): void =>
  void socket.write(`${JSON.stringify(method)}\n`)

type Hearing = {
  readonly heard: ReadonlyArray<Notification>
  readonly wakes: Set<() => void>
  readonly write: (method: Method) => void
}

const ask = async (method: Method, hearing: Hearing): Promise<NotificationOf<'ack' | 'error'>> => {
  const id = crypto.randomUUID()
  hearing.write({ ...method, id })
  const answer = () => hearing.heard.find((one) => isAnswer(one) && one.data.id === id)
  return (await until(answer, hearing, `an answer to ${method.method}`)) as NotificationOf<
    'ack' | 'error'
  >
}

const isAnswer = (one: Notification): one is NotificationOf<'ack' | 'error'> =>
  one.event === 'ack' || one.event === 'error'

type Wanted<K extends Kind> = {
  readonly event: K
  readonly fits: ((data: NotificationOf<K>['data']) => boolean) | undefined
  readonly from: number | undefined
}

const found = async <K extends Kind>(
  hearing: Hearing,
  { event, fits = () => true, from = 0 }: Wanted<K>,
): Promise<NotificationOf<K>> => {
  const first = () =>
    hearing.heard
      .slice(from)
      .filter((one): one is NotificationOf<K> => one.event === event)
      .find((one) => fits(one.data as NotificationOf<K>['data']))
  return (await until(first, hearing, `${event} ${fits}`)) as NotificationOf<K>
}

// Wakes with every piece that is heard, never by a clock.
const until = <A>(find: () => A | undefined, hearing: Hearing, what: string): Promise<A> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const one = find()
      if (one === undefined) return
      stop()
      resolve(one)
    }
    const stop = () => {
      hearing.wakes.delete(look)
      clearTimeout(patience)
    }
    const patience = setTimeout(() => {
      stop()
      reject(new Error(`never heard ${what} in ${JSON.stringify(hearing.heard.slice(-8))}`))
    }, patienceMs)
    hearing.wakes.add(look)
    look()
  })
