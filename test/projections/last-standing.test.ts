import test from 'ava'
import fc from 'fast-check'
import { noHash } from '../../domain/ids.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { lastStanding, type Standing } from '../../projections/last-standing.js'
import { statusFile } from '../../projections/status-file.js'
import { newMachineWithHooks } from '../support/machine.js'
import { moves } from '../support/machine-moves.js'
import { fcOptions } from '../support/rounds.js'
import {
  attached,
  ended,
  firstTurn,
  paused,
  recordsOf,
  resetTo,
  someSession,
  started,
  submitted,
} from '../support/story.js'

const statusWords: Readonly<Record<Standing, string>> = {
  idle: 'idle',
  errored: 'idle',
  paused: 'paused',
  open: 'running',
  unknown: 'unknown',
}

test('state and head are those of the fold of the whole log, whatever happened in it', (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: moves.length - 1 }), { maxLength: 25 }), (steps) => {
      const { records } = steps.reduce(
        (sum, step) => moves[step]?.make(sum) ?? sum,
        newMachineWithHooks(),
      )
      if (records.length === 0) return
      const whole = statusFile(evolveAll(records))
      const { standing, head } = lastStanding(records)
      t.is(statusWords[standing], whole.status)
      t.deepEqual(head ?? null, whole.head)
    }),
    fcOptions(2),
  )
})

test('the end of a log tells the same as all of it, or that it does not know', (t) => {
  const all = recordsOf([...firstTurn(someSession(1)), [submitted(2, 'more')], [paused(2)]])
  for (let from = 0; from < all.length; from += 1) {
    const { standing } = lastStanding(all.slice(from))
    t.is(standing, 'paused')
  }
  t.is(lastStanding(recordsOf([[attached('pod-a')]])).standing, 'unknown')
  t.is(lastStanding([]).standing, 'unknown')
})

test('a reset that leads to itself or to what follows it is no circle', (t) => {
  const resets = [6, 8, 7].map((seq) => [resetTo(1, { seq, hash: noHash })])
  const { standing, head } = lastStanding(recordsOf([...firstTurn(someSession(1)), ...resets]))
  t.deepEqual([standing, head?.seq], ['idle', 5])
})

test('turns are counted as they were opened', (t) => {
  const begun = [started(someSession(1)), attached('pod-a')]
  t.is(lastStanding(recordsOf([begun])).turns, 0)
  const two = [[submitted(1, 'a')], [ended(1)], [submitted(2, 'b')]]
  t.is(lastStanding(recordsOf([begun, ...two])).turns, 2)
})
