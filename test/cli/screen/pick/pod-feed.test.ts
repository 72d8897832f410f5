import test from 'ava'
import type { PodEntry } from '../../../../adapters/lock/pod-entry.js'
import { podFeed } from '../../../../cli/screen/pick/pod-feed.js'
import { type Picker, picker, updatePicker } from '../../../../cli/tui/picker/picker.js'
import { eventually } from '../../../support/eventually.js'
import { sessionNo } from '../../../support/record-list.js'

// Nobody listens on these sockets: each Pod is unreachable while it is listed.
const entry = (pod: string): PodEntry => ({
  pod,
  pid: 1,
  started: null,
  boot: null,
  host: 'h',
  socket: `/nonexistent/${pod}.sock`,
  session: sessionNo(1),
  scope: { allow: [], deny: [] },
  parent: null,
  delegated: [],
})

const context = { now: 0, home: undefined, indexed: [], here: undefined } as never

/** A picker of these Pods that hears its feed, while `living` says which of them are left. */
const given = (living: { now: ReadonlyArray<PodEntry> | undefined }) => {
  const feed = podFeed({ entries: living.now ?? [], context, list: async () => living.now })
  const seen = { state: picker({ size: { width: 80, height: 24 }, title: '', rows: [] }) }
  const goOn = (state: Picker) => {
    seen.state = state
    feed.changed(state, (news) => goOn(feed.hear(seen.state, news)))
  }
  goOn(seen.state)
  return { feed, seen }
}

const marks = ({ rows }: Picker) => rows.map(({ id, mark }) => `${id} ${mark}`).join()

test('a Pod that comes while the list is open is in it, one that ends cannot be picked', async (t) => {
  const living: { now: ReadonlyArray<PodEntry> | undefined } = { now: [entry('a'), entry('b')] }
  const { feed, seen } = given(living)
  t.teardown(() => feed.close())
  const shows = (wanted: string) =>
    eventually(
      () => marks(seen.state) === wanted,
      () => `${wanted}; there is ${marks(seen.state)}`,
    )
  await shows('a unreachable,b unreachable')
  living.now = [entry('b'), entry('c')]
  await shows('a ended,b unreachable,c unreachable')
  t.is(feed.entryOf('a'), undefined)
  t.is(feed.entryOf('c')?.pod, 'c')
  const enter = { type: 'Key', name: 'Enter', atMs: 0, id: '' } as const
  const onA = { ...seen.state, selected: 0 }
  const asked = updatePicker(onA, enter)
  t.regex(asked.type === 'open' ? (asked.state.fault ?? '') : asked.type, /cannot be picked/)
  t.regex(seen.state.rows[0]?.blocked ?? '', /has ended/)
  living.now = [entry('a'), entry('b'), entry('c')]
  await shows('a unreachable,b unreachable,c unreachable')
  t.is(seen.state.rows[0]?.blocked, undefined)
})
