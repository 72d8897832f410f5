import test from 'ava'
import fc from 'fast-check'
import { titleOf } from '../../../../cli/tui/status/title.js'
import { createAttention } from '../../../../cli/tui/terminal/attention.js'
import type { ScreenSettings } from '../../../../cli/tui/terminal/screen-settings.js'
import { textWidth } from '../../../../cli/tui/text/width.js'
import { update } from '../../../../cli/tui/update.js'
import { anyText } from '../../../support/any-text.js'
import { turnNo } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import {
  attached,
  idle,
  pausedStatus,
  play,
  running,
  stopping,
} from '../../../support/tui-given.js'

/** The signs of a screen, what they sent, and a clock that the test moves. */
const attentionWith = (settings: Partial<Pick<ScreenSettings, 'title' | 'bell'>> = {}) => {
  const sent: string[] = []
  const clock = { nowMs: 0 }
  const attention = createAttention({
    write: (text) => sent.push(text),
    monotonicMs: () => clock.nowMs,
    settings: { title: true, bell: true, ...settings },
  })
  return { attention, sent, clock }
}

test('the bell rings while the terminal is not looked at, and only then', (t) => {
  const { attention, sent } = attentionWith()
  attention.focused(true)
  attention.signs.ring('p: done')
  t.deepEqual(sent, [])
  attention.focused(false)
  attention.signs.ring('p: done')
  t.deepEqual(sent, ['\x07'])
})

test('a terminal that never tells of its focus rings after ten seconds without a key', (t) => {
  const { attention, sent, clock } = attentionWith()
  clock.nowMs = 5000
  attention.touched()
  clock.nowMs = 14_999
  attention.signs.ring('p: done')
  t.deepEqual(sent, [])
  clock.nowMs = 15_000
  attention.signs.ring('p: done')
  t.deepEqual(sent, ['\x07'])
})

test('a notification carries the words, and none of them can end it early', (t) => {
  const { attention, sent } = attentionWith({ bell: 'notify' })
  attention.focused(false)
  attention.signs.ring('p\x07\x1b]52;c;x\x9c: done')
  t.is(sent.length, 1)
  t.regex(sent[0] ?? '', /^\x1b\]9;[^\0-\x1f\x7f-\x9f]*: done\x07$/)
})

test('switched off, nothing rings and no title is set', (t) => {
  const { attention, sent } = attentionWith({ bell: false, title: false })
  attention.focused(false)
  attention.signs.ring('p: done')
  attention.signs.title('p')
  t.deepEqual(sent, [])
})

test('a title is sent when it changes, and again when the terminal was taken anew', (t) => {
  const { attention, sent } = attentionWith()
  for (const title of ['a', 'a', 'b']) attention.signs.title(title)
  attention.forget()
  attention.signs.title('b')
  t.deepEqual(sent, ['\x1b]2;a\x07', '\x1b]2;b\x07', '\x1b]2;b\x07'])
})

test('the title tells the state and the Pod', (t) => {
  t.is(titleOf(attached({ status: idle })), 'p — yoi')
  t.is(titleOf(attached({ status: running })), '● p — yoi')
  t.is(titleOf(attached({ status: stopping })), '■ p — yoi')
  t.is(titleOf(attached({ status: pausedStatus })), '‖ p — yoi')
  t.is(titleOf(attached({ status: { ...running, storage: 'failed' } })), '✗ p — yoi')
  const lost = play(attached(), { type: 'Disconnected', reason: 'gone', atMs: 0 }).state
  t.is(titleOf(lost), '✗ p — yoi')
})

test('whatever a Pod is called, its title can steer no terminal and is short', (t) => {
  const state = attached()
  fc.assert(
    fc.property(anyText, (pod) => {
      const title = titleOf({ ...state, pod: { ...state.pod!, pod } })
      t.notRegex(title, /[\0-\x1f\x7f-\x9f]/)
      t.true(textWidth(title) <= 100)
    }),
    fcOptions(20),
  )
})

test('each ending that a person did not ask for is told, with the name of the Pod', (t) => {
  const rings = (['finished', 'paused', 'errored', 'limit_reached', 'cancelled'] as const).map(
    (result) =>
      update(attached({ status: running }), {
        type: 'Notified',
        notification: { event: 'run_end', data: { result, turn: turnNo(1) } },
        atMs: 1,
      }).commands.flatMap((command) => (command.type === 'Ring' ? [command.words] : [])),
  )
  t.deepEqual(rings, [
    ['p: the turn is finished'],
    ['p: the turn is paused'],
    ['p: the turn ended with an error'],
    ['p: the turn has reached its limit'],
    [],
  ])
})
