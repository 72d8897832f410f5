import test from 'ava'
import * as fc from 'fast-check'
import {
  calls,
  type Machine,
  newMachine,
  newMachineWithHooks,
  plainly,
  replies,
  said,
  shows,
  submit,
} from '../../support/machine.js'
import { holds } from '../../support/machine-invariants.js'
import { type Move, moves } from '../../support/machine-moves.js'
import { fcOptions, rounds } from '../../support/rounds.js'

const checked = (machine: Machine, move: Move, path: ReadonlyArray<string>): Machine => {
  const after = move.make(machine)
  try {
    holds(machine, after)
  } catch (error) {
    throw new Error(`after ${[...path, move.name].join(', ')}: ${String(error)}`)
  }
  return after
}

const explore = (machine: Machine, depth: number, path: ReadonlyArray<string>): number => {
  if (depth === 0 || machine.left) return 1
  return moves.reduce((count, move) => {
    const after = checked(machine, move, path)
    // A move that changes nothing leads nowhere new.
    const still = after.records.length === machine.records.length && after.held === machine.held
    return still ? count : count + explore(after, depth - 1, [...path, move.name])
  }, 0)
}

test('no sequence of moves up to a small depth breaks a promise', (t) => {
  const reached = explore(newMachine, rounds >= 300 ? 5 : 4, [])
  t.log(`${reached} ends reached`)
  t.true(reached > 1000)
})

test('no sequence of moves behind a turn at work breaks a promise', (t) => {
  const atWork = replies(submit(submit(newMachine), 'queue'), calls('Read', 'Bash'))
  const shown = shows(submit(newMachine))
  const resting = plainly(shown, 'pause')
  for (const from of [atWork, shown, resting])
    t.true(explore(from, rounds >= 300 ? 4 : 3, ['…']) > 100)
})

test('no sequence of moves with hooks breaks a promise', (t) => {
  const atWork = replies(submit(newMachineWithHooks()), calls('Read', 'Bash'))
  const atEnd = replies(submit(newMachineWithHooks()), said())
  for (const from of [atWork, atEnd]) t.true(explore(from, rounds >= 300 ? 4 : 3, ['…']) > 100)
})

test('no long sequence of moves breaks a promise', (t) => {
  const index = fc.nat({ max: moves.length - 1 })
  fc.assert(
    fc.property(fc.array(index, { minLength: 10, maxLength: 60 }), (sequence) => {
      for (const from of [newMachine, newMachineWithHooks()])
        sequence.reduce<Machine>((machine, at, place) => {
          if (machine.left) return machine
          return checked(machine, moves[at] as Move, [`move ${place}`])
        }, from)
    }),
    fcOptions(20),
  )
  t.pass()
})
