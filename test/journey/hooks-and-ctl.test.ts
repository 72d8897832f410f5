import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../support/eventually.js'
import {
  messageStart,
  replies,
  streams,
  type WireBlock,
  type WireEvent,
} from '../support/loopback-behaviours.js'
import { allHolds, asked, endOf, type LoopbackPod, loopbackPod } from '../support/loopback-pod.js'
import { logOf, recordsOf, startPod } from '../support/pod-process.js'
import { put } from '../support/temp-home.js'
import { processesOf, runYoiIn, yoiWorld } from '../support/yoi-process.js'

const good = replies('All is well.')
const begun: ReadonlyArray<WireEvent> = [
  messageStart,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'half a word' } },
]
const inText = streams(begun)
const bash = (command: string): WireBlock => ({
  type: 'tool_use',
  id: 'c1',
  name: 'Bash',
  input: { command },
})

const readCount = ({ world }: Pick<LoopbackPod, 'world'>, name: string): string => {
  const path = join(world.work, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** A hook that keeps each question and answers with this; it is the user's own program. */
const hook = (on: string, answer: string): string => {
  const script = `cat >> asked; echo >> asked; printf '%s' '${answer}'`
  const command = `["/bin/sh", "-c", ${JSON.stringify(script)}]`
  return `{ on = "${on}", command = ${command}, timeout_ms = 60000 }`
}

test.serial('a hook pauses before a tool and at the end; each is asked once', async (t) => {
  const world = await yoiWorld(t)
  const pause = '{"decision":"pause","reason":"look first"}'
  const hooks = [hook('before_tool', pause), hook('turn_end', pause)]
  const pod = await startPod(world, { overlays: [`hooks = [${hooks.join(', ')}]`] })
  const it = { pod }
  await pod.client.run('run `echo ran >> count`')
  t.is((await endOf(it, 1)).result, 'paused')
  t.is(readCount({ world }, 'count'), '')
  const log = logOf(world, pod.session)
  const [stop] = recordsOf(log, 'StopRequested')
  t.like(stop?.data, { by: 'hook', reason: 'look first', stop: 'pause' })
  t.is(await asked(it, { method: 'resume' }), 'ack')
  t.is((await endOf(it, 2)).result, 'paused', 'the end of the turn is asked about')
  t.is(readCount({ world }, 'count'), 'ran\n')
  t.is(await asked(it, { method: 'resume' }), 'ack')
  t.is((await endOf(it, 3)).result, 'finished')
  const questions = readCount({ world }, 'asked')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  t.deepEqual(
    questions.map(({ on, call }) => [on, call?.name]),
    [
      ['before_tool', 'Bash'],
      ['turn_end', undefined],
    ],
  )
  t.is(recordsOf(log, 'ToolCallStarted').length, 1)
})

test.serial('a hook that fails is said and stops nothing', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world, {
    overlays: ['hooks = [{ on = "before_tool", command = ["/no/such/program"] }]'],
  })
  await pod.client.run('run `echo ran >> count`')
  t.is((await endOf({ pod }, 1)).result, 'finished')
  t.is(readCount({ world }, 'count'), 'ran\n')
  const alert = await pod.client.waitFor('alert', ({ code }) => code === 'hook_failed')
  t.true(alert.data.message.includes('/no/such/program'))
})

test.serial('a project’s own manifest sets no hook', async (t) => {
  const world = await yoiWorld(t)
  const path = join(world.work, '.yoi', 'manifest.toml')
  await put(path, `hooks = [${hook('before_tool', '{"decision":"pause"}')}]\n`)
  const pod = await startPod(world)
  await pod.client.run('run `echo ran >> count`')
  t.is((await endOf({ pod }, 1)).result, 'finished')
  t.is(readCount({ world }, 'asked'), '')
})

test.serial('a shell that ignores TERM and its child are gone when the turn rests', async (t) => {
  const stubborn = "trap '' TERM; sleep 1000 & echo first; sleep 1000"
  const it = await loopbackPod(t, [replies([bash(stubborn)]), good])
  await it.pod.client.run('go on')
  await it.pod.client.waitFor('tool_output_delta', ({ text }) => text.includes('first'))
  await eventually(() => processesOf(it.world).length > 2)
  await asked(it, { method: 'pause' })
  t.is((await endOf(it, 1)).result, 'paused')
  t.deepEqual(processesOf(it.world), [it.pod.pid])
  const [result] = recordsOf(logOf(it.world, it.pod.session), 'ToolCallCompleted')
  t.is(result?.data.outcome, 'interrupted')
  t.regex(result?.data.content ?? '', /^first/)
  await allHolds(it)
})

test.serial(
  'yoi ctl pauses, resumes, queues, withdraws, tells, cancels and abandons',
  async (t) => {
    const it = await loopbackPod(t, [inText, inText, good, inText])
    const { pod, world } = it
    const ctl = async (...argv: ReadonlyArray<string>) => {
      const { code, stdout, stderr } = await runYoiIn(world, ['ctl', pod.pod, ...argv])
      return [code, stdout.trim() + stderr.trim()] as const
    }
    t.deepEqual(await ctl('pause').then(([code]) => code), 1, 'nothing runs')
    await pod.client.run('go on')
    await pod.client.waitFor('text_delta')
    const [queuedCode, id] = await ctl('queue', 'a queued text')
    t.is(queuedCode, 0)
    t.deepEqual(await ctl('withdraw', id), [0, 'a queued text'])
    t.is((await ctl('notify', 'some news'))[0], 0)
    t.is((await ctl('pause'))[0], 0)
    t.is((await ctl('pause'))[0], 0, 'a second pause changes nothing')
    t.is((await ctl('cancel'))[0], 1, 'a turn at rest is not running')

    const from = pod.client.heard.length
    await asked(it, { method: 'resume' })
    await pod.client.waitFor('text_delta', undefined, from)
    t.deepEqual(await ctl('cancel'), [0, 'The turn is cancelled.'])
    const [code, words] = await ctl('run', 'again')
    t.is(code, 0)
    t.regex(words, /All is well/)

    const later = pod.client.heard.length
    await pod.client.run('and rest')
    await pod.client.waitFor('text_delta', undefined, later)
    t.is((await ctl('pause'))[0], 0)
    t.is((await ctl('abandon'))[0], 0)
    t.is((await ctl('resume'))[0], 1, 'nothing is left to resume')
    t.is((await ctl('shutdown'))[0], 0)
    t.is((await pod.process.ended).code, 0)
    await allHolds(it)
  },
)
