import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { completeness } from '../../adapters/projector/log-holds.js'
import { projector, rebuildSession } from '../../adapters/projector/projector.js'
import { dyingAt, underFileCalls } from '../support/file-calls.js'
import { projecting, projectionsOf, sourceOf, textsOf } from '../support/projecting.js'
import { fcOptions } from '../support/rounds.js'
import { ownFolder } from '../support/sample-log.js'
import { firstTurn, type StoryLog, someSession, storyLog } from '../support/story.js'
import { growing, steps } from '../support/story-steps.js'

const delays = fc.array(fc.nat(4), { minLength: 7, maxLength: 7 })

/** Lets other work go on before each file call, as many turns of the event loop as is drawn. */
const slowedBy = (ticks: ReadonlyArray<number>) => {
  let made = 0
  return async (): Promise<void> => {
    made += 1
    for (let n = ticks[made % ticks.length] ?? 0; n > 0; n -= 1) await turn()
  }
}

const given = async (t: ExecutionContext) => {
  const root = await ownFolder(t)
  const session = someSession(1)
  const story = await storyLog(root, session, firstTurn(session).slice(0, 1))
  return { root, story, source: sourceOf(root, story) }
}

const agrees = async (t: ExecutionContext, root: string, story: StoryLog): Promise<void> => {
  const place = join(root, 'scratch')
  const source = sourceOf(root, story)
  await rebuildSession({ ...source, folder: projectionsOf(place, story) })
  t.deepEqual(await textsOf(root, story), await textsOf(place, story))
  t.is(await completeness(source), true)
  await rm(root, { recursive: true })
}

test('two projectors and a rebuild at once leave what one leaves, however they interleave', async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(steps, fc.tuple(delays, delays, delays), async (taken, ticks) => {
        const { root, story, source } = await given(t)
        const pod = projecting(t, root, story)
        const watch = projecting(t, root, story)
        const [slowPod, slowWatch, slowRebuild] = ticks.map(slowedBy) as [Slow, Slow, Slow]
        const rebuilt = underFileCalls(slowRebuild, () => rebuildSession(source))
        const both = () =>
          Promise.all([
            underFileCalls(slowPod, pod.advance),
            underFileCalls(slowWatch, watch.advance),
          ])
        const passes = [both()]
        for await (const _ of growing(story, taken)) passes.push(both())

        await Promise.all([...passes, rebuilt])

        t.deepEqual([...pod.troubles, ...watch.troubles, await rebuilt], [{ type: 'made' }])
        await agrees(t, root, story)
      }),
      fcOptions(),
    ),
  )
})

type Slow = ReturnType<typeof slowedBy>

test('a projector that is killed beside another one is made good by the next', async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(steps, fc.tuple(delays, fc.nat(60)), async (taken, [ticks, n]) => {
        const { root, story, source } = await given(t)
        const pod = projecting(t, root, story)
        const watch = projector({ ...source, onTrouble: (sentence) => t.fail(sentence) })
        const { ask, died } = dyingAt(n)
        const slow = slowedBy(ticks)
        const dies = async (...call: Parameters<typeof ask>) => {
          await slow()
          await ask(...call)
        }
        const passes: Promise<unknown>[] = []
        for await (const _ of growing(story, taken)) {
          passes.push(pod.advance())
          passes.push(Promise.race([underFileCalls(dies, watch.advance), died]))
        }
        await Promise.all(passes)

        await projecting(t, root, story).advance()

        t.deepEqual(pod.troubles, [])
        await agrees(t, root, story)
      }),
      fcOptions(),
    ),
  )
})
