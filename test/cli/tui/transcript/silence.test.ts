import test from 'ava'
import type { Int } from 'io-ts'
import { turnNo } from '../../../support/record-list.js'
import { attached, type Play, play, running, screenText } from '../../../support/tui-given.js'

const asked = attached({ status: running, in_flight: { round: 1 as Int, blocks: [], calls: [] } })
const says: Play = {
  event: 'text_delta',
  data: { turn: turnNo(1), round: 1 as Int, block: 0, text: 'Words' },
}
const after = (seconds: number): Play => ({ type: 'Tick', atMs: asked.nowMs + seconds * 1000 })

test('a model that is silent for some seconds is waited for in so many words', (t) => {
  t.false(screenText(play(asked, after(1)).state).includes('waiting for the model'))
  t.true(
    screenText(play(asked, after(61)).state).includes('waiting for the model · over 1 min 1 s'),
  )
})

test('what the model says ends the silence, and a new one is counted from there', (t) => {
  const spoken = play(asked, after(61), says).state
  t.false(screenText(spoken).includes('waiting for the model'))
  const silent = play(spoken, { type: 'Tick', atMs: spoken.nowMs + 5000 }).state
  t.true(screenText(silent).includes('waiting for the model · 5 s'))
})

test('a turn that rests waits for nobody', (t) => {
  t.false(screenText(play(attached(), after(61)).state).includes('waiting for the model'))
})
