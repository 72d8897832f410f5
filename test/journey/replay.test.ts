import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { smallSizes, writeSampleLog } from '../bench/sample-logs.js'
import { runShell } from '../support/run-yoi.js'
import { asked, paused, someSession, storyLog, submitted } from '../support/story.js'
import { startYoi, yoiWorld } from '../support/yoi-process.js'

test('a log is followed with the real program until Ctrl-C, which is 130', async (t) => {
  const world = await yoiWorld(t)
  const story = await storyLog(join(world.yoiHome, 'data'), someSession(1))
  const replay = startYoi(world, ['replay', someSession(1), '--follow'])
  await replay.until(() => replay.stdout().includes('The turn finished'), 'what was there')

  await story.add(submitted(2, 'is this seen?'), asked(2))
  await replay.until(() => replay.stdout().includes('is this seen?'), 'the new group')
  await story.add(paused(2, 'crash'))
  await replay.until(() => replay.stdout().includes('The turn was interrupted'), 'the next group')
  replay.kill('SIGINT')

  t.is((await replay.ended).code, 130)
  t.regex(replay.stdout(), /^── turn 2 ─.*\n {2}#6 .* Asked$/m)
})

test('Ctrl-C ends the replay of a long log at once with 130', async (t) => {
  const world = await yoiWorld(t)
  const sessions = join(world.yoiHome, 'data', 'sessions')
  await mkdir(sessions, { recursive: true })
  const log = await writeSampleLog(sessions, { bytes: 12_000_000, sizes: smallSizes, seed: 1 })
  const replay = startYoi(world, ['replay', someSession(1)])
  await replay.until(() => replay.stdout().includes('#100 '), 'the first records')

  replay.kill('SIGINT')

  t.is((await replay.ended).code, 130)
  const records = (await readFile(log, 'utf8')).split('\n').length - 1
  t.false(replay.stdout().includes(`#${records - 1} `))
})

test('a reader that has seen enough ends a replay quietly', async (t) => {
  const world = await yoiWorld(t)
  const sessions = join(world.yoiHome, 'data', 'sessions')
  await mkdir(sessions, { recursive: true })
  await writeSampleLog(sessions, { bytes: 3_000_000, sizes: smallSizes, seed: 1 })
  for (const options of ['', '--json', '--at 900']) {
    const line = `$YOI replay ${someSession(1)} ${options} | head -n 1; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await runShell(line, world)
    t.is(stdout.trimEnd().split('\n').at(-1), '0', options)
    t.is(stderr, '', options)
  }
})
