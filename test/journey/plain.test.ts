import { join } from 'node:path'
import test from 'ava'
import { startPod } from '../support/pod-process.js'
import { someSession } from '../support/story.js'
import { put } from '../support/temp-home.js'
import { yoiWorld } from '../support/yoi-process.js'
import { putSession, yoiScreen } from '../support/yoi-screen.js'

test('on a dumb terminal a line is a message, Ctrl-C pauses, an empty line resumes, Ctrl-D leaves', async (t) => {
  const world = await yoiWorld(t)
  await put(join(world.work, 'hello.txt'), 'The moon is far.\n')
  const env = { ...world.env, TERM: 'dumb' }
  const screen = yoiScreen({ ...world, env }, [])
  // when a question is asked
  await screen.shows('[idle · type to start')
  screen.write('read hello.txt\n')
  await screen.shows('The moon is far.')
  await screen.until(() => screen.text().trimEnd().endsWith('to leave]'), 'the turn has ended')
  // and what a line can be is asked
  screen.write('/help\n')
  await screen.shows('/replay')
  await screen.shows('yoi ctl <pod> shutdown')
  screen.write('/status\n')
  await screen.shows('model       offline')
  screen.write('/verify\n')
  await screen.shows('intact, complete')
  screen.write('/hlep\n')
  await screen.shows('There is no command /hlep: did you mean /help?')
  screen.write('/pods\n')
  await screen.shows('cannot show the list: see yoi pods')
  // and a command is stopped while it runs
  screen.write('run sleep 100\n')
  await screen.shows('Ctrl-C to pause]')
  await screen.shows('I will run sleep 100.')
  screen.write('\x03')
  await screen.shows('[paused · Enter to resume')
  screen.write('\n')
  await screen.shows('— resumed')
  screen.write('\x03')
  await screen.until(() => screen.text().split('[paused').length === 3, 'it is paused again')
  screen.write('\x04')
  // then the Pod goes on, and no byte was more than text
  t.is((await screen.exit).exitCode, 0)
  t.regex(screen.output(), /Come back with: yoi \S+/)
  t.false(screen.output().includes('\x1b'))
  const back = yoiScreen({ ...world, env }, ['-c'])
  await back.shows('The moon is far.')
  await back.shows('[paused')
  back.write('\x04')
  t.is((await back.exit).exitCode, 0)
  const picker = yoiScreen({ ...world, env }, ['-r'])
  t.is((await picker.exit).exitCode, 1)
  t.true(picker.output().includes('yoi --session ID'))
})

test('where another Pod writes in the folder of a session that is named, that folder is named', async (t) => {
  const world = await yoiWorld(t)
  await putSession(world, 1, { cwd: world.work, question: 'What?', answer: 'That.' })
  const pod = await startPod(world)
  const env = { ...world.env, TERM: 'dumb' }
  const screen = yoiScreen({ ...world, env }, ['--session', someSession(1)], { cwd: world.home })
  await screen.shows('only one Pod may write here: ~/work')
  await screen.shows('This is that Pod.')
  await screen.shows('to start')
  screen.write('\x04')
  t.is((await screen.exit).exitCode, 0)
  t.true(screen.output().includes(`Pod ${pod.pod} works in this folder`))
})
