import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../../support/eventually.js'
import {
  hangs,
  messageStart,
  replies,
  silent,
  streams,
  type WireBlock,
} from '../../support/loopback-behaviours.js'
import type { Behaviour } from '../../support/loopback-model.js'
import {
  allHolds,
  asked,
  endOf,
  type LoopbackPod,
  loopbackPod,
} from '../../support/loopback-pod.js'
import { logOf, recordsOf, typesIn } from '../../support/pod-process.js'
import type { PtyScreen } from '../../support/pty-screen.js'
import { processesOf } from '../../support/yoi-process.js'
import { screenOf } from '../../support/yoi-screen.js'

// The real screen, the real Pod, a server in the test's hands: what the keys of stopping do.

const good = replies('All is well.')
const inText = streams([
  messageStart,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'half a word' } },
])
const bash = (command: string, id: string): WireBlock => ({
  type: 'tool_use',
  id,
  name: 'Bash',
  input: { command },
})
const sleeps = replies([bash("echo fir''st; sleep 1000", 'c1'), bash('echo two > count', 'c2')])

const isSuspended = (pid: number): boolean =>
  /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

const ctrlC = '\x03'
const ctrlD = '\x04'
const ctrlR = '\x12'
const ctrlX = '\x18'
const ctrlL = '\x0c'
const escape = '\x1b'
const altUp = '\x1b[1;3A'
const pausedWords = 'paused · Enter to resume, type to start new turn'

/** The screen of a Pod whose model answers so, with nothing to do yet. */
const atRest = async (t: ExecutionContext, answers: ReadonlyArray<Behaviour>) => {
  const it = await loopbackPod(t, answers)
  const screen = screenOf(it)
  await screen.shows('type to start')
  return { it, screen }
}

/** A turn is asked for, and is in the middle of `inText`, or of `sleeps`. */
const startsToSpeak = async (screen: PtyScreen): Promise<void> => {
  screen.write('go on\r')
  await screen.shows('half a word')
}
const startsATool = async (screen: PtyScreen): Promise<void> => {
  screen.write('count\r')
  await screen.shows('first')
}

const pauses = async (screen: PtyScreen): Promise<void> => {
  screen.write(ctrlC)
  await screen.shows(pausedWords)
}

const typesOf = ({ world, pod }: LoopbackPod) => typesIn(logOf(world, pod.session))

test.serial('Ctrl-C pauses in the stream, an empty Enter resumes', async (t) => {
  const { it, screen } = await atRest(t, [inText, good])
  await startsToSpeak(screen)
  await pauses(screen)
  await screen.shows('(stopped here)')
  t.true(screen.text().includes('half a word'), 'what was shown stays on the screen')
  t.is(await it.server.requests[0]?.over, 'client_closed')
  screen.write('\r')
  await screen.shows('All is well.')
  await screen.shows('idle')
  const [first, again] = it.server.requests
  t.true(first?.body.equals(again?.body ?? Buffer.of()))
  await allHolds(it)
})

test.serial('Ctrl-C pauses in a tool, an empty Enter runs the next call', async (t) => {
  const { it, screen } = await atRest(t, [sleeps, good])
  await startsATool(screen)
  await pauses(screen)
  screen.write('\r')
  await screen.shows('All is well.')
  t.is((await endOf(it, 2)).result, 'finished')
  t.is(readFileSync(join(it.world.work, 'count'), 'utf8'), 'two\n')
  await allHolds(it)
})

test.serial('Ctrl-C pauses what a notice or a child’s report started', async (t) => {
  const { it, screen } = await atRest(t, [inText, good, inText, good])
  await asked(it, { method: 'notify', params: { message: 'the build is done' } })
  await screen.shows('half a word')
  await pauses(screen)
  screen.write('\r')
  await screen.shows('idle')
  const heard = it.pod.client.heard.length
  await asked(it, { method: 'pod_event', params: { kind: 'turn_ended', pod_name: 'child' } })
  await it.pod.client.waitFor('text_delta', undefined, heard)
  await screen.shows('Ctrl-C to pause')
  await pauses(screen)
  await allHolds(it)
})

test.serial(
  'text and Enter while paused starts a new turn, with what was open closed',
  async (t) => {
    const { it, screen } = await atRest(t, [sleeps, good])
    await startsATool(screen)
    await pauses(screen)
    screen.write('something else\r')
    await screen.shows('All is well.')
    t.is((await endOf(it, 2)).result, 'finished')
    const log = logOf(it.world, it.pod.session)
    t.deepEqual(
      recordsOf(log, 'ToolCallCompleted').map(({ data }) => [
        data.outcome,
        data.synthetic === true,
      ]),
      [
        ['interrupted', false],
        ['cancelled', true],
      ],
    )
    t.deepEqual(
      recordsOf(log, 'TurnEnded').map(({ data }) => [data.result, data.by]),
      [
        ['cancelled', 'run'],
        ['finished', undefined],
      ],
    )
    await allHolds(it)
  },
)

test.serial('Ctrl-X cancels, and in idle and paused only hints', async (t) => {
  const { it, screen } = await atRest(t, [inText, inText])
  screen.write(ctrlX)
  await screen.shows('Nothing runs.')
  await startsToSpeak(screen)
  screen.write(ctrlX)
  await screen.shows('idle')
  t.is((await endOf(it, 1)).result, 'cancelled')
  const heard = it.pod.client.heard.length
  screen.write('go on\r')
  await it.pod.client.waitFor('text_delta', undefined, heard)
  await screen.shows('Ctrl-C to pause')
  await pauses(screen)
  screen.write(ctrlX)
  await screen.shows('the turn is paused')
  t.is(typesOf(it).at(-1), 'TurnPaused')
})

