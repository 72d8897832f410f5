import test from 'ava'
import fc from 'fast-check'
import { initialState } from '../../../cli/tui/initial-state.js'
import { nothingTold, plainNews, type Told } from '../../../cli/tui/plain-news.js'
import { withTail } from '../../../cli/tui/pod/update-snapshot.js'
import type { TuiState } from '../../../cli/tui/state.js'
import type { Notification } from '../../../domain/protocol/notification.js'
import { anyText } from '../../support/any-text.js'
import {
  callCompleted,
  callStarted,
  ended,
  paused,
  replied,
  submitted,
  toolUse,
  words,
} from '../../support/events.js'
import { inputNo, recordList, turnNo } from '../../support/record-list.js'
import { fcOptions } from '../../support/rounds.js'
import {
  attached,
  hello,
  idle,
  type Play,
  pausedStatus,
  play,
  recordAfter,
  running,
  snapshot,
  told as statusTold,
} from '../../support/tui-given.js'

type Heard = { readonly text: string; readonly state: TuiState; readonly told: Told }

const start = (state: TuiState): Heard => ({ state, ...plainNews(nothingTold, state) })

/** What is printed for each of these, one after the other. */
const hear = (from: Heard, ...plays: ReadonlyArray<Play>): Heard =>
  plays.reduce<Heard>(
    (sum, one) => {
      const { state } = play(sum.state, one)
      const news = plainNews(sum.told, state)
      return { state, told: news.told, text: sum.text + news.text }
    },
    { ...from, text: '' },
  )

const delta = (text: string, block = 0): Notification => ({
  event: 'text_delta',
  data: { turn: turnNo(1), round: 1, block, text },
})

const opened = [submitted(1, 'question')]

test('the first words say where one is, what can be done, and how to leave', (t) => {
  const { text } = start(attached({ status: pausedStatus }))
  t.true(text.includes('Pod p'))
  t.true(text.includes('Ctrl-D leaves; the Pod goes on. /help says more.'))
  t.true(
    text.includes('[paused · Enter to resume, type to start new turn · Ctrl-C twice to leave]'),
  )
})

test('what streams is printed as it comes, and not again when it is a record', (t) => {
  const records = recordList([opened])
  const from = start(attached({ records, status: running }))
  const { text } = hear(
    from,
    delta('Hello '),
    delta('world.'),
    recordAfter(records, replied(1, words('Hello world.'))),
    statusTold(idle),
  )
  t.is(text, 'Hello world.\n[idle · type to start · Ctrl-C twice to leave]\n')
})

test('a reply that did not stream is printed whole', (t) => {
  const records = recordList([opened])
  const from = start(attached({ records, status: running }))
  const { text } = hear(from, recordAfter(records, replied(1, words('At once.'))))
  t.is(text, 'At once.\n')
})

test('what is printed whole is broken between words', (t) => {
  const text = 'A reply that is longer than the forty columns of this screen is broken at a space.'
  const records = recordList([[...opened, replied(1, words(`${text}\n\nこれは長い文です。`))]])
  const state = { ...attached({ records }), size: { width: 40, height: 10 } }
  const printed = start(state).text
  t.true(
    printed.includes('A reply that is longer than the forty \ncolumns of this screen'),
    printed,
  )
  t.true(printed.includes('\n\nこれは長い文です。\n'))
})

test('how the Pod stands is told within the width, brackets and all', (t) => {
  for (const status of [idle, running, pausedStatus])
    for (let width = 20; width <= 90; width += 1) {
      const state = { ...attached({ status }), size: { width, height: 24 } }
      const told = start(state).text.trimEnd().split('\n').at(-1) ?? ''
      t.regex(told, /^\[.*\]$/)
      t.true(told.length <= width, `${width}: ${told}`)
    }
})

test('a call is told when it is over, and what comes behind it after it', (t) => {
  const asked = [...opened, replied(1, toolUse('Bash', { command: 'ls' }))]
  const records = recordList([asked])
  const from = start(attached({ records, status: running }))
  const begun = hear(from, recordAfter(records, callStarted(1, 1)))
  t.is(begun.text, '')
  const outcome = {
    outcome: 'ok',
    summary: '2 files',
    content: 'a\nb',
  } as const
  const more = recordList([[...asked, callStarted(1, 1)]])
  const done = hear(begun, recordAfter(more, callCompleted(1, 1, outcome)))
  t.regex(done.text, /^✓ Bash.*\n {2}a\n {2}b\n/)
})

test('one who comes later is told the last ten blocks and no more', (t) => {
  const records = recordList(
    Array.from({ length: 20 }, (_, at) => [
      submitted(at + 1, `question ${at}`),
      replied(at + 1, words(`answer ${at}`)),
      ended(at + 1),
    ]),
  )
  const { text } = start(attached({ records }))
  t.true(text.includes('answer 19'))
  t.false(text.includes('answer 10'))
  t.is(text.match(/^… \/replay tells what came before$/gm)?.length, 1)
  t.false(text.includes('scroll'))
})

test('what the log holds comes behind the first words, though it is known before the Pod', (t) => {
  const records = recordList([[submitted(1, 'a question')], [replied(1, words('an answer'))]])
  const before = start(withTail(records, initialState({ width: 80, height: 24 })))
  t.is(before.text, '[connecting to the Pod · Ctrl-C twice to leave]\n')

  const { text } = hear(before, { type: 'Connected', atMs: 0 }, hello, snapshot({ records }))

  t.true(text.startsWith('yoi · Pod p\n'))
  const at = ['/help says more.', '> a question', 'an answer', '[idle'].map((it) =>
    text.indexOf(it),
  )
  t.false(at.includes(-1), text)
  t.deepEqual(
    at.toSorted((a, b) => a - b),
    at,
  )
  t.is(text.match(/an answer/g)?.length, 1)
  t.false(text.includes('what came before'))
})

test('a pause in the middle of a line begins a line of its own', (t) => {
  const records = recordList([opened])
  const from = start(attached({ records, status: running }))
  const { text } = hear(
    from,
    delta('Half a'),
    recordAfter(records, paused(1)),
    statusTold(pausedStatus),
  )
  t.true(text.startsWith('Half a\n— paused'))
})

test('whatever is told, nothing in it steers the terminal', (t) => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      const records = recordList([[submitted(1, a)], [replied(1, words(b))]])
      const { text, state, told } = start(attached({ records, status: running }))
      const more = hear({ text, state, told }, delta(a), delta(b))
      t.notRegex(text + more.text, /[\0-\x09\x0b-\x1f\x7f-\x9f]/)
    }),
    fcOptions(10),
  )
})

test('how the Pod stands is told once, when it has settled', (t) => {
  const queue = [{ id: inputNo(7), segments: [{ kind: 'text', content: 'next' }] }] as const
  const from = start(attached({ status: running, queue }))
  const between = hear(from, statusTold(idle))
  t.is(between.text, '')
  t.is(hear(between, statusTold(running)).text, '')
  const held = hear(from, statusTold({ ...idle, queue_held: true }))
  t.is(held.text, '[idle · Enter to run the next queued · Ctrl-C twice to leave]\n')
  t.is(hear(held, statusTold({ ...idle, queue_held: true })).text, '')
})
