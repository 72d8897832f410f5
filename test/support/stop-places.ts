import type { HookPoint } from '../../domain/hook-point.js'
import type { LiveDelta } from '../../domain/reply.js'
import { inputOf, submit } from './live-session.js'
import { type SentRequest, text } from './scripted-model.js'
import { type Opener, open, type StopStory, sentBefore, settled, twoCalls } from './stop-story.js'

/** A moment of a turn at which it is stopped. */
export type StopPlace = {
  readonly name: string
  /**
   * What a pause gives there: `nothing` had come from the model, so that a person's Submit is taken
   * back; `rests`; or it is `late`, because the turn has ended.
   */
  readonly pause: 'nothing' | 'rests' | 'late'
  /** Calls that run or begin as the stop comes: the turn is decided when they have reported. */
  readonly inTools?: true
  readonly hook?: HookPoint
  /** What the stop records as shown. */
  readonly shown?: ReadonlyArray<Record<string, unknown>>
  /** Opens the turn, brings it there, and asks the stop. Resolves with the answer of `stop`. */
  readonly reach: <A>(opener: Opener, story: StopStory, stop: () => Promise<A>) => Promise<A>
}

/** The request of the turn's first round. */
const firstRequest = async (opener: Opener, story: StopStory): Promise<SentRequest> => {
  await open(opener, story)
  return story.session.model.request(sentBefore(opener) + 1)
}

/** A place within the first request: what has come of it, and the notification that says so. */
const inRequest = (
  name: string,
  come: (request: SentRequest) => void = () => undefined,
  more: Partial<StopPlace> = {},
): StopPlace => ({
  name,
  pause: 'nothing',
  ...more,
  reach: async (opener, story, stop) => {
    come(await firstRequest(opener, story))
    await settled()
    return stop()
  },
})

const streaming = (
  name: string,
  deltas: ReadonlyArray<LiveDelta>,
  shown: Record<string, unknown>,
): StopPlace =>
  inRequest(name, (request) => deltas.forEach(request.stream), { pause: 'rests', shown: [shown] })

/** Stops while the log writes what `cause` gives: the stop is decided right behind it. */
const asWritten = async <A>(
  story: StopStory,
  cause: () => unknown,
  stop: () => Promise<A>,
): Promise<A> => {
  story.log.hold()
  cause()
  await story.log.waits()
  const answer = stop()
  story.log.letGo()
  return answer
}

/** A place behind the first reply, which asks for two calls. */
const inTools = (
  name: string,
  reach: <A>(story: StopStory, request: SentRequest, stop: () => Promise<A>) => Promise<A>,
): StopPlace => ({
  name,
  pause: 'rests',
  inTools: true,
  reach: async (opener, story, stop) => reach(story, await firstRequest(opener, story), stop),
})

const finished = async (n: number, story: StopStory) =>
  (await story.session.tools.running(n)).finish()

const hookAsked = async (story: StopStory, before: number): Promise<void> => {
  while (story.asked() === before) await new Promise(setImmediate)
}

const usage = { input: 9, output: 1, cache_read: 0, cache_write: 0 }

/** Every moment of a turn, in order. */
export const stopPlaces: ReadonlyArray<StopPlace> = [
  {
    name: 'in the very breath of the opening',
    pause: 'nothing',
    reach: async (opener, story, stop) => {
      // Where a reply opens the turn, both wait while something beside is written.
      if (opener === 'queue') return inOneBatch(story, () => open(opener, story), stop)
      const opened = open(opener, story)
      const answer = stop()
      await opened
      return answer
    },
  },
  {
    name: 'before the request leaves',
    pause: 'nothing',
    reach: (opener, story, stop) => asWritten(story, () => void open(opener, story), stop),
  },
  inRequest('as headers are awaited'),
  inRequest('as the first byte is awaited', ({ stream }) => stream({ kind: 'usage', usage })),
  streaming('in text', [{ kind: 'text', block: 0, text: 'half a word' }], {
    kind: 'text',
    block: 0,
    text: 'half a word',
  }),
  streaming('in thinking', [{ kind: 'thinking', block: 0, text: 'half a thought' }], {
    kind: 'thinking',
    block: 0,
    text: 'half a thought',
  }),
  streaming(
    'in tool arguments',
    [
      { kind: 'tool_call', block: 0, call: 'x', name: 'Bash' },
      { kind: 'tool_args', block: 0, call: 'x', text: '{"half an arg' },
    ],
    { kind: 'tool_call', block: 0, call: 'x', name: 'Bash', args: '{"half an arg' },
  ),
  inTools('as the reply with calls is written', async (story, request, stop) =>
    asWritten(story, () => request.reply(twoCalls()), stop),
  ),
  {
    name: 'between reply and tools',
    pause: 'rests',
    hook: 'before_tool',
    reach: async (opener, story, stop) => {
      ;(await firstRequest(opener, story)).reply(twoCalls())
      await hookAsked(story, 0)
      return stop()
    },
  },
  inTools('in the first of two tools', async (story, request, stop) => {
    request.reply(twoCalls())
    await story.session.tools.running(1)
    return stop()
  }),
  inTools('between two tools', async (story, request, stop) => {
    request.reply(twoCalls())
    await story.session.tools.running(1)
    return asWritten(story, () => finished(1, story), stop)
  }),
  inTools('in the second tool', async (story, request, stop) => {
    request.reply(twoCalls())
    await finished(1, story)
    await story.session.tools.running(2)
    return stop()
  }),
  {
    name: 'before the next request',
    pause: 'rests',
    reach: async (opener, story, stop) => {
      ;(await firstRequest(opener, story)).reply(twoCalls())
      await finished(1, story)
      await story.session.tools.running(2)
      return asWritten(story, () => finished(2, story), stop)
    },
  },
  inRequest('in retry back-off', ({ fail }) => fail({ retryable: true })),
  {
    name: 'as the turn ends',
    pause: 'late',
    reach: async (opener, story, stop) => {
      const request = await firstRequest(opener, story)
      return asWritten(story, () => request.reply([text('the end')]), stop)
    },
  },
  {
    name: 'as the hooks of the end are asked',
    pause: 'rests',
    hook: 'turn_end',
    reach: async (opener, story, stop) => {
      const before = opener === 'queue' ? 1 : 0
      const opened = open(opener, story)
      if (opener === 'queue') {
        // The turn before has an end of its own.
        await hookAsked(story, 0)
        story.answerHook()
      }
      await opened
      const request = await story.session.model.request(sentBefore(opener) + 1)
      request.reply([text('the end')])
      await hookAsked(story, before)
      return stop()
    },
  },
]

const inOneBatch = async <A>(
  story: StopStory,
  cause: () => unknown,
  stop: () => Promise<A>,
): Promise<A> => {
  const input = inputOf(await story.session.ask(submit('queue', 'not wanted')))
  if (input === undefined) throw new Error('the input was not accepted')
  story.log.hold()
  const beside = story.session.ask({ method: 'withdraw', input })
  await story.log.waits()
  cause()
  await settled()
  const answer = stop()
  story.log.letGo()
  await beside
  return answer
}
