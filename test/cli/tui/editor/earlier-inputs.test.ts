import test from 'ava'
import { withOwnInputs } from '../../../../cli/tui/editor/earlier-inputs.js'
import { firstState } from '../../../../cli/tui/first-state.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { defaultSettings } from '../../../../cli/tui/terminal/screen-settings.js'
import { limits } from '../../../../domain/limits.js'
import { type Segments, textOf } from '../../../../domain/segment.js'
import { attached, editorText, type Play, play } from '../../../support/tui-given.js'

const text = (content: string): Segments => [{ kind: 'text', content }]

const knowing = (...inputs: ReadonlyArray<string>): TuiState => ({
  ...attached(),
  history: { entries: inputs.map(text), browsing: undefined },
})

const remembered = (state: TuiState, ...plays: ReadonlyArray<Play>): ReadonlyArray<string> =>
  play(state, ...plays).commands.flatMap((one) =>
    one.type === 'Remember' ? [textOf(one.segments)] : [],
  )

test('Up goes to inputs of other sessions too, the newest first', (t) => {
  const state = knowing('oldest', 'newest')
  t.is(editorText(play(state, 'Up').state), 'newest')
  t.is(editorText(play(state, 'Up', 'Up').state), 'oldest')
  t.is(editorText(play(state, 'Up', 'Up', 'Up').state), 'oldest')
  t.is(editorText(play(state, "'draft", 'Up', 'Down').state), 'draft')
})

test('Up goes through the lines of the editor first', (t) => {
  const state = play(knowing('earlier'), "'one\ntwo", 'Up').state
  t.is(editorText(state), 'one\ntwo')
  t.is(editorText(play(state, 'Up').state), 'earlier')
})

test('each input is remembered once, whatever becomes of it', (t) => {
  t.deepEqual(remembered(attached(), "'one", 'Enter', "'one", 'Enter', "'two", 'Enter'), [
    'one',
    'two',
  ])
  t.deepEqual(remembered(attached(), "'  ", 'Enter', 'Enter'), [])
})

test('the inputs of the session that is shown come after those of others, once', (t) => {
  const history = knowing('a', 'mine', 'b').history
  const own = [text('mine'), text('mine'), text('last')]
  t.deepEqual(withOwnInputs(own, history).entries.map(textOf), ['a', 'b', 'mine', 'last'])
  const browsing = play(knowing('a'), 'Up').state.history
  t.is(withOwnInputs(own, browsing), browsing)
})

test('what is known has an end', (t) => {
  const many = Array.from({ length: limits.earlierInputsMax + 5 }, (_, n) => `${n}`)
  const { state } = play(knowing(...many.slice(0, limits.earlierInputsMax)), "'new", 'Enter')
  t.is(state.history.entries.length, limits.earlierInputsMax)
  t.is(withOwnInputs(many.map(text), state.history).entries.length, limits.earlierInputsMax)
})

test('a screen that goes on knows what was entered in others meanwhile', (t) => {
  const from = knowing('here')
  const settings = defaultSettings({})
  const state = firstState({
    settings,
    from,
    pods: [],
    monotonicMs: () => 0,
    inputs: [text('there')],
  })
  t.deepEqual(state.history.entries.map(textOf), ['there', 'here'])
})
