import type { Event } from '../../domain/event/event.js'
import type { Hash, RecordRef } from '../../domain/ids.js'
import {
  asked,
  attached,
  callDone,
  callStarted,
  ended,
  paused,
  replied,
  resumed,
  said,
  someInput,
  someSession,
  someTurn,
  started,
  stopAsked,
  submitted,
} from '../support/story.js'
import { configured, left } from './told-log.js'

const digest = 'cd'.repeat(32) as Hash

const read = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/a' } } as const
const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' } as const

const queued: Event = {
  type: 'InputQueued',
  data: {
    input: someInput(7),
    segments: [{ kind: 'paste', id: 1, chars: 3, lines: 2, content: 'a\nb' }],
    by: 'host',
  },
}
const withdrawn: Event = { type: 'InputWithdrawn', data: { input: someInput(7), by: 'user' } }
const noticed: Event = {
  type: 'NoticeReceived',
  data: { notice: someInput(2), message: 'The build is done.', auto_run: true },
}
const reported: Event = {
  type: 'ChildReported',
  data: { report: someInput(3), kind: 'turn_ended', pod_name: 'child', message: 'Done.' },
}
const delivered: Event = {
  type: 'InboxDelivered',
  data: { turn: someTurn(2), ids: [someInput(2), someInput(3)] },
}
const noted: Event = {
  type: 'NoteAdded',
  data: { turn: someTurn(1), kind: 'refusal', text: 'The model would not.' },
}
const repaired: Event = {
  type: 'TailRepaired',
  data: { offset: 1000, length: 12, digest, kept: 'quarantine/x' },
}
// All but the first Submit is kept, so that the thought behind it still is there to be left out.
const compacted: Event = {
  type: 'ConversationCompacted',
  data: { turn: someTurn(5), summary: 'They asked in Japanese.', kept_from: 4 as never },
}
const hooksAsked: Event = { type: 'HookAsked', data: { turn: someTurn(5), on: 'turn_end' } }
const hooksAnswered: Event = {
  type: 'HookAnswered',
  data: { turn: someTurn(5), on: 'turn_end', decision: 'continue', failed: 'It took too long.' },
}
const tooLong: Event = {
  type: 'TurnEnded',
  data: {
    turn: someTurn(6),
    result: 'errored',
    error: { code: 'provider_error', message: 'The conversation is too long.' },
    too_long: true,
  },
}
const leftOut: Event = {
  type: 'TurnLeftOut',
  data: { turn: someTurn(6), text: '[A turn was left out.]' },
}

/** A session in which every event of format 1 happens; `at` gives the record at a seq. */
export const everyEvent = (
  at: (seq: number) => RecordRef,
): ReadonlyArray<() => ReadonlyArray<Event>> => [
  () => [
    started(someSession(1)),
    attached('pod-a'),
    submitted(1, '日本語\u2028と\u0000'),
    asked(1),
  ],
  () => [replied(1, [thought, { type: 'text', text: 'I look.' }, read])],
  () => [callStarted(1, 4, 2)],
  () => [callDone(1, 4, 2), asked(1, 2)],
  () => [stopAsked(1), paused(1)],
  () => [resumed(1), asked(1, 2)],
  () => [said(1, 'Two lines.', 2), noted, ended(1)],
  () => [queued],
  () => [withdrawn],
  () => [noticed],
  () => [reported],
  () => [delivered, asked(2)],
  () => [said(2, 'Good.'), ended(2)],
  () => [configured],
  () => [repaired],
  () => [submitted(4, 'oops'), asked(4)],
  () => [stopAsked(4), { type: 'HeadReset', data: resetData(at(24)) }],
  () => [left],
  () => [attached('pod-a'), submitted(5, 'And more?'), asked(5)],
  () => [compacted],
  () => [said(5, 'Yes.'), hooksAsked],
  () => [hooksAnswered, ended(5)],
  () => [submitted(6, 'All the files at once'), asked(6)],
  () => [tooLong],
  () => [leftOut, submitted(7, 'One of them'), asked(7)],
  () => [said(7, 'Here.'), ended(7)],
]

const resetData = (to: RecordRef) =>
  ({ turn: someTurn(4), to: to as never, reason: 'empty_turn', stop: 'pause' }) as const
