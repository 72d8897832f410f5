import { createRequire } from 'node:module'
import test from 'ava'
import fc from 'fast-check'
import { boundKeys } from '../../../../cli/tui/keys/bound-keys.js'
import { keyNames } from '../../../../cli/tui/keys/key-names.js'
import { actionOf, defaultKeymap, keyFor, keyTable } from '../../../../cli/tui/keys/keymap.js'
import { keyNameOf } from '../../../../cli/tui/terminal/key-name.js'
import { fcOptions } from '../../../support/rounds.js'

test('without wishes the keys are those of the table', (t) => {
  t.deepEqual(boundKeys({}), { keymap: defaultKeymap, faults: [] })
})

test('a wish replaces the keys of its action, in any case of letters', (t) => {
  const { keymap, faults } = boundKeys({ detail: ['f2', 'CTRL-O'], repaint: ['Ctrl-Alt-L'] })
  t.deepEqual(faults, [])
  t.is(actionOf('F2', keymap), 'detail')
  t.is(actionOf('Ctrl-O', keymap), 'detail')
  t.is(actionOf('Ctrl-L', keymap), undefined)
  t.is(keyFor('detail', keymap), 'F2')
})

test('a wish takes its key from what nobody wished for', (t) => {
  const { keymap, faults } = boundKeys({ repaint: ['Ctrl-K'] })
  t.deepEqual(faults, [])
  t.is(actionOf('Ctrl-K', keymap), 'repaint')
  t.is(keyFor('kill_line_end', keymap), '')
})

test('two actions may change their keys', (t) => {
  const { keymap, faults } = boundKeys({ interrupt: ['Ctrl-X'], cancel: ['Ctrl-C'] })
  t.deepEqual(faults, [])
  t.is(actionOf('Ctrl-X', keymap), 'interrupt')
  t.is(actionOf('Ctrl-C', keymap), 'cancel')
})

test('an action that can be spared may have no key', (t) => {
  const { keymap, faults } = boundKeys({ suspend: [] })
  t.deepEqual(faults, [])
  t.is(actionOf('Ctrl-Z', keymap), undefined)
})

const refused: ReadonlyArray<
  readonly [wishes: Readonly<Record<string, ReadonlyArray<string>>>, message: string]
> = [
  [{ detial: ['F2'] }, 'expected the name of what a key does: did you mean detail?'],
  [{ fly: ['F2'] }, 'expected the name of what a key does: docs/keys.md lists them'],
  [{ detail: ['Ctrl-0'] }, 'expected the name of a key, got "Ctrl-0": did you mean Ctrl-A?'],
  [{ detail: ['Hyper-Q-Q'] }, 'expected the name of a key, got "Hyper-Q-Q": there is none'],
  [{ detail: ['x'] }, 'expected the name of a key, got "x": it types itself'],
  [{ detail: ['語'] }, 'expected the name of a key, got "語": it types itself'],
  [{ detail: ['Ctrl-M'] }, 'expected the name of a key, got "Ctrl-M": terminals send Enter for it'],
  [
    { detail: ['F2'], repaint: ['F2'] },
    'expected each key for one thing only, but F2 is for detail too',
  ],
  [{ detail: ['F2', 'f2'] }, 'expected each key for one thing only, but F2 is for this one twice'],
  [{ interrupt: [] }, 'expected one key at least, for nothing else does this'],
  [{ detail: ['Ctrl-C'] }, 'expected other keys, for Ctrl-C would leave none to interrupt'],
  [{ detail: ['Enter'] }, 'expected other keys, for Enter would leave none to enter'],
]

for (const [wishes, message] of refused) {
  test(`${JSON.stringify(wishes)} is left out and said: ${message}`, (t) => {
    const { keymap, faults } = boundKeys(wishes)
    t.deepEqual(
      faults.map((fault) => fault.message),
      [message],
    )
    const last = Object.keys(wishes).at(-1) ?? ''
    t.is(faults[0]?.action, last)
    const usual = keyTable.find(({ action }) => action === last)
    if (usual !== undefined) t.deepEqual(keymap.keys.get(usual.action), usual.keys)
  })
}

test('one wrong wish takes nothing from the others', (t) => {
  const { keymap, faults } = boundKeys({ detail: ['F2'], cancle: ['F3'], repaint: ['F4'] })
  t.is(faults.length, 1)
  t.is(actionOf('F2', keymap), 'detail')
  t.is(actionOf('F4', keymap), 'repaint')
})

test('ten thousand unknown names cost as little as some', (t) => {
  const wishes = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`unknown_action_${index}`, ['F2']]),
  )
  t.true(boundKeys(wishes).faults.length < 100)
})

const needed = ['interrupt', 'cancel', 'enter', 'escape', 'up', 'down', 'backspace'] as const

test('whatever is wished for, each key has one meaning and what is needed keeps a key', (t) => {
  const action = fc.constantFrom(...keyTable.map((row) => row.action), 'unknown', 'toString')
  const key = fc.constantFrom(...keyNames, ...keyTable.flatMap(({ keys }) => keys), 'x', 'Ctrl-M')
  const wishes = fc.dictionary(action, fc.array(key, { maxLength: 3 }), { maxKeys: 8 })
  fc.assert(
    fc.property(wishes, (wished) => {
      const { keymap, faults } = boundKeys(wished)
      const keys = [...keymap.keys.values()].flat()
      t.is(new Set(keys).size, keys.length)
      for (const one of needed) t.not(keyFor(one, keymap), '', one)
      const wrong = new Set(faults.map((fault) => fault.action))
      for (const { action: name } of keyTable) {
        if (!Object.hasOwn(wished, name) || wrong.has(name)) continue
        const given = keymap.keys.get(name) ?? []
        t.deepEqual(
          given.map((one) => one.toLowerCase()),
          wished[name]?.map((one) => one.toLowerCase()),
        )
      }
    }),
    fcOptions(10),
  )
})

test('every key that can be bound is one that the terminal library or the filter names', (t) => {
  const { keymap } = createRequire(import.meta.url)('terminal-kit/lib/termconfig/xterm.js') as {
    readonly keymap: Readonly<Record<string, unknown>>
  }
  const known = new Set(Object.keys(keymap).map(keyNameOf))
  const filtered = ['Shift-Enter', 'Wheel-Up', 'Wheel-Down', ...keyTable.flatMap((row) => row.keys)]
  for (const name of keyNames) t.true(known.has(name) || filtered.includes(name), name)
})
