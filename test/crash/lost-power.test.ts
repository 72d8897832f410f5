import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { completeness } from '../../adapters/projector/log-holds.js'
import { type Cuts, crashImages, cutsOf } from '../support/crash-images.js'
import { holdsWhatWasPromised, promisedAt, recover, tornIsKept } from '../support/disk-checks.js'
import { bytesAt, type DiskImage, emptyDisk } from '../support/disk-image.js'
import {
  type DiskStory,
  filesOf,
  firstMoves,
  laterMoves,
  type Move,
  make,
  newStory,
  places,
  readLog,
  session,
} from '../support/disk-story.js'
import { projecting, projectionsOf, reader, textsOf } from '../support/projecting.js'
import { fcOptions, rounds } from '../support/rounds.js'
import { tempHome } from '../support/temp-home.js'

// Power is lost behind each operation of the last step of a sequence: those of the steps before are
// the last steps of shorter sequences.

type Played = DiskStory & {
  /** The operations before the last step. */
  readonly from: number
}

const played = async (moves: ReadonlyArray<Move>): Promise<Played> => {
  const tale = newStory()
  let from = 0
  for (const move of moves) {
    from = tale.disk.ops.length
    await make(move, tale)
  }
  return { ...tale, from }
}

function* lossesIn(tale: Played, cuts: Cuts) {
  const { ops } = tale.disk
  for (let done = tale.from; done <= ops.length; done += 1)
    for (const image of crashImages(emptyDisk, ops.slice(0, done), cuts))
      yield { image, promised: promisedAt(tale, done), done }
}

/** Checks every disk that a loss of power in the last step may leave; gives how many there are. */
const survives = async (moves: ReadonlyArray<Move>, cuts: Cuts): Promise<number> => {
  const recovered = new Set<string>()
  let states = 0
  for (const { image, promised, done } of lossesIn(await played(moves), cuts)) {
    states += 1
    await explained([...moves, `operation ${done}`, shown(image)], async () => {
      holdsWhatWasPromised(image, promised)
      const key = logAndKept(image)
      if (!recovered.has(key)) await recover(image)
      recovered.add(key)
    })
  }
  return states
}

const explained = async (where: ReadonlyArray<string>, body: () => Promise<void>) => {
  try {
    await body()
  } catch (error) {
    throw new Error(`${where.join(', ')}: ${error}`, { cause: error })
  }
}

const shown = (image: DiskImage): string =>
  [...image.names].map(([path, file]) => `${path} ${image.contents.get(file)?.length}`).join(' ')

const logAndKept = ({ names, contents }: DiskImage): string =>
  [...names]
    .filter(([path]) => !path.startsWith(places.projections))
    .map(([path, file]) => `${path} ${contents.get(file)?.toString('latin1')}`)
    .join('\0')

const pairs = firstMoves.flatMap((first) => laterMoves.map((second) => [first, second] as const))

for (const first of firstMoves)
  test(`a loss of power in ${first} loses nothing acknowledged, at any byte`, async (t) => {
    const states = await survives([first], cutsOf(rounds * 4))
    t.true(states > 10)
    t.log(`${states} states`)
  })

test('a loss of power in what follows loses nothing acknowledged', async (t) => {
  let states = 0
  for (const moves of pairs) states += await survives(moves, cutsOf(Math.ceil(rounds / 10)))
  t.true(states > 1000)
  t.log(`${states} states`)
})

const longer = fc
  .tuple(
    fc.constantFrom(...firstMoves),
    fc.array(fc.constantFrom(...laterMoves), { minLength: 2, maxLength: 3 }),
  )
  .map(([first, rest]) => [first, ...rest])

test('so it is behind any three or four steps', async (t) => {
  let states = 0
  await fc.assert(
    fc.asyncProperty(longer, async (moves) => {
      states += await survives(moves, cutsOf(1))
    }),
    fcOptions(0.5),
  )
  t.true(states > 1000)
  t.log(`${states} states`)
})

test('power that is lost again while the session is taken up again changes nothing', async (t) => {
  let states = 0
  for (const moves of [...firstMoves.map((first) => [first]), ...pairs]) {
    const torn = [...lossesIn(await played(moves), cutsOf(1))].filter(
      ({ image }) => readLog(image)?.tail !== undefined,
    )
    // Those of one sequence are much alike.
    const step = Math.ceil(torn.length / Math.ceil(rounds / 10))
    for (const { image } of torn.filter((_, n) => n % step === 0)) {
      const { ops, before, after } = await recover(image)
      for (let done = 0; done <= ops.length; done += 1)
        for (const again of crashImages(image, ops.slice(0, done), cutsOf(2))) {
          states += 1
          await explained([...moves, `operation ${done}`, shown(again)], async () => {
            holdsWhatWasPromised(again, done === ops.length ? after : before)
            tornIsKept(image, again, readLog(image))
            await recover(again)
          })
        }
    }
  }
  t.true(states > 500)
  t.log(`${states} states`)
})

const projected: ReadonlyArray<ReadonlyArray<Move>> = [
  ['a new session'],
  ['a new session', 'an append'],
  ['a new session', 'a rollback'],
  ['a new session', 'a write of the projections', 'a batch of groups'],
  ['a kill in a write', 'a write of the projections', 'a full disk and its cure'],
]

test('whatever a loss of power leaves of the projections, they come back as the log has them', async (t) => {
  const home = await tempHome(t)
  let states = 0
  for (const moves of projected) {
    const all = [...lossesIn(await played([...moves, 'a write of the projections']), cutsOf(2))]
    const step = Math.ceil((all.length * 2) / rounds)
    for (const { image } of all.filter((_, n) => n % step === 0)) {
      states += 1
      const root = join(home, `${states}`)
      const log = await written(image, root)
      const projector = projecting(t, root, { session, path: log })
      await projector.advance()
      const lines = readLog(image)?.groups.flat() ?? []
      const texts = filesOf(lines).map(([, text]) => text)
      await explained([...moves, shown(image)], async () => {
        t.deepEqual(await textsOf(root, { session }), texts)
        t.deepEqual(projector.troubles, [])
        const folder = projectionsOf(root, { session })
        t.true(await completeness({ session, log, folder }))
      })
    }
  }
  t.log(`${states} states`)
})

// The image in real files; gives the path of the log.
const written = async (image: DiskImage, root: string): Promise<string> => {
  for (const path of image.names.keys()) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), bytesAt(image, path) ?? '')
  }
  return join(root, places.log)
}

test('the reader of files reads a disk as the one that is used here', async (t) => {
  const home = await tempHome(t)
  const all = [...lossesIn(await played(['a new session', 'a batch of groups']), cutsOf(rounds))]
  for (const [n, { image }] of all.entries()) {
    const log = await written(image, join(home, `${n}`))
    const groups: string[][] = []
    const tails: unknown[] = []
    for await (const reading of reader.read(log)) {
      if (reading.type === 'torn') tails.push(reading.tail)
      t.not(reading.type, 'problem')
      if (reading.type === 'group') groups.push(reading.lines.map(({ record }) => record.hash))
    }
    const read = readLog(image)
    t.deepEqual(
      groups,
      read?.groups.map((group) => group.map((line) => line.slice(-66, -2))),
    )
    t.deepEqual(tails, read?.tail === undefined ? [] : [read.tail])
  }
})
