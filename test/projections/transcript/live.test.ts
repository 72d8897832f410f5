import test from 'ava'
import fc from 'fast-check'
import { callId } from '../../../domain/ids.js'
import type { InFlight, Notification } from '../../../domain/protocol/notification.js'
import {
  applyLive,
  fromInFlight,
  type Live,
  nothingLive,
} from '../../../projections/transcript/live.js'
import {
  callCompleted,
  callStarted,
  ended,
  paused,
  replied,
  reset,
  roundStarted,
  stopped,
  submitted,
  toolUse,
  words,
} from '../../support/events.js'
import { recordList, turnNo } from '../../support/record-list.js'
import { fcOptions } from '../../support/rounds.js'

const at = { turn: turnNo(1), round: 1, block: 0 }
const text = (words: string, block = 0): Notification => ({
  event: 'text_delta',
  data: { ...at, block, text: words },
})
const thinking = (words: string): Notification => ({
  event: 'thinking_delta',
  data: { ...at, text: words },
})
const output = (words: string): Notification => ({
  event: 'tool_output_delta',
  data: { call: callId(2, 1), stream: 'stdout', text: words },
})

const records = recordList([
  [submitted(1, 'q')],
  [roundStarted(1)],
  [replied(1, words('ab'), toolUse('Bash', { command: 'x' }))],
  [callStarted(1, 2, 1)],
  [callCompleted(1, 2, { call: callId(2, 1) })],
  [roundStarted(1)],
  [replied(1, words('cd')), ended(1)],
]).map((data): Notification => ({ event: 'record', data }))

const stream: ReadonlyArray<Notification> = [
  ...records.slice(0, 2),
  thinking('hm'),
  text('a', 1),
  text('b', 1),
  { event: 'tool_call_start', data: { ...at, block: 2, call: 'p', name: 'Bash' } },
  { event: 'tool_args_delta', data: { call: 'p', text: '{"comm' } },
  { event: 'tool_args_delta', data: { call: 'p', text: 'and":"x"}' } },
  { event: 'usage', data: { ...at, input: 1, output: 2, cache_read: 0, cache_write: 0 } },
  ...records.slice(2, 4),
  output('o1'),
  output('o2'),
  ...records.slice(4, 6),
  text('c'),
  text('d'),
  ...records.slice(6),
]

const after = (notifications: ReadonlyArray<Notification>, from: Live = nothingLive) =>
  notifications.reduce(applyLive, from)

// What a Pod would hold in flight at this moment, told by hand and not by the fold under test.
const inFlightAfter = (count: number): InFlight => {
  const blocks = new Map<number, InFlight['blocks'][number]>()
  const calls = new Map<string, InFlight['calls'][number]>()
  for (const { event, data } of stream.slice(0, count)) {
    if (event === 'record' && (data.type === 'AssistantReplied' || data.type === 'RoundStarted'))
      blocks.clear()
    if (event === 'record' && data.type === 'ToolCallCompleted') calls.delete(data.data.call)
    if (event === 'text_delta' || event === 'thinking_delta') {
      const kind = event === 'text_delta' ? 'text' : 'thinking'
      const held = blocks.get(data.block)
      const before = held !== undefined && 'text' in held ? held.text : ''
      blocks.set(data.block, { kind, block: data.block, text: before + data.text })
    }
    if (event === 'tool_call_start') {
      const { block, call, name } = data
      blocks.set(block, { kind: 'tool_call', block, call, name, args: '' })
    }
    if (event === 'tool_args_delta')
      for (const [key, held] of blocks)
        if (held.kind === 'tool_call') blocks.set(key, { ...held, args: held.args + data.text })
    if (event === 'tool_output_delta')
      calls.set(data.call, {
        call: data.call,
        name: 'Bash',
        output: (calls.get(data.call)?.output ?? '') + data.text,
      })
  }
  return { round: 1, blocks: [...blocks.values()], calls: [...calls.values()] }
}

test('attaching after any notification shows the same as watching from the start', (t) => {
  for (let cut = 0; cut <= stream.length; cut += 1)
    for (let end = cut; end <= stream.length; end += 1) {
      const watched = after(stream.slice(0, end))
      const attached = after(stream.slice(cut, end), fromInFlight(inFlightAfter(cut)))
      t.deepEqual(attached.blocks, watched.blocks, `attached after ${cut}, seen after ${end}`)
      t.deepEqual(attached.outputs, watched.outputs, `attached after ${cut}, seen after ${end}`)
    }
})

test('the record that settles what streamed takes it away', (t) => {
  const [turn] = [turnNo(1)]
  const streaming = after([thinking('hm'), text('a', 1), output('o')])
  for (const event of [paused(1), ended(1), reset(1, 0)]) {
    const [data] = recordList([[event]])
    t.deepEqual(applyLive(streaming, { event: 'record', data: data! }), nothingLive, event.type)
  }
  for (const event of [roundStarted(1), replied(1), stopped(turn)]) {
    const [data] = recordList([[event]])
    const settled = applyLive(streaming, { event: 'record', data: data! })
    t.deepEqual(settled.blocks, [], event.type)
    t.is(settled.outputs.size, 1)
  }
})

test('pieces of a text add up whatever the cuts', (t) => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (parts) => {
      const live = after(parts.map((part) => text(part)))
      const shown = live.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')
      t.is(shown, parts.join(''))
    }),
    fcOptions(),
  )
})

test('a retry is shown until something streams again', (t) => {
  const retry: Notification = {
    event: 'retry',
    data: {
      turn: turnNo(1),
      attempt: 2,
      of: 4,
      wait_ms: 500,
      code: 'overloaded',
      message: 'Busy.',
    },
  }
  const waiting = applyLive(nothingLive, retry)
  t.is(waiting.retry?.attempt, 2)
  t.is(applyLive(waiting, text('a')).retry, undefined)
})

test('the output of a running call is bounded', (t) => {
  const live = after(Array.from({ length: 100 }, () => output('x'.repeat(1000))))
  t.true((live.outputs.get(callId(2, 1)) ?? '').length <= 16 * 1024)
})
