import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import type { Block } from '../../../projections/transcript/block.js'
import type { TuiState } from '../../../cli/tui/state.js'
import { view } from '../../../cli/tui/view.js'
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

const scrollFile = fileURLToPath(new URL('../../support/fixtures/scroll-long.js', import.meta.url))

test('a thousand pages of 100,000 blocks take bounded memory', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=160',
    '--expose-gc',
    scrollFile,
    ...[count, 1000].map(String),
  ])
  const { pages, last, grownBytesPerBlock } = JSON.parse(stdout)
  t.is(pages, 1000)
  t.true(last > 5000)
  t.log(`${pages} pages, ${grownBytesPerBlock} bytes kept for each block that was seen`)
  t.true(grownBytesPerBlock < 1500)
})
