import test from 'ava'
import { farewellText } from '../../../../cli/tui/pod/farewell.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { callStarted, paused, replied, submitted, toolUse, words } from '../../../support/events.js'
import { recordList, turnNo } from '../../../support/record-list.js'
import {
  attached,
  editorText,
  hello,
  methods,
  pausedStatus,
  play,
  running,
  screenText,
  snapshot,
} from '../../../support/tui-given.js'

const broke = { type: 'Disconnected', reason: 'it broke', atMs: 1000 } as const
const gone = { ...broke, reason: 'the Pod has ended', gone: true, atMs: 2000 } as const
const shutDown = { event: 'shutdown', data: { by: 'host' } } as const
const back = { type: 'Connected', atMs: 9000 } as const

const inTool = recordList([
  [submitted(1, 'do it')],
  [replied(1, words('At once.'), toolUse('Bash', { command: 'make' }))],
  [callStarted(1, 1)],
])

const types = (play: { readonly commands: ReadonlyArray<{ readonly type: string }> }) =>
  play.commands.map(({ type }) => type)

const oneLine = (state: TuiState) => screenText(state).replaceAll(/\s+/g, ' ')

test('a Pod that has died is said once, with the one key that starts it again', (t) => {
  const { state } = play(attached(), broke, gone)
  t.regex(screenText(state), /the Pod has died · Enter to start it again · Ctrl-C twice to leave/)
  t.regex(screenText(state), /what it had accepted is in the log/)
  t.notRegex(screenText(state), /--session|trying again|yoi -r/)
})

test('Enter starts the Pod that has died again, and the typed text stays and is not sent', (t) => {
  const started = play(attached(), broke, gone, "'my draft", 'Enter')
  t.deepEqual(
    types(started).filter((type) => type === 'StartAgain'),
    ['StartAgain'],
  )
  t.deepEqual(methods(started.commands), [])
  t.is(editorText(started.state), 'my draft')
  t.regex(screenText(started.state), /starting the Pod again/)
  const { state, commands } = play(started.state, back, hello, snapshot({ status: pausedStatus }))
  t.deepEqual(methods(commands), [])
  t.is(editorText(state), 'my draft')
  t.regex(screenText(state), /paused · Enter to start a new turn/)
})

test('an Enter while the Pod is started again starts no second one', (t) => {
  const { commands } = play(attached(), gone, 'Enter', 'Enter', "'x", 'Enter')
  t.is(types({ commands }).filter((type) => type === 'StartAgain').length, 1)
})

test('a Pod that others shut down stays on the screen, and is started again likewise', (t) => {
  const { state, commands } = play(attached(), "'mine", shutDown, broke, gone)
  t.false(types({ commands }).includes('Quit'))
  t.regex(oneLine(state), /the Pod has shut down: another client told it to/)
  t.regex(oneLine(state), /the Pod has shut down · Enter to start it again/)
  t.is(editorText(state), 'mine')
  t.true(types(play(state, 'Enter')).includes('StartAgain'))
})

test('why a Pod cannot be started again is told whole, and Enter tries once more', (t) => {
  const sentence = `Another Pod writes in /w, and only one may. ${'Ask it. '.repeat(9)}End.`
  const refused = { type: 'NotStarted', sentence, atMs: 3000 } as const
  const { state, commands } = play(attached(), gone, 'Enter', refused)
  t.true(oneLine(state).includes(sentence.replaceAll(/\s+/g, ' ')))
  t.regex(oneLine(state), /the Pod has died · Enter to start it again/)
  t.true(types({ commands }).includes('Connect'))
  t.true(types(play(state, 'Enter')).includes('StartAgain'))
})

test('a Pod that was started again and does not answer can be started once more', (t) => {
  const waiting = play(attached(), gone, 'Enter', gone, gone, gone)
  t.regex(oneLine(waiting.state), /starting the Pod again/)
  const { state } = play(waiting.state, gone)
  t.regex(oneLine(state), /No Pod has answered for this session yet; it is still looked for\./)
  t.regex(oneLine(state), /the Pod has died · Enter to start it again/)
  t.true(types(play(state, 'Enter')).includes('StartAgain'))
})

test('a Pod that is started again and cannot be reached is tried again', (t) => {
  const { state } = play(attached(), gone, 'Enter', broke)
  t.regex(oneLine(state), /connection lost, trying again/)
})

test('a Pod that somebody else has started again is gone on with', (t) => {
  const { state, commands } = play(attached(), broke, gone, gone, back, hello, snapshot({}))
  t.is(types({ commands }).filter((type) => type === 'Connect').length, 3)
  t.regex(screenText(state), /idle · type to start/)
})

test('what ran when the Pod died is not shown as running', (t) => {
  const { state } = play(attached({ status: running, records: inTool }), broke, gone)
  t.regex(oneLine(state), /unknown: the Pod ended while it ran/)
})

test('an interrupted turn has one wording, before and after the log tells it', (t) => {
  const settled = attached({ status: pausedStatus, records: inTool })
  const mark = /— interrupted: the Pod had ended\n/
  t.regex(screenText(settled), mark)
  const told = recordList([
    [submitted(1, 'do it')],
    [replied(1, words('At once.'))],
    [{ ...paused(1), data: { turn: turnNo(1), by: 'crash' } } as never],
  ])
  t.regex(screenText(attached({ status: pausedStatus, records: told })), mark)
})

test('who leaves a Pod that has ended is told so, and the way back', (t) => {
  const held = attached({ records: inTool })
  t.regex(farewellText('left', play(held, gone).state), /^Pod p has died\.[^]*\nyoi --session/)
  t.regex(
    farewellText('left', play(held, shutDown).state),
    /^Pod p has shut down\.[^]*\nyoi --session/,
  )
  const starting = farewellText('left', play(held, gone, 'Enter').state)
  t.regex(starting, /^Pod p was being started again\.[^]*\nyoi --session/)
})

for (const [width, height] of [
  [40, 10],
  [20, 6],
  [1, 1],
] as const)
  test(`the screen of a Pod that has died fits ${width}x${height}`, (t) => {
    const { state } = play(attached({ records: inTool }), gone)
    const small = screenText({ ...state, size: { width, height } })
    t.true(small.split('\n').every((line) => line.length <= width))
    if (width === 40) t.regex(small, /the Pod has died · Enter: start again/)
  })
