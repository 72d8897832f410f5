import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../../support/eventually.js'
import { logOf, recordsOf, startPod } from '../../support/pod-process.js'
import { processesOf, yoiWorld } from '../../support/yoi-process.js'
import { yoiScreen } from '../../support/yoi-screen.js'

// Lists and panels of the real program, over a real folder and log.

test.serial('an @ lists the files of the folder, and the accepted one goes along', async (t) => {
  const world = await yoiWorld(t)
  const { work } = world
  await mkdir(join(work, 'docs'))
  await writeFile(join(work, 'docs', '議事録 1.txt'), 'the words of the minutes')
  await writeFile(join(work, '.gitignore'), 'ignored.txt\n')
  await writeFile(join(work, 'ignored.txt'), '')
  await writeFile(join(work, 'kept.txt'), '')
  const pod = await startPod(world)
  const screen = yoiScreen(world, [pod.pod])
  await screen.shows('type to start')
  screen.write('what is in @')
  await screen.shows('> docs/')
  await screen.shows('  kept.txt')
  t.false(screen.text().includes('ignored.txt'))
  screen.write('\r')
  await screen.shows('> docs/議事録 1.txt')
  await screen.shows('Enter to accept')
  screen.write('\t')
  await screen.shows('what is in @"docs/議事録 1.txt"')
  await screen.shows('Enter to send')
  screen.write('\r')
  const log = logOf(world, pod.session)
  await eventually(
    () => recordsOf(log, 'TurnEnded').length === 1,
    () => screen.text(),
  )
  const [input] = recordsOf(log, 'InputSubmitted')
  t.deepEqual(
    input?.data.segments.filter(({ kind }) => kind === 'file_ref'),
    [{ kind: 'file_ref', path: 'docs/議事録 1.txt', content: 'the words of the minutes' }] as never,
  )
})

test.serial(
  '/status and /verify tell of this session, a damaged log too, and /quit leaves',
  async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world)
    await pod.client.run('hello')
    await pod.client.waitFor('run_end')
    const screen = yoiScreen(world, [pod.pod], { columns: 100, rows: 40 })
    await screen.shows('type to start')
    screen.write('/status\r')
    await screen.shows(`session     ${pod.session}`)
    await screen.shows('log  ')
    await screen.shows('head  ')
    const log = logOf(world, pod.session)
    screen.write('\x1b')
    await screen.until(() => !screen.text().includes('session  '), 'the panel is closed')
    screen.write('/verify\r')
    await screen.shows('intact, complete')
    // One byte of a word in the middle of the log.
    const bytes = await readFile(log)
    bytes[bytes.indexOf('hello')] = 0x48
    await writeFile(log, bytes)
    screen.write('/verify\r')
    await screen.shows('NOT INTACT')
    screen.write('/replay\r')
    await screen.shows('The turn finished')
    await screen.shows('The log is not intact.')
    screen.write('/quit\r')
    t.is((await screen.exit).exitCode, 0)
    t.false(screen.isAlternate())
    t.true(screen.text().includes(`Come back with: yoi ${pod.pod}`), screen.text())
    t.is(pod.process.child.exitCode, null)
    await eventually(
      () => processesOf(world).length === 1,
      () => `only the Pod runs: ${processesOf(world)}`,
    )
  },
)
