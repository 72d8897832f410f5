import test from 'ava'
import fc from 'fast-check'
import { draftOf, draftParts, withDraft } from '../../../../cli/tui/editor/draft.js'
import { createDraftKeeper } from '../../../../cli/tui/editor/draft-keeper.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { textOf } from '../../../../domain/segment.js'
import { anyText } from '../../../support/any-text.js'
import { eventually } from '../../../support/eventually.js'
import { fcOptions } from '../../../support/rounds.js'
import {
  ack,
  attached,
  editorText,
  idle,
  type Play,
  play,
  refusal,
  running,
  screenText,
  sends,
  stopping,
  told,
} from '../../../support/tui-given.js'

const paste: Play = { type: 'Paste', text: 'a\nb\nc\nd\n', atMs: 1 }

/** What another screen has after this one was killed. */
const reborn = (state: TuiState): TuiState => {
  const draft = draftOf(state)
  return draft === undefined ? attached() : withDraft(draft, attached())
}

test('text, chips and the caret are back as they were', (t) => {
  const one = fc.oneof(
    fc.constantFrom<Play>(paste, 'Left', 'Home', 'Alt-Enter', 'Backspace'),
    anyText.filter((text) => text !== '').map((text): Play => `'${text}`),
  )
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (plays) => {
      const { state } = play(attached(), ...plays)
      const again = draftOf(reborn(state))
      t.deepEqual(again?.before, draftOf(state)?.before)
      t.deepEqual(again?.after, draftOf(state)?.after)
    }),
    fcOptions(10),
  )
})

test('a chip that is pasted afterwards has a number of its own', (t) => {
  const again = reborn(play(attached(), paste, "' and ", paste).state)
  t.true(screenText(play(again, paste).state).includes('[Clipboard #3 | 8 chars, 4 lines]'))
})

test('there is no draft of nothing, and none of what was sent and accepted', (t) => {
  t.is(draftOf(attached()), undefined)
  const entered = play(attached(), "'hello", 'Enter')
  t.deepEqual(draftOf(entered.state)?.unsent, [[{ kind: 'text', content: 'hello' }]])
  const [run] = sends(entered.commands)
  t.is(draftOf(play(entered.state, ack(run?.id ?? '')).state), undefined)
})

test('what was kept and what came back is offered again, in order', (t) => {
  const kept = play(attached({ status: stopping }), "'kept", 'Enter', "'typing").state
  const again = reborn(kept)
  t.is(editorText(again), 'typing')
  t.deepEqual(again.returned.map(textOf), ['kept'])
  t.is(editorText(play(again, 'Alt-Up').state), 'kept\ntyping')

  const entered = play(attached(), "'one", 'Enter', "'two")
  const refused = play(entered.state, refusal(sends(entered.commands)[0]?.id ?? '', 'not_running'))
  t.deepEqual(reborn(refused.state).returned.map(textOf), ['one'])
})

test('a text that waits goes into an editor that is empty', (t) => {
  const again = reborn(play(attached({ status: stopping }), "'kept", 'Enter').state)
  t.is(editorText(again), 'kept')
  t.deepEqual(again.submits, [])
})

test('while earlier inputs are walked through, the draft is what was being typed', (t) => {
  const entered = play(attached(), "'first", 'Enter')
  const accepted = play(entered.state, ack(sends(entered.commands)[0]?.id ?? ''), told(idle)).state
  t.is(editorText(reborn(play(accepted, "'my draft", 'Up').state)), 'my draft')
})

test('what streams and what the Pod tells changes no draft', (t) => {
  const state = play(attached(), "'half").state
  t.deepEqual(draftParts(play(state, told(running), 'PageUp', 'Ctrl-O').state), draftParts(state))
})

test('a change is saved a little later, an emptied editor at once, and nothing else', async (t) => {
  const saved: unknown[] = []
  const start = attached()
  const never = () => t.fail()
  const keeper = createDraftKeeper(start, (_session, draft) => saved.push(draft), never)
  keeper.look(start)
  keeper.flush()
  t.deepEqual(saved, [])
  const typed = play(start, "'a").state
  keeper.look(typed)
  keeper.look(play(typed, "'b").state)
  await eventually(() => saved.length > 0)
  t.deepEqual(saved, [{ before: ['ab'], after: [], unsent: [] }])
  keeper.look(play(typed, "'b", 'Ctrl-U').state)
  t.deepEqual(saved.slice(1), [undefined])
  keeper.look(typed)
  keeper.flush()
  keeper.flush()
  t.is(saved.length, 3)
})

test('a process that ends saves what changed a moment ago, and that there is nothing', (t) => {
  const now: unknown[] = []
  const start = attached()
  const never = () => t.fail()
  const keeper = createDraftKeeper(start, never, (_session, draft) => now.push(draft))
  keeper.look(play(start, "'a").state)
  keeper.leave()
  t.deepEqual(now, [{ before: ['a'], after: [], unsent: [] }])
  const emptied = createDraftKeeper(
    play(start, "'a").state,
    () => undefined,
    (_, one) => now.push(one),
  )
  emptied.look(start)
  emptied.leave()
  t.deepEqual(now.slice(1), [undefined])
})
