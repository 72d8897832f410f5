import test from 'ava'
import { nextTickMs } from '../../../cli/tui/update.js'
import { ended, submitted } from '../../support/events.js'
import { inputNo, recordList } from '../../support/record-list.js'
import {
  ack,
  attached,
  editorText,
  idle,
  methods,
  pausedStatus,
  play,
  refusal,
  running,
  screenText,
  sends,
  stopping,
  told,
} from '../../support/tui-given.js'

const quits = (commands: ReadonlyArray<{ readonly type: string }>) =>
  commands.filter(({ type }) => type === 'Quit').length

test('Ctrl-C pauses a running turn, and a second press while it stops does nothing', (t) => {
  const { state, commands } = play(attached({ status: running }), 'Ctrl-C', 'Ctrl-C')
  t.deepEqual(methods(commands), ['pause'])
  t.true(screenText(state).includes('stopping'))
})

test('Ctrl-C right after Enter pauses, before the Pod has said that it runs', (t) => {
  const { commands } = play(attached(), "'go", 'Enter', 'Ctrl-C')
  t.deepEqual(methods(commands), ['run', 'pause'])
})

for (const status of [idle, pausedStatus])
  test(`Ctrl-C twice within 3 s leaves when ${status.status}, once only warns`, (t) => {
    const once = play(attached({ status }), 'Ctrl-C')
    t.is(quits(once.commands), 0)
    t.true(screenText(once.state).includes('Press Ctrl-C again within 3 s'))
    t.is(quits(play(once.state, 'Ctrl-C').commands), 1)
    t.deepEqual(methods(play(once.state, 'Ctrl-C').commands), [])
  })

test('a double press is judged by the times of the keys', (t) => {
  const once = play(attached(), 'Ctrl-C').state
  const at = once.nowMs
  const press = (atMs: number) => ({ type: 'Key', name: 'Ctrl-C', atMs, id: 'x' }) as const
  t.is(quits(play(once, press(at + 3000)).commands), 1)
  t.is(quits(play(once, press(at + 3001)).commands), 0)
})

test('another key between two presses makes them two first presses', (t) => {
  t.is(quits(play(attached(), 'Ctrl-C', "'x", 'Ctrl-C').commands), 0)
  t.is(quits(play(attached(), 'Ctrl-C', 'Left', 'Ctrl-C').commands), 0)
})

test('what Escape says of the keys goes with the one that is pressed then', (t) => {
  const said = play(attached({ status: running }), 'Escape').state
  t.true(screenText(said).includes('Esc stops nothing'))
  t.false(screenText(play(said, 'Ctrl-C').state).includes('Esc stops nothing'))
  t.true(screenText(play(said, 'Escape').state).includes('Esc stops nothing'))
})

test('the warning of a first press goes with whatever else is pressed or typed', (t) => {
  for (const other of ['Enter', 'Left', 'Ctrl-O', "'x"]) {
    const { state } = play(attached(), 'Ctrl-C', other)
    t.false(screenText(state).includes('again within 3 s'), other)
  }
  const hint = 'Ctrl-Y puts it back'
  const { state } = play(attached(), "'words", 'Ctrl-C', 'Alt-U', 'Left')
  t.true(screenText(state).includes(hint), 'another hint stays')
})

test('the farewell says how to come back and what was not sent', (t) => {
  const { commands } = play(attached(), "'unsent words", 'Ctrl-C', 'Ctrl-C')
  const quit = commands.find(({ type }) => type === 'Quit')
  t.true(quit?.type === 'Quit' && quit.farewell.text.includes('yoi p'))
  t.true(quit?.type === 'Quit' && quit.farewell.text.includes('unsent words'))
})

test('a Pod that does not stop for 5 s can be left with Ctrl-C', (t) => {
  const asked = play(attached({ status: running }), 'Ctrl-C').state
  const press = (afterMs: number) =>
    ({ type: 'Key', name: 'Ctrl-C', atMs: asked.nowMs + afterMs, id: 'x' }) as const
  t.is(quits(play(asked, press(4000), press(4500)).commands), 0)
  t.is(quits(play(asked, press(5500), press(6000)).commands), 1)
})

test('the status line says that a Pod which does not stop can be left, as soon as it can', (t) => {
  const asked = play(attached({ status: running }), 'Ctrl-C').state
  const askedMs = asked.nowMs
  for (const state of [asked, play(asked, told(stopping)).state]) {
    t.true(screenText(state).includes('Ctrl-X to cancel'))
    const hungMs = (state.stoppingSinceMs ?? askedMs) + 5000
    t.is(nextTickMs({ ...state, hint: undefined }, hungMs - 10), hungMs)
    const late = play(state, { type: 'Tick', atMs: hungMs + 1 }).state
    t.true(screenText(late).includes('Ctrl-C twice to leave'))
    t.true(screenText(play(late, 'Ctrl-C').state).includes('Ctrl-C to leave'))
  }
})

