import test from 'ava'
import type { Int } from 'io-ts'
import type { Hash } from '../../../domain/ids.js'
import { accept, sent, startJourney } from '../../support/tui-journey.js'

const one = 1 as Int
const request = '0'.repeat(64) as Hash
const usage = { input: 10, output: 5, cache_read: 0, cache_write: 0 }

test.serial('a Submit is sent once, streams, and settles without doubled words', async (t) => {
  const { pod, screen } = await startJourney(t)
  pod.onMethod = (method) => method.method === 'run' && accept(pod, method)
  await screen.shows('type to start')
  screen.write('こんにちは\r')
  await screen.until(() => sent(pod, 'run').length === 1, 'the run arrives')
  await screen.shows('Ctrl-C to pause')
  const turn = pod.status.turn!
  pod.append({ type: 'RoundStarted', data: { turn, round: one, attempt: one, request } })
  for (const text of ['A slow ', 'answer ', 'arrives'])
    pod.tell({ event: 'text_delta', data: { turn, round: 1, block: 0, text } })
  await screen.shows('A slow answer arrives')
  pod.append(
    {
      type: 'AssistantReplied',
      data: {
        turn,
        round: one,
        content: [{ type: 'text', text: 'A slow answer arrives.' }],
        stop_reason: 'end_turn',
        usage,
        model: 'offline',
      },
    },
    { type: 'TurnEnded', data: { turn, result: 'finished' } },
  )
  pod.tell({ event: 'run_end', data: { result: 'finished', turn } })
  pod.setStatus({ status: 'idle', queue_held: false })
  await screen.shows('type to start')
  t.is(screen.text().split('A slow answer').length, 2)
  t.is(screen.text().split('> こんにちは').length, 2)
  await screen.shows('in 10 out 5 tokens')
  t.deepEqual(sent(pod, 'run')[0]?.method === 'run' && sent(pod, 'run').length, 1)
})

test.serial('Ctrl-C pauses what runs and an empty Enter resumes it', async (t) => {
  const { pod, screen } = await startJourney(t)
  pod.onMethod = (method) => method.method === 'run' && accept(pod, method)
  await screen.shows('type to start')
  screen.write('go\r')
  await screen.shows('Ctrl-C to pause')
  screen.write('\x03')
  await screen.until(() => sent(pod, 'pause').length === 1, 'the pause arrives')
  const turn = pod.status.turn!
  pod.append({ type: 'TurnPaused', data: { turn, by: 'person' } })
  pod.tell({ event: 'run_end', data: { result: 'paused', turn } })
  pod.setStatus({ status: 'paused', queue_held: true, turn })
  await screen.shows('Enter to resume, type to start new turn')
  screen.write('\r')
  await screen.until(() => sent(pod, 'resume').length === 1, 'the resume arrives')
  t.is(sent(pod, 'run').length, 1)
})

test.serial('40 KB of pasted Japanese is one chip and arrives whole', async (t) => {
  const text = '日本語の長い文章です。\n'.repeat(1300)
  const { pod, screen } = await startJourney(t)
  await screen.shows('type to start')
  screen.write(`\x1b[200~${text}\x1b[201~`)
  await screen.shows(`[Clipboard #1 | ${Array.from(text).length} chars, 1300 lines]`)
  screen.write('\r')
  await screen.until(() => sent(pod, 'run').length === 1, 'the run arrives')
  const run = sent(pod, 'run')[0]
  const segment = run?.method === 'run' ? run.params.input[0] : undefined
  t.is(segment?.kind === 'paste' ? segment.content : '', text)
})

test.serial('40 KB of Japanese without brackets neither hangs nor sends prompts', async (t) => {
  const text = '日本語の長い文章です。\r'.repeat(1300)
  const { pod, screen } = await startJourney(t)
  await screen.shows('type to start')
  screen.write(text)
  await screen.shows('[Clipboard #1')
  screen.write('!')
  await screen.until(() => /\]!/.test(screen.text()), 'a key still works')
  t.is(pod.methods.length, 0)
})

test.serial('the screen fits after every resize while text streams', async (t) => {
  const { pod, screen } = await startJourney(t)
  await screen.shows('type to start')
  const turn = pod.session as never
  pod.setStatus({ status: 'running', queue_held: false, turn })
  for (const [columns, rows] of [
    [20, 10],
    [120, 40],
    [3, 5],
    [80, 24],
  ] as const) {
    pod.tell({
      event: 'text_delta',
      data: { turn, round: 1, block: 0, text: '日本語👨‍👩‍👧 text ' },
    })
    screen.resize(columns, rows)
    await screen.until(
      () => screen.lines().some((line) => line.startsWith('> ') || columns < 8),
      `${columns}`,
    )
  }
  await screen.shows('日本語')
  await screen.shows('Ctrl-C to pause')
  await screen.until(() => screen.cursor().x === 2, 'the cursor is behind the prompt')
  t.is(pod.methods.length, 0)
})

test.serial(
  'a broken connection is said, and nothing is doubled or lost when it comes back',
  async (t) => {
    const { pod, screen, socket } = await startJourney(t)
    pod.onMethod = (method) => method.method === 'run' && accept(pod, method)
    await screen.shows('type to start')
    screen.write('first\r')
    await screen.shows('Ctrl-C to pause')
    const turn = pod.status.turn!
    await pod.hangUp()
    await screen.shows('connection lost')
    pod.append({ type: 'NoteAdded', data: { turn, kind: 'test', text: 'said meanwhile' } })
    pod.inFlight = {
      round: 1,
      blocks: [{ kind: 'text', block: 0, text: 'half an ans' }],
      calls: [],
    }
    screen.write('typed meanwhile')
    await pod.listen(socket)
    await screen.shows('half an ans')
    pod.tell({ event: 'text_delta', data: { turn, round: 1, block: 0, text: 'wer' } })
    await screen.shows('half an answer')
    t.is(screen.text().split('> first').length, 2)
    t.is(screen.text().split('said meanwhile').length, 2)
    await screen.shows('> typed meanwhile')
  },
)

test.serial('a Submit without an answer is sent again with the same key', async (t) => {
  const { pod, screen, socket } = await startJourney(t)
  await screen.shows('type to start')
  screen.write('only once\r')
  await screen.until(() => sent(pod, 'run').length === 1, 'the run arrives')
  await pod.hangUp()
  pod.onMethod = (method) => method.method === 'run' && accept(pod, method)
  await pod.listen(socket)
  await screen.until(() => sent(pod, 'run').length === 2, 'the run arrives again')
  await screen.shows('> only once')
  const [first, second] = sent(pod, 'run')
  t.deepEqual(first, second)
})

test.serial('hostile text reaches the terminal as marks', async (t) => {
  const { pod, screen } = await startJourney(t, { name: 'po\x1b]0;owned\x07d' })
  await screen.shows('type to start')
  const turn = pod.session as never
  pod.append({
    type: 'NoteAdded',
    data: { turn, kind: 'test', text: 'a\x1b]52;c;ZXZpbA==\x07b\x1b[2Jc\r\0\u202e\u2028d' },
  })
  await screen.shows('a␛]52;c;ZXZpbA==␇b␛[2Jc␍␀‹202E›‹2028›d')
  t.true(screen.text().includes('po␛]0;owned␇d'))
  // The title is the only string of that kind, and it holds marks as well.
  const strings = screen.output().match(/\x1b\].*?(?:\x07|\x1b\\)/gs) ?? []
  t.deepEqual(
    strings.filter((one) => !/^\x1b\]2;[^\0-\x1f\x7f-\x9f]*\x07$/.test(one)),
    [],
  )
})