test.serial('Ctrl-C twice leaves, the Pod stays, and the way back is printed', async (t) => {
  const { it, screen } = await atRest(t, [good])
  screen.write(ctrlC)
  await screen.shows('Press Ctrl-C again within 3 s to leave. The Pod stays.')
  // A slow machine may have taken the 3 s by now: another key, then both presses at once.
  screen.write(ctrlL + ctrlC + ctrlC)
  t.is((await screen.exit).exitCode, 0)
  t.true(screen.text().includes(`yoi ${it.pod.pod}`))
  t.false(screen.isAlternate())
  t.deepEqual(processesOf(it.world), [it.pod.pid])
  t.is((await it.pod.client.run('still there')).event, 'ack')
  t.is((await endOf(it, 1)).result, 'finished')
})

test.serial('Ctrl-D needs two presses while running and one at rest', async (t) => {
  const { it, screen } = await atRest(t, [inText])
  await startsToSpeak(screen)
  screen.write(ctrlD)
  await screen.shows('Press Ctrl-D again within 3 s')
  t.false(typesOf(it).includes('StopRequested'))
  screen.write(ctrlL + ctrlD + ctrlD)
  t.is((await screen.exit).exitCode, 0)
  t.is((await it.pod.process.ended).code, 0)
  t.deepEqual(typesOf(it).slice(-3), ['StopRequested', 'TurnPaused', 'PodDetached'])
})

test.serial('Ctrl-R and Esc do nothing to the Pod, whatever it does', async (t) => {
  const { it, screen } = await atRest(t, [inText, good])
  await startsToSpeak(screen)
  screen.write(ctrlR)
  screen.write(escape)
  await screen.shows('Esc stops nothing')
  const running = typesOf(it)
  t.is(running.at(-1), 'RoundStarted')
  await pauses(screen)
  const paused = typesOf(it)
  screen.write(ctrlX)
  await screen.shows('the turn is paused')
  screen.write(ctrlR)
  screen.write(escape)
  // Esc closes the hint, which shows that both were read.
  await screen.until(() => !screen.text().includes('the turn is paused'), 'the hint is closed')
  t.deepEqual(typesOf(it), paused)
  t.is(it.server.requests.length, 1)
})

test.serial('queued lines are shown, and Alt-Up takes the last one back', async (t) => {
  const { it, screen } = await atRest(t, [inText, good, good])
  await startsToSpeak(screen)
  screen.write('the second\r')
  await screen.shows('queued: the second')
  screen.write('the third\r')
  await screen.shows('queued: the third')
  screen.write('half typed')
  screen.write(altUp)
  await screen.until(() => !screen.text().includes('queued: the third'), 'the third is back')
  await screen.shows('> the third')
  await screen.shows('half typed')
  screen.write(ctrlC)
  await screen.shows('paused')
  await screen.shows('queued, held: the second')
  t.true(screen.text().includes('half typed'), 'what was being typed is kept')
  const log = logOf(it.world, it.pod.session)
  t.is(recordsOf(log, 'InputWithdrawn').length, 1)
  t.is(it.server.requests.length, 1, 'nothing started by itself')
})

test.serial(
  'after a cancel the queue is held and shown; an empty Enter runs the next',
  async (t) => {
    const { it, screen } = await atRest(t, [inText, good])
    await startsToSpeak(screen)
    screen.write('the next\r')
    await screen.shows('queued: the next')
    screen.write(ctrlX)
    await screen.shows('queued, held: the next')
    await screen.shows('Enter to run the next queued')
    t.is(it.server.requests.length, 1, 'nothing started by itself')
    screen.write('\r')
    await screen.shows('All is well.')
    t.is((await endOf(it, 2)).result, 'finished')
    await allHolds(it)
  },
)

test.serial('keys pressed while it stops are neither lost nor doubled', async (t) => {
  // The stop makes the command suspend its Pod, so that it stops for as long as the test wants. Half
  // a second before that the Pod has told the screen.
  const suspends = "trap 'sleep 0.5; kill -STOP $PPID' TERM; echo fir''st; sleep 1000; sleep 1000"
  const { it, screen } = await atRest(t, [replies([bash(suspends, 'c1')]), good])
  screen.write('go on\r')
  await screen.shows('first')
  screen.write(ctrlC)
  await screen.shows('stopping (pause)')
  screen.write(ctrlC)
  screen.write('next words\r')
  await screen.shows('kept: next words')
  await eventually(() => isSuspended(it.pod.pid))
  process.kill(it.pod.pid, 'SIGCONT')
  await screen.shows('All is well.')
  t.is((await endOf(it, 2)).result, 'finished')
  const submits = recordsOf(logOf(it.world, it.pod.session), 'InputSubmitted')
  t.deepEqual(
    submits.map(({ data }) => data.segments),
    [[{ kind: 'text', content: 'go on' }], [{ kind: 'text', content: 'next words' }]],
  )
  t.is(recordsOf(logOf(it.world, it.pod.session), 'StopRequested').length, 1)
  t.true(
    typesOf(it).lastIndexOf('InputSubmitted') > typesOf(it).indexOf('TurnPaused'),
    'the words waited for the end of the stop',
  )
  await allHolds(it)
})

test.serial('a Submit that nothing answered is back in the editor after Ctrl-C', async (t) => {
  for (const quiet of [hangs, silent]) {
    const { it, screen } = await atRest(t, [quiet])
    screen.write('take me back\r')
    await it.server.arrived(0)
    await screen.shows('Ctrl-C to pause')
    screen.write(ctrlC)
    await screen.shows('> take me back')
    await screen.shows('Enter to send')
    t.deepEqual(typesOf(it).slice(-2), ['StopRequested', 'HeadReset'])
    await screen.until(() => !screen.text().includes('sending'), 'nothing is being sent')
  }
})
