import test from 'ava'
import fc from 'fast-check'
import { actionOf, defaultKeymap, keyTable } from '../../../../cli/tui/keys/keymap.js'
import { unsent } from '../../../../cli/tui/pod/farewell.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { keyNameOf } from '../../../../cli/tui/terminal/key-name.js'
import { textOf } from '../../../../domain/segment.js'
import { inputNo } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import {
  ack,
  attached,
  editorText,
  hello,
  idle,
  type Play,
  pausedStatus,
  play,
  refusal,
  running,
  snapshot,
  stopping,
  told,
} from '../../../support/tui-given.js'

test('every key of the table has one meaning and words for every state', (t) => {
  const keys = keyTable.flatMap((row) => row.keys)
  t.is(new Set(keys).size, keys.length)
  for (const { running, stopping, resting } of keyTable)
    t.true([running, stopping, resting].every((words) => words !== ''))
})

test('no words of a key send the reader to other words, or need the design to be known', (t) => {
  for (const { action, running, stopping, resting } of keyTable)
    for (const words of [running, stopping, resting])
      t.notRegex(words, /nothing but|as while|TUI|forward|blank|\bbehind\b|returned text/, action)
})

test('a key that was given up means nothing', (t) => {
  t.is(actionOf('Ctrl-R', defaultKeymap), undefined)
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
    t.not(actionOf(name, defaultKeymap), undefined, name)
  }
})

const harmless = keyTable
  .filter(({ action }) => !/kill|delete|backspace|yank|undo|redo|suspend|^up$|^down$/.test(action))
  .flatMap(({ keys }) => keys)

const events: ReadonlyArray<Play> = [
  told(idle),
  told(running),
  told(stopping),
  told(pausedStatus),
  { type: 'Disconnected', reason: 'gone', atMs: 0 },
  { type: 'Disconnected', reason: 'gone', gone: true, atMs: 0 },
  { type: 'NotStarted', sentence: 'No.', atMs: 0 },
  { event: 'shutdown', data: { by: 'host' } },
  { type: 'Connected', atMs: 0 },
  hello,
  snapshot({ status: pausedStatus }),
  snapshot({ status: running }),
]

type World = { readonly state: TuiState; readonly accepted: string; readonly words: number }

// Plays one thing: a new word, a key or event, or the Pod's answer to its oldest open Submit.
const advance = (world: World, one: Play | 'type' | 'accept' | 'refuse'): World => {
  const open = world.state.submits.find(({ sent }) => sent !== 'kept')
  if (one === 'type') {
    const word = `'${String.fromCodePoint(0x4e00 + world.words)}`
    return { ...world, state: play(world.state, word).state, words: world.words + 1 }
  }
  if (one !== 'accept' && one !== 'refuse') return { ...world, state: play(world.state, one).state }
  if (open === undefined || world.state.connection.tag !== 'live') return world
  return one === 'refuse'
    ? { ...world, state: play(world.state, refusal(open.id, 'already_running')).state }
    : {
        ...world,
        state: play(world.state, ack(open.id, { input: inputNo(1) })).state,
        accepted: world.accepted + textOf(open.segments),
      }
}

test('no sequence of keys, events and answers loses or doubles a typed word', (t) => {
  const one = fc.oneof(
    { arbitrary: fc.constantFrom(...harmless), weight: 3 },
    { arbitrary: fc.constant('type'), weight: 4 },
    { arbitrary: fc.constantFrom('Enter', 'Enter', 'Alt-Up'), weight: 4 },
    { arbitrary: fc.constantFrom(...events), weight: 1 },
    { arbitrary: fc.constantFrom('accept', 'refuse'), weight: 2 },
  )
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (plays) => {
      const start: World = { state: attached(), accepted: '', words: 0 }
      const { state, accepted, words } = plays.reduce<World>(advance, start)
      const found = accepted + unsent(state).map(textOf).join('')
      for (let word = 0; word < words; word += 1)
        t.is(found.split(String.fromCodePoint(0x4e00 + word)).length, 2, `${word} of ${plays}`)
    }),
    fcOptions(20),
  )
})

test('changing an earlier input keeps what was being typed among the earlier inputs', (t) => {
  const entered = play(attached(), "'first", 'Enter', "'draft", 'Up').state
  t.is(editorText(entered), 'first')
  const changed = play(entered, "'!").state
  t.is(editorText(changed), 'first!')
  t.is(editorText(play(changed, 'Up').state), 'draft')
  t.is(editorText(play(changed, 'Up', 'Down').state), 'first!')
  t.is(editorText(play(entered, 'Down').state), 'draft')
})
