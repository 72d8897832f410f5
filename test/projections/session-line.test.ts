import test from 'ava'
import fc from 'fast-check'
import { fold } from '../../domain/projection.js'
import { evolveAll } from '../../domain/session/evolve.js'
import type { State } from '../../domain/session/state.js'
import { sessionLine } from '../../projections/session-line.js'
import { newMachineWithHooks } from '../support/machine.js'
import { moves } from '../support/machine-moves.js'
import { fcOptions } from '../support/rounds.js'
import { attached, attachedIn, recordsOf, someSession, started } from '../support/story.js'

// What a list may say of a turn that stands so.
const fatesOf = ({ conversation }: State): ReadonlyArray<string | undefined> => {
  const { turn, errored } = conversation
  if (turn !== undefined) return turn.resting ? ['paused', 'interrupted'] : ['running']
  return errored === undefined ? [undefined, 'finished', 'cancelled', 'limit_reached'] : ['errored']
}

test('a list says of the last turn how it stands in the fold, whatever happened', (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: moves.length - 1 }), { maxLength: 25 }), (steps) => {
      const { records } = steps.reduce(
        (sum, step) => moves[step]?.make(sum) ?? sum,
        newMachineWithHooks(),
      )
      const { fate } = fold(sessionLine, records)
      t.true(fatesOf(evolveAll(records)).includes(fate), `${fate}`)
    }),
    fcOptions(2),
  )
})

test('a session belongs to the folder of the newest Pod that named one, in a list and in the fold', (t) => {
  const began = [started(someSession(1), '/first'), attached('a')]
  const folders = [
    { events: began, folder: '/first' },
    { events: [...began, attachedIn('b', '/second')], folder: '/second' },
    { events: [...began, attachedIn('b', '/second'), attached('old')], folder: '/second' },
    {
      events: [...began, attachedIn('b', '/second'), attachedIn('c', '/first')],
      folder: '/first',
    },
  ]
  for (const { events, folder } of folders) {
    const records = recordsOf([events])
    t.is(fold(sessionLine, records).cwd, folder)
    t.is(evolveAll(records).session?.cwd, folder)
  }
})
