import test from 'ava'
import { words as panelWords } from '../../../cli/tui/panel/panel.js'
import { farewellText } from '../../../cli/tui/pod/farewell.js'
import type { Event } from '../../../domain/event/event.js'
import { limits } from '../../../domain/limits.js'
import type { Notification } from '../../../domain/protocol/notification.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import {
  callCompleted,
  callStarted,
  note,
  replied,
  reset,
  roundStarted,
  stopped,
  submitted,
  toolUse,
  words,
} from '../../support/events.js'
import { inputNo, recordList, sessionNo, turnNo } from '../../support/record-list.js'
import {
  ack,
  attached,
  editorText,
  hello,
  idle,
  methods,
  pausedStatus,
  play,
  recordAfter,
  running,
  screenText,
  sends,
  snapshot,
  told,
} from '../../support/tui-given.js'

const lost = (atMs: number) => ({ type: 'Disconnected', reason: 'it broke', atMs }) as const
const back = { type: 'Connected', atMs: 0 } as const
const text = (content: string) => [{ kind: 'text', content }] as const

const rolledBack = (input: number, content: string): Notification => ({
  event: 'run_end',
  data: {
    result: 'rolled_back',
    turn: turnNo(input),
    input: inputNo(input),
    segments: text(content),
    stop: 'pause',
  },
})

test('a taken-back Submit is in the empty editor of the client that sent it', (t) => {
  const entered = play(attached(), "'take me back", 'Enter')
  const [run] = sends(entered.commands)
  const { state } = play(
    entered.state,
    ack(run?.id ?? '', { input: inputNo(3) }),
    told(running),
    rolledBack(3, 'take me back'),
    told(idle),
  )
  t.is(editorText(state), 'take me back')
  t.true(screenText(state).includes('Taken back'))
  t.is(editorText(play(state, 'Ctrl-U', 'Up').state), 'take me back')
})

test('a taken-back Submit is offered above what was typed meanwhile', (t) => {
  const entered = play(attached(), "'old", 'Enter', "'new")
  const [run] = sends(entered.commands)
  const { state } = play(
    entered.state,
    ack(run?.id ?? '', { input: inputNo(3) }),
    rolledBack(3, 'old'),
  )
  t.is(editorText(state), 'new')
  t.is(editorText(play(state, 'Alt-Up').state), 'old\nnew')
})

test('a taken-back paste comes back as its chip', (t) => {
  const pasted = 'line\n'.repeat(9)
  const entered = play(attached(), { type: 'Paste', text: pasted, atMs: 1 }, 'Enter')
  const [run] = sends(entered.commands)
  const segments = run?.method === 'run' ? run.params.input : []
  const end: Notification = {
    event: 'run_end',
    data: { result: 'rolled_back', turn: turnNo(3), input: inputNo(3), segments },
  }
  const { state } = play(entered.state, ack(run?.id ?? '', { input: inputNo(3) }), end)
  t.true(screenText(state).includes('> [Clipboard #1 | 45 chars, 9 lines]'))
})

test('another client drops the blocks and fills no editor', (t) => {
  const records = recordList([[note(1, 'before')], [submitted(2, 'theirs')]])
  const { state } = play(
    attached({ records, status: running }),
    recordAfter(records, stopped(turnNo(2))),
    recordAfter([...records, records[0]!], reset(2, 0)),
    rolledBack(2, 'theirs'),
    told(idle),
  )
  t.is(editorText(state), '')
  t.deepEqual(
    itemsFrom(0, state.transcript.blocks).map((block) =>
      block.kind === 'mark' ? block.mark : block.kind,
    ),
    ['note', 'taken_back'],
  )
})

test('what was taken back and not sent from here is fetched by Alt-Up, until the next turn', (t) => {
  const theirs = play(attached({ status: running }), rolledBack(2, 'theirs'), told(idle)).state
  t.true(screenText(theirs).replaceAll(/\s+/g, ' ').includes('Taken back: Alt-Up fetches the text'))
  const fetched = play(theirs, "'mine", 'Alt-Up').state
  t.is(editorText(fetched), 'theirs\nmine')
  t.false(screenText(fetched).includes('fetches'))
  t.true(screenText(play(fetched, 'Alt-Up').state).includes('nothing to take back'))
  const started = { turn: turnNo(3), opened_by: 'run' } as const
  const later = play(theirs, { event: 'turn_start', data: started }, told(running)).state
  t.is(editorText(play(later, 'Alt-Up').state), '')
})