test('a hint goes after its time, also when a Tick was early or a key came in its place', (t) => {
  const hinted = play(attached(), 'Ctrl-T').state
  const untilMs = hinted.hint?.untilMs ?? 0
  t.true(screenText(hinted).includes('There is no pasted text to open.'))
  t.is(nextTickMs(hinted, untilMs - 10), untilMs)
  const early = play(hinted, { type: 'Tick', atMs: untilMs - 0.1 }).state
  const key = { type: 'Key', name: 'Left', atMs: untilMs + 1, id: 'x' } as const
  for (const state of [early, play(hinted, key).state]) {
    t.is(nextTickMs(state, untilMs + 2), untilMs + 2)
    const over = play(state, { type: 'Tick', atMs: untilMs + 2 }).state
    t.false(screenText(over).includes('There is no pasted text to open.'))
    t.is(nextTickMs(over, untilMs + 2), undefined)
  }
})

test('what is shown of a key pressed once, or of a Pod that hangs, has its Tick when that is late', (t) => {
  const armed = play(attached(), 'Ctrl-C').state
  const pressed = { ...armed, hint: undefined }
  t.is(nextTickMs(pressed, armed.nowMs + 9000), armed.nowMs + 9000)
  const asked = play(attached({ status: running }), 'Ctrl-C').state
  const unstopped = { ...asked, hint: undefined, armed: undefined }
  t.is(nextTickMs(unstopped, asked.nowMs + 9000), asked.nowMs + 9000)
  const late = play(unstopped, { type: 'Tick', atMs: asked.nowMs + 9000 }).state
  t.is(nextTickMs(late, late.nowMs), undefined)
})

test('Ctrl-X cancels what runs or stops and only hints otherwise', (t) => {
  t.deepEqual(methods(play(attached({ status: running }), 'Ctrl-X').commands), ['cancel'])
  t.deepEqual(methods(play(attached({ status: stopping }), 'Ctrl-X').commands), ['cancel'])
  t.deepEqual(methods(play(attached({ status: running }), 'Ctrl-C', 'Ctrl-X').commands), [
    'pause',
    'cancel',
  ])
  for (const status of [idle, pausedStatus]) {
    const { state, commands } = play(attached({ status }), 'Ctrl-X')
    t.deepEqual(methods(commands), [])
    t.true(screenText(state).includes('Nothing runs'))
  }
})

test('Ctrl-X on a paused turn says what ends that turn for good, at any usual size', (t) => {
  for (const [width, height] of [
    [80, 24],
    [40, 14],
  ] as const) {
    const paused = { ...attached({ status: pausedStatus }), size: { width, height } }
    const shown = screenText(play(paused, 'Ctrl-X').state).replaceAll(/\s+/g, ' ')
    t.regex(shown, /A new message ends it for good, or: yoi ctl p abandon/)
  }
})

test('Ctrl-D in an empty editor shuts down: at once at rest, else at the second press', (t) => {
  for (const status of [idle, pausedStatus])
    t.deepEqual(methods(play(attached({ status }), 'Ctrl-D').commands), ['shutdown'])
  for (const status of [running, stopping]) {
    t.deepEqual(methods(play(attached({ status }), 'Ctrl-D').commands), [])
    t.deepEqual(methods(play(attached({ status }), 'Ctrl-D', 'Ctrl-D').commands), ['shutdown'])
  }
})

test('Ctrl-D with text deletes forward and never shuts down', (t) => {
  const { state, commands } = play(
    attached(),
    "'ab",
    'Home',
    'Ctrl-D',
    'Ctrl-D',
    "'c",
    'Home',
    'Ctrl-D',
  )
  t.is(editorText(state), '')
  t.deepEqual(methods(commands), [])
})

test('Ctrl-R and Esc do nothing to the Pod', (t) => {
  for (const status of [idle, running, pausedStatus, stopping])
    t.deepEqual(play(attached({ status }), "'text", 'Ctrl-R', 'Escape').commands, [])
  const { state } = play(attached({ status: running }), "'text", 'Escape')
  t.is(editorText(state), 'text')
  t.true(screenText(state).includes('Ctrl-C pauses'))
})

test('Enter with text runs when idle or paused and queues while running', (t) => {
  t.deepEqual(methods(play(attached(), "'x", 'Enter').commands), ['run'])
  t.deepEqual(methods(play(attached({ status: pausedStatus }), "'x", 'Enter').commands), ['run'])
  t.deepEqual(methods(play(attached({ status: running }), "'x", 'Enter').commands), ['queue'])
})

