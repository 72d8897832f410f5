import test, { type ExecutionContext } from 'ava'
import * as fc from 'fast-check'
import { holdsAtTheEnd, holdsWhatWasDurable } from '../support/kill-checks.js'
import { type KillPlace, killPlaces } from '../support/kill-places.js'
import {
  beginLife,
  finish,
  killWorld,
  type Life,
  quiet,
  send,
  sendUnanswered,
} from '../support/kill-story.js'
import type { Doom } from '../support/mortal-log.js'
import { fcOptions } from '../support/rounds.js'

// A session is killed, opened by the next Pod and carried on, several times over. The process dies
// between two appends or within one, at any byte of it.

/** How a Pod's life ends, and what the next one does first. */
type Death = {
  readonly place: KillPlace
  /** Dies behind this step of the place, or in it when there is a doom. */
  readonly step: number
  readonly doom: Doom | undefined
  readonly then: 'resume' | 'run'
}

// All of a batch, which is then durable and nobody was told; nothing of it; any part.
const share = fc.oneof(fc.constant(1), fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }))

const deathAt = (place: fc.Arbitrary<KillPlace>): fc.Arbitrary<Death> =>
  fc.record({
    place,
    step: fc.nat(5),
    doom: fc.option(fc.record({ append: fc.integer({ min: 1, max: 3 }), share }), {
      nil: undefined,
    }),
    then: fc.constantFrom('resume', 'run'),
  })

const lives = async (t: ExecutionContext, deaths: ReadonlyArray<Death>): Promise<void> => {
  const world = await killWorld(t)
  let life = await beginLife(world)
  for (const death of deaths) {
    await dies(life, death)
    const next = await beginLife(world)
    holdsWhatWasDurable(next, life)
    life = next
    await sendUnanswered(life)
    if (death.then === 'resume') await life.session.resume()
    else send(life, 'run')
    await quiet(life)
    await finish(life)
  }
  // What a start settled is written with the first thing that happens.
  send(life, 'run')
  await quiet(life)
  await finish(life)
  await holdsAtTheEnd(life)
  await life.log.kill()
}

const dies = async (life: Life, { place, step, doom }: Death): Promise<void> => {
  const last = step % place.steps.length
  for (const [index, take] of place.steps.slice(0, last + 1).entries()) {
    if (index === last && doom !== undefined) life.log.doom(doom)
    take(life)
    await quiet(life)
  }
  if (!life.log.isDead()) await life.log.kill()
}

test('after any series of kills the log is whole, and nothing is lost or done twice', async (t) => {
  const options = fcOptions()
  const seed = options.seed ?? Date.now() % 2 ** 31
  const place = fc.constantFrom(...killPlaces)
  const deaths = fc.array(deathAt(place), { minLength: 1, maxLength: 3 })
  let killed = 0
  await fc.assert(
    fc.asyncProperty(deaths, async (all) => {
      killed += all.length
      await lives(t, all)
    }),
    { ...options, seed },
  )
  t.log(`${options.numRuns} sessions were killed ${killed} times; YOI_SEED=${seed}`)
  t.true(killed >= options.numRuns)
})

for (const place of killPlaces)
  test(`killed ${place.name}, a session goes on`, async (t) => {
    const world = await killWorld(t)
    const life = await beginLife(world)
    await dies(life, { place, step: place.steps.length - 1, doom: undefined, then: 'resume' })
    t.true(place.isThere(life), life.session.types().join(' '))
    for (const then of ['resume', 'run'] as const) {
      const step = place.steps.length - 1
      await t.notThrowsAsync(() => lives(t, [{ place, step, doom: undefined, then }]))
      const doom = { append: 1, share: 0.5 }
      await t.notThrowsAsync(() => lives(t, [{ place, step, doom, then }]))
    }
  })
