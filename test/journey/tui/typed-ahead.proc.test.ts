import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { onlyLog, recordsOf, typesIn } from '../../support/pod-process.js'
import { openPty } from '../../support/pty-screen.js'
import { mainFile } from '../../support/run-yoi.js'
import { sent, startJourney } from '../../support/tui-journey.js'
import { yoiWorld } from '../../support/yoi-process.js'

test.serial(
  'text and Enter typed before the screen is there are kept and sent, once',
  async (t) => {
    const { pod, screen } = await startJourney(t)
    // The program has hardly begun: the terminal still edits lines and makes LF of the Enter key.
    screen.write('typed early\r')
    await screen.until(() => sent(pod, 'run').length > 0, 'the run arrives')
    await screen.shows('sending: typed early')
    t.deepEqual(
      sent(pod, 'run').map((one) => one.method === 'run' && one.params.input),
      [[{ kind: 'text', content: 'typed early' }]],
    )
  },
)

test.serial('Ctrl-J is a newline as soon as the screen is there', async (t) => {
  const { pod, screen } = await startJourney(t)
  await screen.shows('type to start')
  screen.write('one\ntwo\r')
  await screen.until(() => sent(pod, 'run').length > 0, 'the run arrives')
  t.deepEqual(
    sent(pod, 'run').map((one) => one.method === 'run' && one.params.input),
    [[{ kind: 'text', content: 'one\ntwo' }]],
  )
})

test.serial('what is typed between the name dialog and the first screen is sent', async (t) => {
  const world = await yoiWorld(t)
  const screen = openPty(process.execPath, [mainFile], { env: world.env, cwd: world.work })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  await screen.shows('New Pod')
  screen.write('\r')
  // Looked for in the bytes: the first screen may be there before the test has looked at this one.
  await screen.until(() => screen.output().includes('\x1b[?1049l'), 'the dialog is gone')
  screen.write('list the files\r')
  const logs = join(world.yoiHome, 'data', 'sessions')
  await screen.until(() => existsSync(logs) && readdirSync(logs).length > 0, 'the text arrives')
  await screen.until(() => typesIn(onlyLog(world)).includes('TurnEnded'), 'the turn ends')
  t.is(recordsOf(onlyLog(world), 'InputSubmitted').length, 1)
})
