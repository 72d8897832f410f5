import fc from 'fast-check'
import {
  asked,
  attached,
  callDone,
  callStarted,
  ended,
  paused,
  replied,
  resetTo,
  type StoryLog,
  said,
  stopAsked,
  submitted,
} from './story.js'

const kinds = ['turn', 'call', 'open', 'pause', 'pod', 'taken back'] as const

/** What may come next in a session, some times over. */
export const steps = fc.array(fc.constantFrom(...kinds), { maxLength: 8 })

/** Adds the groups of such steps to a story, and stops behind each. */
export async function* growing(
  story: StoryLog,
  taken: ReadonlyArray<(typeof kinds)[number]>,
): AsyncGenerator<number> {
  for (const [index, kind] of taken.entries())
    for await (const seq of grown(story, { kind, turn: index + 2 })) yield seq
}

type Step = { readonly kind: (typeof kinds)[number]; readonly turn: number }

async function* grown(story: StoryLog, { kind, turn }: Step): AsyncGenerator<number> {
  const before = story.tip()
  if (kind === 'pod') return yield await story.add(attached(`pod-${turn}`))
  const reply = yield* opened(story, turn)
  if (kind === 'turn') yield await story.add(said(turn, `a${turn}`), ended(turn))
  if (kind === 'pause') yield await story.add(paused(turn))
  if (kind === 'taken back') yield await story.add(stopAsked(turn), resetTo(turn, before))
  if (kind === 'call') {
    const call = { type: 'tool_use', id: 'c', name: 'Read', input: {} } as const
    yield await story.add(replied(turn, [call]), callStarted(turn, reply + 1))
    yield await story.add(callDone(turn, reply + 1), paused(turn))
  }
  return undefined
}

async function* opened(story: StoryLog, turn: number): AsyncGenerator<number, number> {
  const seq = await story.add(submitted(turn, `q${turn}`), asked(turn))
  yield seq
  return seq
}
