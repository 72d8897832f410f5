import test from 'ava'
import { nothingTold, plainNews } from '../../../../cli/tui/plain-news.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { ended, note, paused, submitted } from '../../../support/events.js'
import { recordList } from '../../../support/record-list.js'
import { attached, running, screenText } from '../../../support/tui-given.js'

const words = '[The previous turn was interrupted by the user.]'

const given = (by: string | undefined, turn = 1): TuiState =>
  attached({
    status: running,
    records: recordList([
      [submitted(1, 'one')],
      [paused(1)],
      [ended(1, 'cancelled', by), note(turn, words), submitted(2, 'two')],
    ]),
  })

test('that the next message ended a turn is said once, and the note to the model is a detail', (t) => {
  const state = given('run')
  for (const detail of ['normal', 'overview'] as const) {
    const shown = screenText({ ...state, detail })
    t.true(shown.includes('— ended by the next message'), detail)
    t.false(shown.includes(words), detail)
  }
  t.true(screenText({ ...state, detail: 'detail' }).includes(words))
  t.false(plainNews(nothingTold, state).text.includes(words))
})

test('a note that no mark speaks for is always there', (t) => {
  for (const state of [given('host'), given('run', 2)]) {
    t.true(screenText(state).includes(words))
    t.true(plainNews(nothingTold, state).text.includes(words))
  }
})