test('a queued input is shown, taken back by Alt-Up once, and what was typed stays below', (t) => {
  const queued: Event = {
    type: 'InputQueued',
    data: { input: inputNo(4), segments: text('later'), by: 'host' },
  }
  const withdrawn: Event = { type: 'InputWithdrawn', data: { input: inputNo(4), by: 'host' } }
  const shown = play(attached({ status: running }), recordAfter([], queued), "'typed").state
  t.true(screenText(shown).includes('queued: later'))
  const asked = play(shown, 'Alt-Up', 'Alt-Up')
  t.deepEqual(methods(asked.commands), ['withdraw'])
  const id = sends(asked.commands)[0]?.id ?? ''
  const filler = recordList([[queued]])
  for (const answers of [
    [recordAfter(filler, withdrawn), ack(id, { segments: text('later') })],
    [ack(id, { segments: text('later') }), recordAfter(filler, withdrawn)],
  ]) {
    const { state } = play(asked.state, ...answers)
    t.is(editorText(state), 'later\ntyped')
    t.is(state.queue.length, 0)
  }
})

test('a withdrawal whose answer was lost with the connection still gives its text back', (t) => {
  const queue = [{ id: inputNo(4), segments: text('later') }]
  const asked = play(attached({ status: running, queue }), 'Alt-Up').state
  const { state } = play(asked, lost(asked.nowMs), back, hello, snapshot({ status: running }))
  t.is(editorText(state), 'later')
})

test('the wait before another attempt grows from 0.2 s to 5 s', (t) => {
  let state = attached()
  const waits: number[] = []
  for (let i = 0; i < 8; i += 1) {
    const broken = play(state, lost(state.nowMs))
    state = broken.state
    waits.push(...broken.commands.flatMap((one) => (one.type === 'Connect' ? [one.afterMs] : [])))
  }
  t.deepEqual(waits, [200, 400, 800, 1600, 3200, 5000, 5000, 5000])
  t.true(screenText(state).includes('connection lost, trying again'))
  t.true(screenText(state).includes('it broke'))
})

test('why the Pod is away is told whole, in lines of its own where the screen has room', (t) => {
  const why = 'Nobody listens there any more; '.repeat(4).trim()
  const { state } = play(attached(), { ...lost(2000), reason: why })
  t.true(screenText(state).replaceAll(/\s+/g, ' ').includes(why))
})

test('who leaves while the Pod does not answer is told the way to its session', (t) => {
  const { state } = play(attached(), lost(2000))
  t.regex(farewellText('left', attached()), /goes on\. Come back with: yoi /)
  t.regex(farewellText('left', state), /does not answer\. .*(--session|no session)/)
})

test('only a Submit without an answer is sent again, with its key, after the snapshot', (t) => {
  const entered = play(attached(), "'a", 'Enter', "'b", 'Enter')
  const [first, second] = sends(entered.commands)
  const answered = play(entered.state, ack(first?.id ?? '', { input: inputNo(1) })).state
  const { commands } = play(
    answered,
    lost(answered.nowMs),
    back,
    hello,
    snapshot({ status: running }),
  )
  t.deepEqual(sends(commands), [second])
})

test('what is entered while the connection is broken waits its turn when it is back', (t) => {
  const broken = play(attached(), lost(2000), "'offline words", 'Enter')
  t.deepEqual(methods(broken.commands), [])
  t.true(screenText(broken.state).includes('kept: offline words'))
  const { commands } = play(broken.state, back, hello, snapshot({}))
  t.deepEqual(methods(commands), ['queue'])
})

test('after a break the known blocks go on without doubles', (t) => {
  const records = recordList([[submitted(1, 'q')], [replied(1, words('a'))], [note(1, 'n')]])
  const before = attached({ records: records.slice(0, 2), status: running })
  const { state } = play(
    before,
    lost(before.nowMs),
    back,
    hello,
    snapshot({ records, status: running }),
  )
  t.is(state.transcript.blocks.length, 3)
  t.deepEqual(state.transcript.blocks, attached({ records }).transcript.blocks)
})

test('a record that came with the snapshot is not added again', (t) => {
  const records = recordList([[submitted(1, 'q')]])
  const { state } = play(attached({ records }), { event: 'record', data: records[0]! })
  t.is(state.transcript.blocks.length, 1)
})

test('a Pod that came back with another session gives unanswered texts back', (t) => {
  const entered = play(attached(), "'for the old one", 'Enter').state
  const other: Notification = {
    event: 'hello',
    data: { protocol: 1, yoi: '0', pod: 'p', session: sessionNo(2), pid: 1 },
  }
  const { state, commands } = play(entered, lost(entered.nowMs), back, other, snapshot({}))
  t.deepEqual(methods(commands), [])
  t.is(editorText(state), 'for the old one')
})

