import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import type { Line } from '../../../cli/tui/frame.js'
import { isLooking } from '../../../cli/tui/search/search.js'
import type { TuiState } from '../../../cli/tui/state.js'
import { keptLines } from '../../../cli/tui/transcript/kept-lines.js'
import { view } from '../../../cli/tui/view.js'
import { limits } from '../../../domain/limits.js'
import type { Block } from '../../../projections/transcript/block.js'
import { longTranscript } from '../../support/long-transcript.js'
import { type Play, play, screenText } from '../../support/tui-given.js'

const count = 100_000
const height = 24

/** A transcript that tells which of its blocks were looked into. */
const watched = () => {
  const seen = new Set<Block>()
  const wrap = (block: Block): Block => {
    const told: Block = new Proxy(block, {
      get: (target, key) => {
        if (key === 'text' || key === 'output' || key === 'segments') seen.add(told)
        return Reflect.get(target, key)
      },
    })
    return told
  }
  const state = longTranscript(count, (n) => `block ${n}`, wrap)
  const took = () => {
    const all = seen.size
    seen.clear()
    return all
  }
  return { state, took }
}

const steps: ReadonlyArray<Play> = [
  ...Array.from({ length: 30 }, () => 'PageUp'),
  'Ctrl-Home',
  ...Array.from({ length: 30 }, () => 'PageDown'),
  ...Array.from({ length: 10 }, () => 'Wheel-Up'),
  'Ctrl-Down',
  'Ctrl-Down',
  'Ctrl-Up',
  'Ctrl-O',
  'PageUp',
  'Ctrl-O',
  'PageDown',
  { type: 'Resize', width: 30, height },
  'PageUp',
  { type: 'Resize', width: 200, height },
  'Ctrl-End',
  'Ctrl-Up',
  'Ctrl-Up',
]

test('in 100,000 blocks each key looks at some screens of them and no more', (t) => {
  const { state, took } = watched()
  view(state)
  t.true(took() <= 2 * height)
  let now: TuiState = state
  for (const one of steps) {
    now = play(now, one).state
    view(now)
    const blocks = took()
    t.true(blocks <= 5 * height, `${JSON.stringify(one)}: ${blocks} blocks`)
  }
})

test('the start and the end of 100,000 blocks are a key away', (t) => {
  const state = longTranscript(count, (n) => `block ${n}.`)
  t.regex(screenText(state), /block 99999\./)
  const top = play(state, 'Ctrl-Home', 'PageDown').state
  t.regex(screenText(top), /block [5-9]\./)
  t.regex(screenText(play(top, 'Ctrl-End').state), /block 99999\./)
})

test('a search in 100,000 blocks looks at so many for a message, and a move at some screens', (t) => {
  const { state, took } = watched()
  const most = limits.searchBlocksPerStep + 5 * height
  let now = play(state, 'PageUp').state
  took()
  for (const key of ["'/", "'block 4", "'2"]) {
    now = play(now, key).state
    view(now)
    t.true(took() <= most, key)
  }
  for (let steps = 0; isLooking(now); steps += 1) {
    now = play(now, { type: 'Tick', atMs: now.nowMs }).state
    view(now)
    t.true(took() <= most)
    t.true(steps <= count / limits.searchBlocksPerStep + 1)
  }
  t.regex(screenText(now), /of 1111 /)
  for (const one of ['Down', 'Up', 'Up', { type: 'Resize', width: 40, height } as const, 'Down']) {
    now = play(now, one).state
    view(now)
    t.true(took() <= 5 * height, JSON.stringify(one))
  }
  t.regex(screenText(now), /block 42/)
})

test('what is at the top stays there when the screen gets wider or narrower', (t) => {
  const words = Array.from({ length: 900 }, (_, n) => `w${n}`).join(' ')
  const start = longTranscript(60, (n) => (n === 31 ? words : `block ${n}`))
  const found = play(start, 'PageUp', "'/w450", 'Enter').state
  const wordsOn = (state: TuiState) =>
    screenText(state)
      .match(/w\d+/g)
      ?.map((one) => +one.slice(1))
  for (const width of [30, 200, 47, 80]) {
    const now = play(found, { type: 'Resize', width, height }).state
    const [first = 0] = wordsOn(now) ?? []
    t.true(Math.abs(first - (wordsOn(found)?.[0] ?? 0)) < width / 2, `${width}: w${first}`)
  }
  t.deepEqual(
    wordsOn(play(found, { type: 'Resize', width: 80, height: 40 }).state)?.[0],
    wordsOn(found)?.[0],
  )
})

test('what was laid out longest ago is made again, and what is looked at is not', (t) => {
  const made: string[] = []
  const many = Array.from({ length: limits.laidOutLinesKept }, (): Line => [])
  const block = (name: string) => ({ kind: 'model', seq: 0, model: name }) as unknown as Block
  const ask = (one: Block, name = 'look') =>
    keptLines(one, name, () => {
      made.push(`${(one as { model: string }).model} ${name}`)
      return many
    })
  const [a, b, c] = [block('a'), block('b'), block('c')]
  for (const one of [a, a, b, a, b, c, c]) ask(one)
  t.deepEqual(made, ['a look', 'b look', 'c look'])
  ask(a)
  t.deepEqual(made.slice(3), ['a look'])
  ask(a, 'other')
  t.deepEqual(made.slice(4), ['a other'])
})

const scrollFile = fileURLToPath(new URL('../../support/fixtures/scroll-long.js', import.meta.url))

test('four thousand pages of 100,000 blocks keep no more than two thousand', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=160',
    '--expose-gc',
    scrollFile,
    ...[count, 4000].map(String),
  ])
  const { pages, last, grownBytes } = JSON.parse(stdout)
  t.is(pages, 4000)
  t.true(last > 20_000)
  t.log(`${pages} pages, ${grownBytes} bytes kept for the second half of them`)
  t.true(grownBytes < 4_000_000)
})
