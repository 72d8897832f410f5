import { readFileSync } from 'node:fs'
import test from 'ava'
import * as fc from 'fast-check'
import * as t_ from 'io-ts'
import { type EventType, eventCodecs, eventIs } from '../../domain/event/event.js'
import { quickIs } from '../../domain/quick-is.js'
import { fcOptions } from '../support/rounds.js'

const events: ReadonlyArray<{ readonly type: EventType }> = readFileSync(
  'test/corpus/event-lines.jsonl',
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

type Path = ReadonlyArray<string | number>

// Where each value within a value is.
const pathsIn = (value: unknown): ReadonlyArray<Path> =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, part]) => [
        [key],
        ...pathsIn(part).map((path) => [key, ...path]),
      ])

// The value with another one at this place, or with none.
const changed = (value: unknown, path: Path, to: { readonly value?: unknown }): unknown => {
  const copy = structuredClone(value)
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy)
  const key = path.at(-1) ?? ''
  if ('value' in to) (holder as Record<string, unknown>)[key] = to.value
  else delete (holder as Record<string, unknown>)[key]
  return copy
}

const agrees = (event: { readonly type: EventType }, value: unknown): void => {
  const codec: t_.Mixed = eventCodecs[event.type]
  const quick = eventIs(event.type)?.(value)
  if (quick !== codec.is(value)) throw new Error(`${quick} for ${JSON.stringify(value)}`)
}

const others = [null, 0, -1, 1.5, '', 'x', true, [], {}, [0], [null], { type: 'text' }]

test('every event of every version is the event that it says', (t) => {
  for (const event of events) t.true(eventIs(event.type)?.(event), JSON.stringify(event))
  t.is(eventIs('GoalSet'), undefined)
  t.is(eventIs('toString'), undefined)
})

test('the quick answer is that of io-ts, whatever part of an event is gone or another', (t) => {
  for (const event of events)
    for (const path of pathsIn(event)) {
      agrees(event, changed(event, path, {}))
      for (const value of others) agrees(event, changed(event, path, { value }))
    }
  t.pass()
})

test('so it is with any number of changes at once, and with any JSON', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...events),
      fc.array(fc.tuple(fc.nat(), fc.option(fc.jsonValue())), { maxLength: 4 }),
      fc.jsonValue(),
      (event, changes, json) => {
        agrees(event, json)
        let value: unknown = event
        for (const [at, to] of changes) {
          const paths = pathsIn(value)
          const path = paths[at % Math.max(1, paths.length)]
          if (path !== undefined) value = changed(value, path, to === null ? {} : { value: to })
          agrees(event, value)
        }
      },
    ),
    fcOptions(30),
  )
  t.pass()
})

test('a codec that it cannot take apart answers for itself', (t) => {
  const even = new t_.Type<number>(
    'Even',
    (u): u is number => Number(u) % 2 === 0,
    t_.success as never,
    (a) => a,
  )
  const codec = t_.type({ n: even, maybe: t_.union([t_.string, t_.null]) })
  t.true(quickIs(codec)({ n: 4, maybe: null }))
  t.false(quickIs(codec)({ n: 3, maybe: null }))
  t.false(quickIs(codec)({ n: 4 }))
})
