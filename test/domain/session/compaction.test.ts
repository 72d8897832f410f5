import test from 'ava'
import type { Event } from '../../../domain/event/event.js'
import { toArray } from '../../../domain/list.js'
import { fold } from '../../../domain/projection.js'
import { buildRequest } from '../../../domain/turn/request/build-request.js'
import { sessionView } from '../../../projections/session-view.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import {
  calls,
  type Machine,
  newMachine,
  notify,
  plainly,
  replies,
  said,
  shows,
  stepTypes,
  submit,
  toolReports,
  written,
} from '../../support/machine.js'
import { entriesOf } from '../../support/told-records.js'

// Compaction itself comes later: its event and its fold are here, and its logs are made by hand.

const answered = replies(submit(replies(submit(newMachine), said())), said())
const inTools = toolReports(replies(submit(answered), calls('Bash', 'Read')))
const resting = plainly(shows(submit(answered)), 'pause')

const compacted = (machine: Machine, keptFrom: number, summary = 'They greeted.'): Machine => {
  const turn = machine.held.state.conversation.turn?.id
  if (turn === undefined) throw new Error('no turn is open')
  const data = { turn, summary, kept_from: keptFrom as never }
  return written(machine, { type: 'ConversationCompacted', data })
}

const seqs = (machine: Machine) =>
  toArray(machine.held.state.conversation.items).map(({ seq }) => seq)
const typed = (machine: Machine) =>
  toArray(machine.held.state.conversation.segments).map(({ seq }) => seq)
const newest = (machine: Machine) => machine.records.at(-1)?.seq ?? -1
const waiting = ({ held }: Machine) => held.state.inbox.news.map(({ id }) => id)
const files = ({ records }: Machine) => {
  const view = fold(sessionView.view, records)
  return sessionView.files.map(({ text }) => text(view))
}

test('a compaction puts one summary in the place of the oldest items and moves the head', (t) => {
  const opened = submit(answered)
  const own = seqs(opened).at(-1) ?? -1
  const after = compacted(opened, own)
  t.deepEqual(seqs(after), [newest(after), own])
  t.deepEqual(typed(after), [own])
  const [summary] = toArray(after.held.state.conversation.items)
  t.is(summary?.role, 'system')
  t.regex(JSON.stringify(summary?.content), /They greeted\./)
  t.is(after.held.state.conversation.head?.seq, newest(after))
  t.deepEqual(after.held.state.conversation.usage, opened.held.state.conversation.usage)
})

test('a later compaction takes the earlier summary with what lay between', (t) => {
  const opened = submit(answered)
  const [, , third, , own] = seqs(opened)
  const once = compacted(opened, third ?? -1)
  const twice = compacted(once, own ?? -1, 'All of it.')
  t.deepEqual(seqs(twice), [newest(twice), own])
  const nothing = compacted(twice, newest(twice) + 1, 'Everything.')
  t.deepEqual(seqs(nothing), [newest(nothing)])
})

test('a compaction of a turn that is not open changes nothing', (t) => {
  const opened = submit(answered)
  const turn = opened.held.state.conversation.turn?.id as never
  const ended = replies(opened, said())
  const late: Event = {
    type: 'ConversationCompacted',
    data: { turn, summary: 'late', kept_from: 0 as never },
  }
  t.deepEqual(written(ended, late).held.state.conversation, ended.held.state.conversation)
})

test('a request is whole wherever a compaction cuts', (t) => {
  const settings = { ref: 'offline', max_tokens: 9, system_messages: 'user' } as const
  for (const from of seqs(inTools)) {
    const items = toArray(compacted(inTools, from).held.state.conversation.items)
    const { body } = buildRequest(items, { system: 'Test.', model: settings, tools: [] })
    const text = JSON.stringify(body.messages)
    t.is(body.messages[0]?.role, 'user')
    t.is(text.split('"tool_result"').length, text.split('"tool_use"').length)
    t.true(text.includes('They greeted.'))
  }
})

const stories: Readonly<Record<string, Machine>> = {
  'an answered turn': answered,
  'a resting turn': resting,
  'a resting turn with open calls': plainly(
    plainly(replies(submit(answered), calls('Bash', 'Bash')), 'pause'),
    'pause',
  ),
  'news that wait': notify(plainly(submit(answered), 'pause'), false),
}

for (const [name, story] of Object.entries(stories))
  for (const stop of ['pause', 'cancel', 'shutdown'] as const)
    test(`a ${stop} across a compaction gives the conversation of before the Submit: ${name}`, (t) => {
      const before = toolReports(story, 'interrupted')
      const opened = submit(before)
      const own = seqs(opened).at(-1) ?? -1
      const back = plainly(compacted(compacted(opened, own), own, 'Again.'), stop)
      t.deepEqual(stepTypes(back).slice(0, 2), ['StopRequested', 'HeadReset'])
      t.deepEqual(back.held.state.conversation, before.held.state.conversation)
      t.deepEqual(waiting(back), waiting(before))
      t.deepEqual(files(back), files(before))
      if (stop === 'shutdown') return
      const twice = plainly(compacted(submit(back), 0), stop)
      t.deepEqual(twice.held.state.conversation, before.held.state.conversation)
    })

test('a reader sees the summary as a note, and nothing of it once the turn is taken back', (t) => {
  const opened = submit(answered)
  const shown = compacted(opened, seqs(opened).at(-1) ?? -1)
  const blocks = (machine: Machine) => itemsFrom(0, fold(transcript, machine.records).blocks)
  t.like(blocks(shown).at(-1), { kind: 'note', note: 'summary', text: 'They greeted.' })
  const back = plainly(shown, 'pause')
  t.deepEqual(blocks(back).slice(0, -1), blocks(answered))
  t.like(blocks(back).at(-1), { kind: 'mark', mark: 'taken_back' })

  const told = entriesOf(back.records)[shown.records.length - 1]
  t.regex(told?.what ?? '', /became a summary/)
  t.is(told?.mark.takenBackBy, back.records.length - 1)
})
