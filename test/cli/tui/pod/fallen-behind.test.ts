import test from 'ava'
import fc from 'fast-check'
import { farewellText } from '../../../../cli/tui/pod/farewell.js'
import type { Notification } from '../../../../domain/protocol/notification.js'
import { anyText } from '../../../support/any-text.js'
import { note, replied, submitted, words } from '../../../support/events.js'
import { recordList, turnNo } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import {
  attached,
  editorText,
  methods,
  play,
  running,
  screenText,
  snapshot,
} from '../../../support/tui-given.js'

const resync: Notification = { event: 'resync', data: {} }
const records = recordList([[submitted(1, 'q')], [replied(1, words('an answer'))], [note(1, 'n')]])
const delta = (text: string): Notification => ({
  event: 'text_delta',
  data: { turn: turnNo(1), round: 2, block: 0, text },
})

test('a screen that fell behind goes on from the new snapshot: nothing twice, nothing typed lost', (t) => {
  // given a screen that has missed a record and is in the middle of a stream
  const before = play(
    attached({ records: records.slice(0, 2), status: running }),
    delta('half of'),
    "'being typed",
  ).state
  // when the Pod starts it anew
  const { state, commands } = play(
    before,
    resync,
    snapshot({
      records,
      status: running,
      in_flight: { round: 2, blocks: [{ kind: 'text', block: 0, text: 'half of a' }], calls: [] },
    }),
    delta(' sentence'),
  )
  // then all of it is there once, and the keys mean what they meant
  const text = screenText(state)
  t.deepEqual(state.transcript.blocks, attached({ records }).transcript.blocks)
  t.is(text.split('an answer').length, 2)
  t.is(text.split('half of a sentence').length, 2)
  t.is(text.split('half of').length, 2)
  t.is(editorText(state), 'being typed')
  t.deepEqual(commands, [])
  t.deepEqual(methods(play(state, 'Enter').commands), ['queue'])
})

test('between resync and snapshot what is entered is kept, and sent once', (t) => {
  const kept = play(attached({ records, status: running }), resync, "'wait for it", 'Enter')
  t.deepEqual(methods(kept.commands), [])
  t.true(screenText(kept.state).includes('kept: wait for it'))
  const { commands } = play(kept.state, snapshot({ records, status: running }))
  t.deepEqual(methods(commands), ['queue'])
})

test('a thousand alerts are a few lines of the screen, and none of them a block', (t) => {
  const alerts = Array.from(
    { length: 1000 },
    (_, n): Notification => ({
      event: 'alert',
      data: { level: 'error', code: 'x', message: `alert number ${n}` },
    }),
  )
  const before = attached({ records })
  const { state } = play(before, ...alerts)
  t.deepEqual(state.transcript.blocks, before.transcript.blocks)
  const shown = screenText(state).match(/alert number \d+/g)
  t.deepEqual(
    shown,
    [992, 993, 994, 995, 996, 997, 998, 999].map((n) => `alert number ${n}`),
  )
})

test('whatever a Pod is called and whatever was typed, the farewell drives no terminal', (t) => {
  fc.assert(
    fc.property(anyText, anyText, (pod, typed) => {
      const { state } = play(attached({ records }), { type: 'Paste', text: typed, atMs: 1 })
      const named = { ...state, pod: { ...state.pod!, pod } }
      for (const reason of ['left', 'shut_down', 'not_started'] as const)
        t.notRegex(farewellText(reason, named), /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
    }),
    fcOptions(10),
  )
})