test('a second Enter before the answer queues behind the first', (t) => {
  t.deepEqual(methods(play(attached(), "'one", 'Enter', "'two", 'Enter').commands), [
    'run',
    'queue',
  ])
})

test('Enter without text resumes when paused, after an error, or with a waiting queue', (t) => {
  const failed = recordList([[submitted(1, 'q')], [ended(1, 'errored')]])
  const finished = recordList([[submitted(1, 'q')], [ended(1)]])
  const queue = [{ id: inputNo(5), segments: [{ kind: 'text', content: 'later' }] as const }]
  t.deepEqual(methods(play(attached({ status: pausedStatus }), 'Enter').commands), ['resume'])
  t.deepEqual(methods(play(attached({ records: failed }), 'Enter').commands), ['resume'])
  t.deepEqual(methods(play(attached({ queue }), 'Enter').commands), ['resume'])
  t.deepEqual(methods(play(attached({ records: finished }), 'Enter').commands), [])
  t.deepEqual(methods(play(attached({ status: running, queue }), 'Enter').commands), [])
})

test('a held Enter resumes once, not once for every repeat', (t) => {
  const { commands } = play(attached({ status: pausedStatus }), 'Enter', 'Enter', 'Enter')
  t.deepEqual(methods(commands), ['resume'])
})

test('Enter while stopping is kept and done once, with the next status', (t) => {
  const kept = play(attached({ status: stopping }), "'one", 'Enter', "'two", 'Enter', 'Enter')
  t.deepEqual(methods(kept.commands), [])
  t.true(screenText(kept.state).includes('kept: one'))
  const done = play(kept.state, told(pausedStatus), told(running), told(pausedStatus))
  t.deepEqual(methods(done.commands), ['run', 'queue'])
  t.deepEqual(methods(play(done.state, told(idle)).commands), [])
})

test('an empty Enter and then a text while stopping resume the turn and queue the text', (t) => {
  const { commands } = play(
    attached({ status: stopping }),
    'Enter',
    "'then this",
    'Enter',
    told(pausedStatus),
  )
  t.deepEqual(methods(commands), ['resume', 'queue'])
})

test('text kept while stopping runs when the turn has stopped', (t) => {
  const { commands } = play(
    attached({ status: running }),
    'Ctrl-C',
    "'next",
    'Enter',
    told(pausedStatus),
  )
  t.deepEqual(methods(commands), ['pause', 'run'])
})

test('an empty Enter while stopping is forgotten when there is nothing to resume', (t) => {
  const { commands, state } = play(
    attached({ status: stopping }),
    'Enter',
    told(idle),
    told(pausedStatus),
  )
  t.deepEqual(methods(commands), [])
  t.is(state.keptResume, undefined)
})

test('a pause that comes too late is said and the keys mean idle again', (t) => {
  const asked = play(attached({ status: running }), 'Ctrl-C')
  const [pause] = sends(asked.commands)
  const { state } = play(asked.state, told(idle), refusal(pause?.id ?? '', 'not_running'))
  t.true(screenText(state).includes('Ctrl-C twice to leave'))
})

test('the text leaves the editor for the list of what is being sent until the ack', (t) => {
  const entered = play(attached(), "'my words", 'Enter')
  t.true(screenText(entered.state).includes('sending: my words'))
  const [run] = sends(entered.commands)
  const answered = play(entered.state, ack(run?.id ?? '', { input: inputNo(1) }))
  t.is(answered.state.submits.length, 0)
})

test('a refused text is back in the editor with the reason', (t) => {
  const entered = play(attached(), "'see @nothing/here.txt", 'Enter')
  const [run] = sends(entered.commands)
  const { state } = play(entered.state, refusal(run?.id ?? '', 'invalid_request'))
  t.is(editorText(state), 'see @nothing/here.txt')
  t.true(screenText(state).includes('refused: invalid_request'))
})

test('a refused text is offered above what was typed meanwhile; Alt-Up puts it on top', (t) => {
  const entered = play(attached(), "'first", 'Enter', "'second")
  const [run] = sends(entered.commands)
  const { state } = play(entered.state, refusal(run?.id ?? '', 'already_running'))
  t.is(editorText(state), 'second')
  t.true(screenText(state).includes('came back (Alt-Up): first'))
  t.is(editorText(play(state, 'Alt-Up').state), 'first\nsecond')
})

test('the status line of a paused turn reads exactly as promised', (t) => {
  const text = screenText(attached({ status: pausedStatus }))
  t.true(text.includes('paused · Enter to resume, type to start new turn · Ctrl-C twice to leave'))
})

test('blanks alone are not sent', (t) => {
  const { state, commands } = play(attached({ status: pausedStatus }), "'  ", 'Enter')
  t.deepEqual(methods(commands), [])
  t.is(editorText(state), '  ')
})