test('a Pod of another protocol is left with what to do, and takes none of what was typed', (t) => {
  const entered = play(attached(), "'not yet answered", 'Enter', "'being typed").state
  const newer = { event: 'hello', data: { ...hello.data, protocol: 2 } } as Notification
  const { commands } = play(entered, lost(entered.nowMs), back, newer)
  t.deepEqual(methods(commands), [])
  const quit = commands.find(({ type }) => type === 'Quit')
  if (quit?.type !== 'Quit' || quit.farewell.reason !== 'incompatible') return t.fail()
  t.regex(quit.farewell.fault, /speaks protocol 2 and this yoi speaks 1; use the yoi that started/)
  t.regex(quit.farewell.text, /Not sent:\nnot yet answered\nNot sent:\nbeing typed/)
})

test('the shutdown of the Pod ends the TUI that asked for it and keeps the typed text', (t) => {
  const { commands } = play(attached(), 'Ctrl-D', "'mine", {
    event: 'shutdown',
    data: { by: 'SIG\x1bTERM' },
  })
  const quit = commands.find(({ type }) => type === 'Quit')
  t.true(quit?.type === 'Quit' && quit.farewell.reason === 'shut_down')
  t.true(
    quit?.type === 'Quit' &&
      quit.farewell.text.includes('mine') &&
      !quit.farewell.text.includes('\x1b'),
  )
})

test('a full queue is refused with the key that takes the last input back', (t) => {
  const entered = play(attached({ status: running }), "'one more", 'Enter')
  const [call] = sends(entered.commands)
  const full: Notification = {
    event: 'error',
    data: { code: 'queue_full', message: 'The queue takes no more.', id: call?.id ?? '' },
  }
  const { state } = play(entered.state, full)
  const screen = screenText(state).replaceAll(/\s+/g, ' ')
  t.true(
    screen.includes('no more. Alt-Up takes the last one back. The text is back in the editor.'),
  )
})

test('each status that a client attaches in gives the keys of that status', (t) => {
  t.true(screenText(attached({ status: running })).includes('Ctrl-C to pause'))
  t.true(screenText(attached({ status: idle })).includes('type to start'))
  const failed = attached({ status: { ...idle, storage: 'failed' } })
  t.true(screenText(failed).includes('the log cannot be written'))
})

test('an error is read to its end, which says what to do, on a screen of 80 by 24', (t) => {
  const message =
    `The log could not be written (ENOSPC): make room on its disk. It is /home/someone/${'long/'.repeat(20)}0192.jsonl. ` +
    'or mend the disk. The turn was stopped. Its input and what came of it before are in the log, ' +
    'so do not send it again; what has come since is not. The Pod tries again every 2 s; then the ' +
    'turn rests and can be resumed.'
  const data = { level: 'error', code: 'storage_failed', message } as const
  const { state } = play(attached({ status: idle }), { event: 'alert', data })
  t.true(
    screenText(state).replaceAll(/\s+/g, ' ').includes('then the turn rests and can be resumed.'),
  )
})

test('that the log fails, and that it is well again, stands alone', (t) => {
  const alert = (level: 'info' | 'warning' | 'error', code: string, message: string) =>
    ({ event: 'alert', data: { level, code, message } }) as const
  const late = alert('warning', 'projection_late', 'The files lag; the log is not affected.')
  const failed = alert('error', 'storage_failed', 'The log could not be written.')
  const well = alert('info', 'storage_recovered', 'The log can be written again.')
  const failing = play(attached(), late, failed, told({ ...idle, storage: 'failed' }), late).state
  t.true(screenText(failing).includes(failed.data.message))
  t.false(screenText(failing).includes('not affected'))
  const cured = play(failing, well, told(pausedStatus)).state
  t.true(screenText(cured).includes(well.data.message))
  t.false(screenText(cured).includes('could not be written'))
  t.true(screenText(play(cured, late).state).includes('not affected'))
})

test('who has seen that the log is not whole is not asked to come back to it', (t) => {
  const state = play(attached({ records: recordList([[note(1, 'a')]]) }), "'/verify", 'Enter').state
  const asked = state.overlay.panel?.asked ?? 0
  const seen = (style: 'error' | 'ok' | 'warning') =>
    play(state, { type: 'PanelRead', asked, told: [panelWords('It is so.', style)] }).state
  t.regex(farewellText('shut_down', seen('error')), /found not whole.*\nyoi verify 0/s)
  for (const style of ['ok', 'warning'] as const)
    t.regex(farewellText('shut_down', seen(style)), /Come back to its session/)
})

