import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import * as fc from 'fast-check'
import { logReader } from '../../adapters/log/read-groups.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { rebuildSession } from '../../adapters/projector/projector.js'
import { verifySession } from '../../cli/sessions/verify-session.js'
import { type LogProblem, type LogReading, logStart } from '../../domain/log/reading.js'
import { sessionView } from '../../projections/session-view.js'
import { sampleLines } from '../bench/sample-logs.js'
import { bytesReader, readBytes } from '../support/bytes-reader.js'
import { hasPython, pythonVerdicts, verdictInWords } from '../support/python-verifier.js'
import { fcOptions, rounds } from '../support/rounds.js'
import { ownFolder, sampleTime } from '../support/sample-log.js'
import { someSession } from '../support/story.js'
import { corpusLogs } from './corpus-logs.js'
import { type Damage, damages } from './damages.js'

// Twelve KB in whole groups, with every event of format 1.
const everyEvent = corpusLogs().find(({ name }) => name === 'every-event')?.bytes ?? Buffer.alloc(0)

type Group = Extract<LogReading, { readonly type: 'group' }>

const isGroup = (reading: LogReading): reading is Group => reading.type === 'group'

const problemsOf = (readings: ReadonlyArray<LogReading>): ReadonlyArray<LogProblem> =>
  readings.flatMap((reading) => (reading.type === 'problem' ? [reading.problem] : []))

test('a log torn at any byte of its last group, whatever the event, has lost that group only', async (t) => {
  const groups = (await readBytes(everyEvent)).filter(isGroup)
  t.true(groups.length > 20)
  let from = logStart
  for (const { next } of groups) {
    for (let cut = from.offset + 1; cut < next.offset; cut += rounds >= 300 ? 1 : 3) {
      const short = everyEvent.subarray(0, cut)
      const zeroed = Buffer.concat([short, Buffer.alloc(next.offset - cut)])
      for (const torn of cut % 8 === 0 ? [short, zeroed] : [short]) {
        const readings = await readBytes(torn, { from })
        t.is(readings.length, 1)
        const [only] = readings
        t.true(only?.type === 'torn' && only.tail.offset === from.offset && only.line === from.line)
      }
    }
    from = next
  }
})

// Every bit where there is time for it; else one in a row of bytes, another one in the next row.
const bitsOf = (at: number): ReadonlyArray<number> =>
  rounds >= 300 ? [0, 1, 2, 3, 4, 5, 6, 7] : at % 4 === 0 ? [(at / 4) % 8] : []

test('every flipped bit is reported on its line, and none but the last newline counts as torn', async (t) => {
  const { length } = everyEvent
  const flipped = Buffer.from(everyEvent)
  let line = 1
  let passed = 0
  for (let at = 0; at < length; at += 1) {
    for (const bit of bitsOf(at)) {
      flipped[at] = (everyEvent[at] ?? 0) ^ (1 << bit)
      const readings = await readBytes(flipped, { onProblem: 'go_on' })
      const [first] = problemsOf(readings)
      if (at === length - 1) passed += first === undefined ? 1 : 0
      else if (first?.line !== line) t.fail(`bit ${bit} of byte ${at}: ${JSON.stringify(first)}`)
      if (at < length - 1 && readings.some(({ type }) => type === 'torn'))
        t.fail(`bit ${bit} of byte ${at} is called torn`)
    }
    flipped[at] = everyEvent[at] ?? 0
    if (everyEvent[at] === 0x0a) line += 1
  }
  t.is(passed, bitsOf(length - 1).length)
  t.is(line, everyEvent.toString('latin1').split('\n').length)
})

test('damage to one line does not hide that of another', async (t) => {
  const starts = (await readBytes(everyEvent)).filter(isGroup).flatMap(({ lines }) => lines)
  for (const [first, { offset }] of starts.entries()) {
    const second = (first * 7 + 3) % starts.length
    const bytes = Buffer.from(everyEvent)
    bytes[offset + 90] = 0x7f
    bytes[(starts[second]?.offset ?? 0) + 120] = 0x7f
    const lines = problemsOf(await readBytes(bytes, { onProblem: 'go_on' })).map(({ line }) => line)
    t.deepEqual(
      lines,
      [...new Set([first + 1, second + 1])].sort((a, b) => a - b),
    )
  }
})

// A small log of several turns, with texts of its own; a failure prints its seed only.
const logOf = (seed: number): ReadonlyArray<Buffer> => {
  const sizes = [{ chars: 1 + (seed % 90), part: 1 }]
  return [...sampleLines({ bytes: 4000, sizes, seed })].flat().map((line) => Buffer.from(line))
}
const anySeed = fc.nat({ max: 1e6 })

for (const damage of damages)
  test(`${damage.name}: reported on the right line, and the log is not intact`, async (t) => {
    await fc.assert(
      fc.asyncProperty(anySeed, fc.nat(), async (seed, chance) => {
        const { bytes, line } = damage.make(logOf(seed), chance)
        const problems = problemsOf(await readBytes(bytes, { onProblem: 'go_on' }))
        if (problems[0]?.line !== line)
          throw new Error(`expected on line ${line}: ${JSON.stringify(problems)}`)
        const strict = await readBytes(bytes)
        if (strict.at(-1)?.type !== 'problem') throw new Error('a Pod would go on with it')
      }),
      fcOptions(),
    )
    t.pass()
  })

const testWithPython = hasPython ? test : test.skip

testWithPython('the printed verifier gives the same verdict on generated damage', async (t) => {
  const folder = await ownFolder(t)
  const samples = damaged(Math.min(rounds, 100))
  const paths = samples.map((_, index) => join(folder, `${index}.jsonl`))
  for (const [index, bytes] of samples.entries()) await writeFile(paths[index] ?? '', bytes)

  const said = await pythonVerdicts(paths)

  for (const [index, bytes] of samples.entries()) {
    const place = { session: someSession(1), log: '', folder: join(folder, 'none') }
    const { problems } = await verifySession(bytesReader(bytes), place)
    t.is(said[index], verdictInWords(problems), `sample ${index}`)
  }
})

// Each kind of damage, flipped bits, torn ends, and logs that are good.
const damaged = (count: number): ReadonlyArray<Buffer> =>
  fc.sample(fc.tuple(anySeed, fc.nat()), { ...fcOptions(), numRuns: count }).flatMap((pair) => {
    const [seed, chance] = pair
    const lines = logOf(seed)
    const whole = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
    const flipped = Buffer.from(whole)
    const at = chance % whole.length
    flipped[at] = (whole[at] ?? 0) ^ (1 << (chance % 8))
    const { make } = damages[chance % damages.length] as Damage
    return [whole, flipped, whole.subarray(0, at), make(lines, chance).bytes]
  })

test('an end that is gone is noticed by the checkpoint, wherever it was cut', async (t) => {
  const folder = await ownFolder(t)
  const place = {
    session: someSession(1),
    log: join(folder, 'log.jsonl'),
    folder: join(folder, 'p'),
  }
  await mkdir(place.folder)
  await writeFile(place.log, everyEvent)
  const reader = logReader(sha256)
  const clock = { now: () => sampleTime, monotonicMs: () => 0 }
  await rebuildSession({ ...place, reader, clock, files: sessionView })
  t.like(await verifySession(reader, place), { intact: true, complete: true })

  const groups = (await readBytes(everyEvent)).filter(isGroup)
  for (const { lines } of groups.toReversed()) {
    await truncate(place.log, lines[0]?.offset ?? 0)
    t.like(await verifySession(reader, place), {
      intact: true,
      complete: false,
      problems: [{ kind: 'records_gone' }],
    })
  }
})
