import test from 'ava'
import type { TuiState } from '../../../../cli/tui/state.js'
import { ended, note, replied, submitted, words } from '../../../support/events.js'
import { recordList } from '../../../support/record-list.js'
import { attached, play, screenText, sends } from '../../../support/tui-given.js'

const talk = recordList(
  Array.from({ length: 20 }, (_, n) => [
    submitted(n + 1, `question ${n + 1}`),
    replied(n + 1, words(`answer ${n + 1}\n`.repeat(8))),
    ended(n + 1),
  ]),
)

const topOf = (state: TuiState): string => screenText(state).split('\n')[0] ?? ''

test('Ctrl-Up puts the input of the turn before at the top, and goes on upwards', (t) => {
  const state = attached({ records: talk })
  const up = (times: number) =>
    topOf(play(state, ...Array.from({ length: times }, () => 'Ctrl-Up')).state)
  t.deepEqual([1, 2, 3].map(up), ['> question 19', '> question 18', '> question 17'])
  t.is(up(19), '> question 1')
  t.regex(up(20), /yoi · Pod/)
  t.is(topOf(play(state, 'Alt-PageUp').state), '> question 19')
})

test('within a turn Ctrl-Up goes to its own input first', (t) => {
  const state = play(attached({ records: talk }), 'Ctrl-Up', 'Shift-Down', 'Shift-Down').state
  t.is(topOf(play(state, 'Ctrl-Up').state), '> question 19')
})

test('Ctrl-Down goes to the input of the next turn, and behind the last one to the end', (t) => {
  const start = play(attached({ records: talk }), 'Ctrl-Home').state
  t.is(topOf(play(start, 'Ctrl-Down').state), '> question 1')
  const second = play(start, 'Ctrl-Down', 'Alt-PageDown').state
  t.is(topOf(second), '> question 2')
  const end = play(second, ...Array.from({ length: 30 }, () => 'Ctrl-Down')).state
  t.is(end.scroll.tag, 'following')
})

test('at the start of what is loaded Ctrl-Up asks for older records', (t) => {
  const state = attached({ records: talk.slice(30) })
  const up = play(state, ...Array.from({ length: 10 }, () => 'Ctrl-Up'))
  t.like(sends(up.commands), [{ method: 'get_history', params: { before: 30 } }])
})

test('a session without a turn has nowhere to go', (t) => {
  const state = attached({ records: recordList([[note(1, 'x')]]) })
  t.is(play(state, 'Ctrl-Down').state.scroll.tag, 'following')
  t.regex(topOf(play(state, 'Ctrl-Up').state), /yoi · Pod/)
})

test('where all below is seen nothing says that there is more, and a larger screen follows', (t) => {
  const tall = { width: 80, height: 50 }
  const low: TuiState = { ...attached({ records: talk }), size: { width: 40, height: 10 } }
  const held = play(low, 'Ctrl-Up').state
  t.true(screenText(held).includes('more below'))
  const grown = play(held, { type: 'Resize', ...tall }).state
  t.is(grown.scroll.tag, 'following')
  t.true(screenText(grown).includes('answer 20'))
  const short = play({ ...attached({ records: talk.slice(0, 3) }), size: tall }, 'Ctrl-Home')
  t.false(screenText(short.state).includes('more below'))
})
