import test, { type ExecutionContext } from 'ava'
import type { Answer } from '../../../cli/pod/loop-world.js'
import { statusOf } from '../../../domain/session/announce.js'
import { evolveAll } from '../../../domain/session/evolve.js'
import { endsOnce, holdsWhenStill, keepsWhatWasShown } from '../../support/stop-checks.js'
import { type StopPlace, stopPlaces } from '../../support/stop-places.js'
import {
  killed,
  letGoOn,
  type Opener,
  openers,
  readyToOpen,
  type StopStory,
  stopStory,
} from '../../support/stop-story.js'

// Every moment of a turn × whatever opened it × what is done after the pause. All combinations can
// occur; where one does nothing (a pause that comes as the turn ends, a resume of nothing), that it
// does nothing is the expectation.

const continuations = ['Resume', 'new text', 'Cancel', 'kill -9 and Resume'] as const
type Continuation = (typeof continuations)[number]

for (const place of stopPlaces)
  for (const opener of openers)
    for (const then of continuations)
      test(`paused ${place.name} of a turn opened by ${opener}, then ${then}`, (t) =>
        play(t, { place, opener, then }))

type Row = { readonly place: StopPlace; readonly opener: Opener; readonly then: Continuation }

const play = async (t: ExecutionContext, row: Row): Promise<void> => {
  const story = stopStory(row.place.hook)
  await readyToOpen(row.opener, story)
  const { session } = story
  if (row.then === 'Cancel') return cancelBehind(t, row, story)
  const answer = await row.place.reach(row.opener, story, session.pause)
  if (row.then === 'kill -9 and Resume') return resumeAfterKill(t, row, killed(story))
  await isStill(story)
  t.is(statusNow(story), expected(row))
  t.is(refusal(answer), row.place.pause === 'late' ? 'not_running' : undefined)
  if (row.place.pause !== 'late') keepsWhatWasShown(row.place.shown ?? [], story)
  stillHolds(t, story)
  if (row.then === 'Resume') await resume(t, row, story)
  await somethingElse(t, story)
}

/** What a pause there comes to. */
const expected = ({ place, opener }: Row): 'idle' | 'paused' => {
  const isSubmit = opener === 'run' || opener === 'queue'
  if (place.pause === 'late') return 'idle'
  return place.pause === 'nothing' && isSubmit ? 'idle' : 'paused'
}

const resume = async (t: ExecutionContext, row: Row, story: StopStory): Promise<void> => {
  const waiting = story.session.loop.snapshot().status
  const answer = await story.session.resume()
  t.is(refusal(answer), waiting === 'paused' ? undefined : 'not_paused', row.place.name)
  if (waiting === 'paused') await finishes(t, story)
  stillHolds(t, story)
}

const resumeAfterKill = async (t: ExecutionContext, row: Row, story: StopStory): Promise<void> => {
  t.is(story.session.loop.snapshot().status, expected(row))
  await resume(t, row, story)
  await somethingElse(t, story)
}

// The cancel comes in the very breath of the pause: it wins where tools still run; a turn that the
// pause had settled is not running any more, and abandon ends it.
const cancelBehind = async (t: ExecutionContext, row: Row, story: StopStory): Promise<void> => {
  const { session } = story
  const answers = await row.place.reach(row.opener, story, () =>
    Promise.all([session.pause(), session.cancel()]),
  )
  await isStill(story)
  const tookHold = row.place.inTools === true
  t.is(refusal(answers[1]), tookHold ? undefined : 'not_running')
  t.is(statusNow(story), tookHold ? 'idle' : expected(row))
  stillHolds(t, story)
  if (statusNow(story) === 'paused') await session.ask({ method: 'abandon', by: 'host' })
  await isStill(story)
  t.is(statusNow(story), 'idle')
  t.is(refusal(await session.resume()), 'not_paused')
  await somethingElse(t, story)
}

const somethingElse = async (t: ExecutionContext, story: StopStory): Promise<void> => {
  t.is(refusal(await story.session.run('something else')), undefined)
  await finishes(t, story)
  stillHolds(t, story)
}

const finishes = async (t: ExecutionContext, story: StopStory): Promise<void> => {
  await letGoOn(() => statusNow(story) === 'idle', story)
  await isStill(story)
  const end = story.session.told.findLast((one) => one.event === 'run_end')
  if (end !== undefined) t.not(end.event === 'run_end' && end.data.result, 'errored')
  const ended = story.session.records().findLast(({ type }) => type === 'TurnEnded')
  t.is(ended?.type === 'TurnEnded' && ended.data.result, 'finished')
}

const stillHolds = (t: ExecutionContext, story: StopStory): void => {
  t.notThrows(() => holdsWhenStill(story))
  t.notThrows(() => endsOnce(story))
}

const statusNow = ({ session }: StopStory) => statusOf(evolveAll(session.records())).status

// The Pod rests or is idle, and has said so.
const isStill = async ({ session }: StopStory): Promise<void> => {
  const quiet = () => {
    const last = session.told.findLast((one) => one.event === 'status')
    return last?.event !== 'status' || last.data.status !== 'running'
  }
  for (let n = 0; n < 5; n += 1) await new Promise(setImmediate)
  while (!quiet()) await new Promise(setImmediate)
}

const refusal = (answer: Answer): string | undefined =>
  answer._tag === 'Left' ? answer.left.code : undefined
