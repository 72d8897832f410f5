import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { isLeft } from '../../support/is-left.js'
import { logOf, recordsOf, startPod } from '../../support/pod-process.js'
import type { PtyScreen } from '../../support/pty-screen.js'
import { someSession } from '../../support/story.js'
import { allGone, type YoiWorld, yoiWorld } from '../../support/yoi-process.js'
import { putSession, yoiScreen } from '../../support/yoi-screen.js'

// Going from one Pod or session to another with the real program.

const command = async (screen: PtyScreen, name: string): Promise<void> => {
  screen.write(name)
  await screen.shows(`> ${name}`)
  screen.write('\r')
}

/** Twelve sessions in the working folder; only the last of them speaks of a dragon. */
const manySessions = async (world: YoiWorld): Promise<void> => {
  for (let n = 1; n <= 12; n += 1) {
    const question = n === 12 ? '遠いドラゴンの話' : `question ${n}.`
    await putSession(world, n, { cwd: world.work, question, answer: `answer ${n}` })
  }
}

test.serial(
  'a session that is older than those listed is found by its words, previewed and resumed',
  async (t) => {
    const world = await yoiWorld(t)
    await manySessions(world)
    const screen = yoiScreen(world, ['-r'], { columns: 120, rows: 24 })
    await screen.shows('Resume a session  1 of 10')
    await screen.shows(`│ ${someSession(1)}`)
    t.false(screen.text().includes('ドラゴン'))
    screen.write('どらごん')
    await screen.shows('Search: どらごん  1 of 1')
    await screen.shows(`│ ${someSession(12)}`)
    await screen.shows('│ > 遠いドラゴンの話')
    t.true(screen.text().includes('1 turn · '), screen.text())
    screen.write('\x1b')
    await screen.shows('Resume a session  1 of 10')
    screen.write('ﾄﾞﾗｺﾞﾝ answer')
    await screen.shows('1 of 1')
    screen.write('\r')
    await screen.shows('Resume Pod / session: ')
    // The name that its Pod had is free.
    await screen.shows('Name: before')
    screen.write('\r')
    await screen.shows('> 遠いドラゴンの話')
    await screen.shows('idle · type to start')
    screen.write('\x04')
    await isLeft(t, screen, 0)
    await allGone(world)
  },
)

/** A Pod in a folder of its own, which has had one turn. */
const podNamed = async (world: YoiWorld, name: string) => {
  const cwd = join(world.home, name)
  await mkdir(cwd)
  const pod = await startPod(world, { argv: ['--cwd', cwd], overlays: [`pod.name = "${name}"`] })
  await pod.client.run(`I am ${name}`)
  await pod.client.waitFor('run_end')
  return pod
}

test.serial('from one Pod to another and back, and no text is lost on the way', async (t) => {
  const world = await yoiWorld(t)
  const first = await podNamed(world, 'lab')
  const second = await podNamed(world, '書庫')
  const screen = yoiScreen(world, ['lab'])
  await screen.shows('idle · type to start')
  await command(screen, '/pods')
  await screen.shows('Attach to a Pod  1 of 2')
  await screen.shows('idle · on this screen')
  screen.write('\x1b[B')
  await screen.shows(`pid ${second.pid} · session ${second.session}`)
  screen.write('\x1b')
  await screen.shows('> I am lab')
  await screen.shows('idle · type to start')
  await command(screen, '/pods')
  await screen.shows('Attach to a Pod  1 of 2')
  screen.write('書庫')
  await screen.shows('Search: 書庫  1 of 1')
  screen.write('\r')
  await screen.shows('> I am 書庫')
  await screen.shows('idle · type to start')
  screen.write('hello from here\r')
  await screen.until(
    () => recordsOf(logOf(world, second.session), 'TurnEnded').length === 2,
    'the turn ends in the second Pod',
  )
  t.is(recordsOf(logOf(world, first.session), 'InputSubmitted').length, 1)
  await screen.shows('idle · type to start')
  await command(screen, '/sessions')
  await screen.shows('Resume a session')
  screen.write('I am lab')
  await screen.shows('1 of 1')
  screen.write('\r')
  // It is live: beside a Pod it is attached to.
  await screen.shows('> I am lab')
  await screen.shows('idle · type to start')
  screen.write('half a thought')
  await screen.shows('> half a thought')
  screen.write('\x03\x03')
  await isLeft(t, screen, 0)
  t.regex(screen.text(), /half a thought/)
  t.regex(screen.text(), /Come back with: yoi lab/)
})

test.serial('what cannot be shown leads back to the Pod with its reason', async (t) => {
  const world = await yoiWorld(t)
  await podNamed(world, 'lab')
  const other = join(world.home, 'other')
  await mkdir(other)
  await putSession(world, 1, { cwd: other, question: 'elsewhere', answer: 'yes' })
  const screen = yoiScreen(world, ['lab'], { columns: 120 })
  await screen.shows('idle · type to start')
  await command(screen, '/sessions')
  await screen.shows('Resume a session')
  screen.write('elsewhere')
  await screen.shows('1 of 1')
  screen.write('\r')
  await screen.shows('Resume Pod / session: ')
  screen.write('\x15lab\r')
  await screen.shows('has this name')
  screen.write('\x1b')
  await screen.shows('> I am lab')
  await screen.shows('idle · type to start')
  screen.write('\x04')
  await isLeft(t, screen, 0)
  await allGone(world)
})
