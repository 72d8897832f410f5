import test from 'ava'
import type { Notification } from '../../../../domain/protocol/notification.js'
import { submitted } from '../../../support/events.js'
import { recordList } from '../../../support/record-list.js'
import { attached, hello, play, screenText, snapshot } from '../../../support/tui-given.js'

const moved = 'This session was begun in /old, as the model was told; it goes on in /w.'
const remark: Notification = {
  event: 'alert',
  data: { level: 'warning', code: 'manifest', message: moved },
}
const passing: Notification = {
  event: 'alert',
  data: { level: 'warning', code: 'storage_failed', message: 'It passes.' },
}

const times = (text: string, words: string): number =>
  text.replace(/\s+/g, ' ').split(words).length - 1

test('why the log cannot be written is in /status for as long as it cannot', (t) => {
  const why = 'The log /l could not be written (ENOSPC): make room. The Pod tries again every 2 s.'
  const data = { level: 'error', code: 'storage_failed', message: why } as const
  const status = { status: 'idle', queue_held: false } as const
  const broken = attached({ status: { ...status, storage: 'failed' } })
  const later = { type: 'Tick', atMs: 60_000 } as const
  const { state } = play(broken, { event: 'alert', data }, later)
  t.is(times(screenText(state), why), 0)
  const asked = play(state, "'/status", 'Enter').state
  t.is(times(screenText(asked), why), 1)
  t.is(times(screenText(play(asked, { event: 'status', data: status }).state), why), 0)
})

test('what a Pod says of how it was started stays on its screen, once, and in /status', (t) => {
  const records = recordList([[submitted(1, 'a')]])
  const later = { type: 'Tick', atMs: 60_000 } as const
  const { state } = play(attached({ records }), remark, passing, later)
  t.is(times(screenText(state), moved), 1)
  t.is(times(screenText(state), 'It passes.'), 0)
  // The line breaks and comes again: the Pod says the same once more.
  const broke = { type: 'Disconnected', reason: 'It broke.', atMs: 61_000 } as const
  const back = [hello, snapshot({ records }), remark] as const
  const again = play(state, broke, { type: 'Connected', atMs: 62_000 }, ...back).state
  t.is(times(screenText(play(again, { type: 'Tick', atMs: 120_000 }).state), moved), 1)
  const panel = screenText(play(again, "'/status", 'Enter', 'Ctrl-End').state)
  t.regex(panel, /^remark\b/m)
  t.is(times(panel, moved), 1)
  // The manifest of the screen says it too.
  t.is(times(screenText({ ...state, remarks: [moved] }), moved), 1)
})
