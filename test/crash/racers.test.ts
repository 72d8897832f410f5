import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { listEntries } from '../../cli/pod-registry.js'
import { rounds } from '../support/rounds.js'
import { type Fixture, startFixture } from '../support/run-fixture.js'
import { someSession } from '../support/story.js'
import { tempHome } from '../support/temp-home.js'

// Eight processes want one session, or one folder, at once, round after round. Now and then the
// winner is killed, and the one that takes its place dies in a step of its own registration.

const count = 8
const steps = [
  'guard.taken',
  'guard.signed',
  'scope.lock.before_write',
  'scope.lock.before_rename',
  'scope.lock.renamed',
  'guard.done',
] as const

type Racer = Fixture & { readonly pod: string }

const racer = async (t: ExecutionContext, home: string, n: number, crashAt = '') => {
  const pod = `racer ${n}`
  const fixture = startFixture(t, 'racing-pod', [home, pod], { YOI_CRASH_AT: crashAt })
  await fixture.line()
  return { ...fixture, pod }
}

type Race = { readonly session: string; readonly folder: string }

// One session in folders of their own; or sessions of their own in one folder, by several paths.
const wants = (home: string, round: number, n: number): Race =>
  round % 2 === 0
    ? { session: someSession(round), folder: join(home, `folder-${n}`) }
    : {
        session: someSession(1000 * (round + 1) + n),
        folder:
          [join(home, 'shared'), join(home, 'link'), join(home, 'shared', 'below')][n % 3] ?? '',
      }

const isNamed = (sentence: string, { pod, pid }: Racer): boolean =>
  [`Pod ${pod} `, `pid ${pid}`, `socket `, `/run/${pod}/sock`, `\`yoi '${pod}'\``].every((part) =>
    sentence.includes(part),
  )

const raced = async (racers: ReadonlyArray<Racer>, home: string, round: number) => {
  for (const [n, one] of racers.entries()) {
    const { session, folder } = wants(home, round, n)
    one.say(`enter ${session} ${folder}\n`)
  }
  const answers = await Promise.all(racers.map((one) => one.line().catch(() => 'died')))
  return racers.map((one, n) => ({ racer: one, answer: answers[n] ?? '' }))
}

const oneWins = (t: ExecutionContext, outcomes: Awaited<ReturnType<typeof raced>>): Racer => {
  const winners = outcomes.filter(({ answer }) => answer === 'entered')
  t.is(winners.length, 1, outcomes.map(({ answer }) => answer).join('\n'))
  const [winner] = winners
  if (winner === undefined) throw new Error('nobody won')
  const holders = [winner.racer, ...diedIn(outcomes)]
  for (const { answer } of outcomes)
    if (answer !== 'entered' && answer !== 'died')
      t.true(
        holders.some((one) => isNamed(answer, one)),
        `${answer} names ${holders.map(({ pod }) => pod).join(' or ')}`,
      )
  return winner.racer
}

// One that died behind its own registration held the place for a moment: its guard is freed before
// its process is gone, and whoever looked just then was rightly refused with its name.
const diedIn = (outcomes: Awaited<ReturnType<typeof raced>>): ReadonlyArray<Racer> =>
  outcomes.filter(({ answer }) => answer === 'died').map(({ racer: one }) => one)

test('of eight at once one wins each time, and all others name it or one that just died', async (t) => {
  t.timeout(600_000)
  const home = await tempHome(t)
  for (const name of ['shared/below', ...Array.from({ length: count }, (_, n) => `folder-${n}`)])
    await mkdir(join(home, name), { recursive: true })
  await symlink(join(home, 'shared'), join(home, 'link'))
  const numbers = Array.from({ length: count }, (_, n) => n)
  let racers = await Promise.all(numbers.map((n) => racer(t, home, n)))
  const killEvery = Math.max(10, Math.round(rounds / 10))
  let killed = 0
  let diedInStep = 0
  for (let round = 0; round < rounds; round += 1) {
    const outcomes = await raced(racers, home, round)
    const winner = oneWins(t, outcomes)
    const died = [...diedIn(outcomes)]
    diedInStep += died.length
    if (round % killEvery === killEvery - 1) {
      winner.kill('SIGKILL')
      await winner.ended
      died.push(winner)
      killed += 1
    } else {
      winner.say('leave\n')
      t.is(await winner.line(), 'left')
    }
    // Whoever takes the place of a killed one dies in turn; whoever takes his lives.
    const crashAt = (one: Racer) => (one === winner ? steps[killed % steps.length] : undefined)
    racers = await Promise.all(
      racers.map((one, n) => (died.includes(one) ? racer(t, home, n, crashAt(one)) : one)),
    )
  }
  t.log(`${rounds} races of ${count}; ${killed} winners were killed, ${diedInStep} in a step`)
  const paths = pathsFrom({ YOI_HOME: home })
  t.deepEqual(await listEntries(paths), E.right([]))
  const names = await readdir(paths.data)
  t.deepEqual(names.sort(), ['scope.guard', 'scope.lock'])
})
