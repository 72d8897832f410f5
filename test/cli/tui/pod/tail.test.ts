import test from 'ava'
import { initialState } from '../../../../cli/tui/initial-state.js'
import { withTail } from '../../../../cli/tui/pod/update-snapshot.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import type { LogRecord } from '../../../../domain/log/record.js'
import { itemsFrom } from '../../../../projections/transcript/sequence.js'
import { submitted } from '../../../support/events.js'
import { liveSession } from '../../../support/live-session.js'
import { hashOf, recordList } from '../../../support/record-list.js'
import { call, text } from '../../../support/scripted-model.js'
import {
  ack,
  hello,
  idle,
  pausedStatus,
  play,
  screenText,
  sends,
  snapshot,
  told,
} from '../../../support/tui-given.js'

const blank = initialState({ width: 80, height: 24 })

const records = recordList([[submitted(1, 'first words')], [submitted(2, 'second words')]])

const seqs = (state: TuiState): ReadonlyArray<number> =>
  itemsFrom(0, state.records).map(({ seq }) => seq)

test('the end of the log is on the screen while the Pod starts', (t) => {
  const state = withTail(records.slice(1), blank)
  const shown = screenText(state)
  t.regex(shown, /second words/)
  t.notRegex(shown, /first words/)
  t.regex(shown, /connecting to the Pod/)
})

test('the snapshot goes on from the tail without doubles, and older records come by pages', (t) => {
  const before = withTail(records.slice(1), blank)
  const { state } = play(before, { type: 'Connected', atMs: 0 }, hello, snapshot({ records }))
  t.deepEqual(seqs(state), [1])
  t.is(state.transcript.first, 1)
  t.is(state.total, 2)
  const page = { event: 'history', data: { from: 0, total: 2, items: [], segments: [], records } }
  t.deepEqual(seqs(play(state, page as never).state), [0, 1])
})

test('a snapshot that does not hold the tail takes its place', (t) => {
  const others = records.map((record) => ({ ...record, hash: hashOf(record.seq + 100) }))
  const before = withTail(records, blank)
  const { state } = play(
    before,
    { type: 'Connected', atMs: 0 },
    hello,
    snapshot({ records: others }),
  )
  t.deepEqual(itemsFrom(0, state.records), others)
  t.is(state.transcript.blocks.length, 2)
})

test('what is entered while the Pod starts is sent once it answers, and interrupts nothing', (t) => {
  for (const status of [idle, pausedStatus]) {
    const typed = play(withTail(records, blank), "'go on", 'Enter')
    t.deepEqual(sends(typed.commands), [])
    t.regex(screenText(typed.state), /go on/)
    const { state, commands } = play(
      typed.state,
      { type: 'Connected', atMs: 0 },
      hello,
      snapshot({ records, status }),
    )
    t.like(sends(commands), [{ method: 'queue', params: { input: [{ content: 'go on' }] } }])
    const { id } = sends(commands)[0] as { readonly id: string }
    t.deepEqual(sends(play(state, ack(id), told(status)).commands), [])
  }
})

test('when no Pod comes, the TUI ends and prints what was typed', (t) => {
  const typed = play(withTail(records, blank), "'entered", 'Enter', "'half a sentence")
  const lost = { type: 'Disconnected', reason: 'no Pod', atMs: 9000, forGood: true } as const
  const text = 'Not sent:\nentered\nNot sent:\nhalf a sentence'
  t.deepEqual(play(typed.state, lost).commands, [
    { type: 'Quit', farewell: { reason: 'not_started', text } },
  ])
})

/** Logs that end with a turn that was taken back, over an answered turn and over a resting one. */
const takenBackLogs = async (): Promise<ReadonlyArray<ReadonlyArray<LogRecord>>> => {
  const answered = liveSession()
  await answered.run('kept words')
  ;(await answered.model.request(1)).reply([text('kept answer')])
  await answered.nth('run_end', 1)
  const resting = liveSession()
  await resting.run('kept words')
  ;(await resting.model.request(1)).reply([call('Bash', { command: 'make' }), call('Read', {})])
  await resting.tools.running(1)
  await resting.pause()
  await resting.nth('run_end', 1)
  for (const session of [answered, resting]) {
    await session.run('words taken back')
    await session.model.request(2)
    await session.ask({ method: 'notify', message: 'some news', autoRun: false })
    await session.pause()
    await session.nth('run_end', 2)
  }
  return [answered.records(), resting.records()]
}

test('wherever the tail begins, a turn that was taken back does not stand in it', async (t) => {
  for (const log of await takenBackLogs()) {
    t.is(log.at(-1)?.type, 'HeadReset')
    const whole = itemsFrom(0, withTail(log, blank).transcript.blocks)
    for (let from = 0; from < log.length; from += 1) {
      const state = withTail(log.slice(from), blank)
      const shown = screenText(state)
      t.notRegex(shown, /words taken back|was interrupted by the user/, `from ${from}`)
      t.regex(shown, /taken back/)
      const blocks = itemsFrom(0, state.transcript.blocks)
      // A call whose start lies before the tail is told by its end.
      const kinds = (all: typeof blocks) =>
        all.map(({ kind, seq }) => (kind === 'tool' ? kind : `${kind} ${seq}`))
      t.deepEqual(kinds(blocks), kinds(whole).slice(whole.length - blocks.length), `from ${from}`)
    }
  }
})
