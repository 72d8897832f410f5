import test from 'ava'
import { eventually } from '../../support/eventually.js'
import { replies } from '../../support/loopback-behaviours.js'
import { allHolds, asked, endOf, loopbackPod } from '../../support/loopback-pod.js'
import { modesLeft } from '../../support/modes-left.js'
import { logOf, recordsOf, typesIn } from '../../support/pod-process.js'
import { openPty } from '../../support/pty-screen.js'
import { mainFile } from '../../support/run-yoi.js'
import { processesOf } from '../../support/yoi-process.js'

// Whoever presses Ctrl-C in anger presses it ten times.

const ctrlC = '\x03'
const ctrlL = '\x0c'
const stubborn = "trap '' TERM INT; echo fir''st; while :; do sleep 1000; done"
const calls = replies(
  [stubborn, 'echo two > count'].map((command, n) => ({
    type: 'tool_use',
    id: `c${n}`,
    name: 'Bash',
    input: { command },
  })),
)

test.serial(
  'ten Ctrl-C while a tool ignores TERM are one pause; nothing is lost, and the terminal is as before',
  async (t) => {
    // given a tool that runs, an input that waits, and a draft
    const good = replies('All is well.')
    const it = await loopbackPod(t, [calls, good, good])
    const yoi = `"${process.execPath}" "${mainFile}" ${it.pod.pod}`
    const { work: cwd, env } = it.world
    const screen = openPty('/bin/sh', ['-c', `stty -a; ${yoi}; stty -a`], { cwd, env })
    t.teardown(() => screen.kill('SIGKILL'))
    await screen.shows('type to start')
    screen.write('go on\r')
    await eventually(() => typesIn(logOf(it.world, it.pod.session)).includes('ToolCallStarted'))
    await screen.shows('first')
    screen.write('the next\r')
    await screen.shows('queued: the next')
    screen.write('half typed')
    await screen.shows('half typed')

    // when Ctrl-C is hammered
    screen.write(ctrlC.repeat(10))
    t.is((await endOf(it, 1)).result, 'paused')
    await screen.shows('paused · Enter to start a new turn')

    // then the turn was asked to stop once, and nothing that had not run runs
    const log = logOf(it.world, it.pod.session)
    t.deepEqual(typesIn(log).slice(-4), [
      'InputQueued',
      'StopRequested',
      'ToolCallCompleted',
      'TurnPaused',
    ])
    t.is(recordsOf(log, 'ToolCallStarted').length, 1)
    t.is(recordsOf(log, 'ToolCallCompleted')[0]?.data.outcome, 'interrupted')
    t.true(screen.text().includes('queued, held: the next'))
    t.true(screen.text().includes('> half typed'))
    t.false(screen.text().includes('Press Ctrl-C again'))

    // and both presses at rest leave, with the way back and the draft on the terminal as it was
    screen.write(ctrlL + ctrlC + ctrlC)
    await screen.exit
    await screen.until(() => screen.output().split('speed').length === 3, 'stty has spoken twice')
    const said = screen.output()
    const after = said.slice(said.lastIndexOf('speed')).trim()
    t.is(after, (said.split('\x1b[?1049h')[0] ?? '').trim())
    t.deepEqual(modesLeft(said), [])
    t.false(screen.isAlternate())
    t.true(screen.text().includes(`Come back with: yoi ${it.pod.pod}`))
    t.true(screen.text().includes('half typed'))
    t.deepEqual(processesOf(it.world), [it.pod.pid])

    // and all goes on from there: the second call, the turn's end, and what waited
    t.is(await asked(it, { method: 'resume' }), 'ack')
    t.is((await endOf(it, 2)).result, 'finished')
    t.is((await endOf(it, 3)).result, 'finished')
    t.is(recordsOf(log, 'ToolCallStarted').length, 2)
    t.is(recordsOf(log, 'InputSubmitted').length, 2)
    await allHolds(it)
  },
)
