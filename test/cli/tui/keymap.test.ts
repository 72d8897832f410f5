import test from 'ava'
import fc from 'fast-check'
import { textOf } from '../../../domain/segment.js'
import { actionOf, keyTable } from '../../../cli/tui/keymap.js'
import { keyNameOf } from '../../../cli/tui/key-name.js'
import { unsent } from '../../../cli/tui/farewell.js'
import type { Command } from '../../../cli/tui/command.js'
import type { TuiState } from '../../../cli/tui/state.js'
import { inputNo, keyNo } from '../../support/record-list.js'
import { fcOptions } from '../../support/rounds.js'
import {
  ack,
  attached,
  hello,
  idle,
  pausedStatus,
  play,
  type Play,
  refusal,
  running,
  sends,
  snapshot,
  stopping,
  told,
} from '../../support/tui-given.js'

test('every key of the table has one meaning and words for every state', (t) => {
  const keys = keyTable.flatMap((row) => row.keys)
  t.is(new Set(keys).size, keys.length)
  for (const { running, stopping, resting } of keyTable)
    t.true([running, stopping, resting].every((words) => words !== ''))
})

test('the keys that were given up mean nothing', (t) => {
  t.is(actionOf('Ctrl-R'), undefined)
  t.is(actionOf('Tab'), undefined)
})

test('the names of terminal-kit become those of the table', (t) => {
  const names = {
    CTRL_C: 'Ctrl-C',
    ALT_ENTER: 'Alt-Enter',
    PAGE_UP: 'PageUp',
    SHIFT_UP: 'Shift-Up',
    ALT_UP: 'Alt-Up',
    CTRL_HOME: 'Ctrl-Home',
    MOUSE_WHEEL_UP: 'Wheel-Up',
    ESCAPE: 'Escape',
    CTRL_M: 'Enter',
    BACKSPACE: 'Backspace',
    CTRL_J: 'Ctrl-J',
  }
  for (const [raw, name] of Object.entries(names)) {
    t.is(keyNameOf(raw), name)
    t.not(actionOf(name), undefined, name)
  }
})

// Every place where a typed word may be: unsent, sent, or among the earlier inputs.
const whereabouts = (state: TuiState, commands: ReadonlyArray<Command>): string =>
  [
    ...unsent(state),
    ...state.history.entries,
    ...sends(commands).flatMap((method) =>
      method.method === 'run' || method.method === 'queue' ? [method.params.input] : [],
    ),
  ]
    .map(textOf)
    .join('\n')

const harmless = keyTable
  .filter(({ action }) => !/kill|delete|backspace|yank|suspend/.test(action))
  .flatMap(({ keys }) => keys)

const events: ReadonlyArray<Play> = [
  told(idle),
  told(running),
  told(stopping),
  told(pausedStatus),
  { type: 'Disconnected', reason: 'gone', atMs: 0 },
  { type: 'Connected', atMs: 0 },
  hello,
  snapshot({ status: pausedStatus }),
  snapshot({ status: running }),
]

// Answers go to ids that keys may have had; most meet nothing, some settle a Submit.
const answers = Array.from(
  { length: 40 },
  (_, i): Play =>
    i % 2 === 0 ? refusal(keyNo(i), 'already_running') : ack(keyNo(i), { input: inputNo(i) }),
)

test('no sequence of keys and events loses a typed word', (t) => {
  const one = fc.oneof(
    { arbitrary: fc.constantFrom(...harmless), weight: 4 },
    { arbitrary: fc.constant<Play>('type'), weight: 4 },
    { arbitrary: fc.constantFrom(...events), weight: 2 },
    { arbitrary: fc.constantFrom(...answers), weight: 1 },
  )
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (plays) => {
      // given every typed word as a character of its own
      const marked = plays.map(
        (play, index): Play =>
          play === 'type' ? `'${String.fromCodePoint(0x4e00 + index)}` : play,
      )
      // when they are played
      const { state, commands } = play(attached(), ...marked)
      // then each of them is somewhere
      const found = whereabouts(state, commands)
      for (const [index, play] of plays.entries())
        if (play === 'type')
          t.true(found.includes(String.fromCodePoint(0x4e00 + index)), `${index} of ${plays}`)
    }),
    fcOptions(20),
  )
})
