import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import test from 'ava'
import { turnNo } from '../../support/record-list.js'
import { sent, startJourney } from '../../support/tui-journey.js'

const turn = turnNo(1)
const delta = (text: string) =>
  ({ event: 'text_delta', data: { turn, round: 1, block: 0, text } }) as const

const frame = /\x1b\[\?2026h((?:(?!\x1b\[\?2026)[^])*)\x1b\[\?2026l/g

test.serial('while 5,000 live deltas a second arrive no key is lost', async (t) => {
  const { pod, screen } = await startJourney(t)
  await screen.shows('type to start')
  const startMs = performance.now()
  pod.setStatus({ status: 'running', queue_held: false, turn })
  await screen.shows('Ctrl-C to pause')
  let isTyped = false
  let deltas = 0
  const stream = async () => {
    while (!isTyped || deltas < 5000) {
      for (let n = 0; n < 50; n += 1)
        pod.tell(delta(n === 49 ? '日本語。\n' : `word${deltas + n} `))
      deltas += 50
      await wait(10)
    }
  }
  const streaming = stream()
  const typed = Array.from({ length: 100 }, (_, n) => `${n % 10}日`).join('')
  for (const key of typed) {
    screen.write(key)
    await nextTurn()
  }
  screen.write('xyz\x7f\x7f\x7f')
  isTyped = true
  await streaming
  pod.tell(delta('the very last words'))
  await screen.shows('the very last words')
  screen.write('\r')
  await screen.until(() => sent(pod, 'queue').length === 1, 'the text is queued')
  const [queued] = sent(pod, 'queue')
  t.deepEqual(queued?.method === 'queue' ? queued.params.input : [], [
    { kind: 'text', content: typed },
  ])
  const elapsedMs = performance.now() - startMs
  const frames = [...screen.output().matchAll(frame)]
  t.true(frames.length > 3)
  t.true(frames.length <= 3 + elapsedMs / 16, `${frames.length} frames in ${elapsedMs} ms`)
  const outside = screen.output().replaceAll(frame, '')
  t.notRegex(outside, /word\d|日本語/, 'nothing is drawn outside of a synchronized update')
})

test.serial('a storm of resizes during output ends with the screen drawn right', async (t) => {
  const { pod, screen } = await startJourney(t)
  await screen.shows('type to start')
  pod.setStatus({ status: 'running', queue_held: false, turn })
  screen.write('typed 日本')
  for (let n = 0; n < 40; n += 1) {
    pod.tell(delta(`${n} 日本語👨‍👩‍👧 か\u3099 words of the answer `))
    screen.resize([200, 20, 1, 80][n % 4] ?? 80, [50, 10, 1, 24][n % 4] ?? 24)
    await nextTurn()
  }
  screen.resize(80, 24)
  pod.tell(delta('and the end'))
  await screen.shows('and the end')
  await screen.shows('typed 日本')
  const settled = screen.text()
  const draws = () => screen.output().split('\x1b[2J').length
  const before = draws()
  screen.write('\x0c')
  await screen.until(() => draws() > before, 'all is drawn again')
  await screen.until(() => screen.text() === settled, `it is as before:\n${settled}`)
  t.is(screen.lines().length, 24)
})