test('older records are asked for at the top, once, and go in front', (t) => {
  const records = recordList([[submitted(1, 'old')], [note(1, 'mid')], [note(1, 'new')]])
  const start = attached({ records: records.slice(1) })
  const asked = play(start, 'Ctrl-Home', 'Ctrl-Home')
  t.deepEqual(
    sends(asked.commands).map(({ method, ...rest }) =>
      'params' in rest ? [method, rest.params] : method,
    ),
    [['get_history', { before: 1, limit: 200 }]],
  )
  const history: Notification = {
    event: 'history',
    data: { from: 0, total: 3, items: [], segments: [], records: records.slice(0, 1) },
  }
  const { state } = play(asked.state, history)
  t.deepEqual(state.transcript.blocks, attached({ records }).transcript.blocks)
})

test('a pasted text over the limit is refused with what to do, one at the limit is taken', (t) => {
  const paste = (length: number) =>
    play(attached(), { type: 'Paste', text: 'x'.repeat(length), atMs: 1 }).state
  t.is(paste(limits.segmentBytesMax).editor.atoms.length, 1)
  const refused = paste(limits.segmentBytesMax + 1)
  t.is(refused.editor.atoms.length, 0)
  t.true(screenText(refused).includes('Save it to a file'))
})

test('a text over the limit of a piece stays in the editor, too', (t) => {
  const half = { type: 'Paste', text: 'x'.repeat(limits.segmentBytesMax / 2 + 1), atMs: 1 } as const
  const { state, commands } = play(attached(), half, half, 'Ctrl-T', 'Home', 'Ctrl-T', 'Enter')
  t.deepEqual(commands, [])
  t.regex(state.hint?.text ?? '', /too long/)
  t.is(play(attached(), half, half, 'Enter').commands.length, 2)
})

test('a message over the frame limit stays in the editor', (t) => {
  const paste = { type: 'Paste', text: 'x'.repeat(limits.segmentBytesMax), atMs: 1 } as const
  const { state, commands } = play(attached(), paste, paste, 'Enter')
  t.deepEqual(methods(commands), [])
  t.is(state.editor.atoms.length, 2)
  t.true(screenText(state).includes('The message is too long'))
})

test('a taken-back text comes back once though its run_end went with the connection', (t) => {
  for (const continued of [true, false]) {
    // given a Submit of this client, of which only a record or nothing at all was heard
    const before = recordList([[note(1, 'before')]])
    const entered = play(attached({ records: before }), "'dear text", 'Enter')
    const [run] = sends(entered.commands)
    const opened = submitted(3, 'dear text')
    const own = { ...opened, data: { ...opened.data, key: run?.id } } as Event
    const records = recordList([[note(1, 'before')], [own], [stopped(turnNo(3)), reset(3, 0)]])
    const after = records.map((one) =>
      one.type === 'HeadReset' ? { ...one, data: { ...one.data, input: inputNo(3) } } : one,
    )
    const heard = continued ? play(entered.state, { event: 'record', data: after[1]! }) : entered
    // when the connection breaks, and the Pod at its other end tells where it stands
    const shown = continued ? after : after.slice(1)
    const again = play(
      heard.state,
      lost(heard.state.nowMs),
      back,
      hello,
      snapshot({ records: shown }),
    ).state
    t.is(editorText(again), 'dear text')
    t.true(screenText(again).includes('Taken back'))
    // then neither a late run_end nor another break brings it a second time
    const later = play(
      again,
      ack(run?.id ?? '', { input: inputNo(3) }),
      rolledBack(3, 'dear text'),
      lost(again.nowMs + 9000),
      back,
      hello,
      snapshot({ records: after }),
    ).state
    t.is(editorText(later), 'dear text')
    t.deepEqual(later.returned, [])
  }
})

test('a call that ran when its Pod was killed is unknown at once, and its record says it anew', (t) => {
  const records = recordList([
    [submitted(1, 'do it'), roundStarted(1)],
    [replied(1, toolUse('Bash', { command: 'ls' }))],
    [callStarted(1, 2)],
  ])
  const restored = attached({ status: pausedStatus, records })
  t.regex(screenText(restored), /\? Bash ls · unknown: the Pod ended while it ran/)
  const closed = callCompleted(1, 2, { outcome: 'unknown', summary: 'nobody can say' })
  const told = play(restored, recordAfter(records, closed)).state
  t.regex(screenText(told), /\? Bash ls · unknown: nobody can say/)
  t.regex(screenText(attached({ status: running, records })), /● Bash ls · running/)
})
