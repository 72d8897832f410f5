import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { isLeft } from '../../support/is-left.js'
import { onlyLog, recordsOf, startPod, typesIn } from '../../support/pod-process.js'
import type { PtyScreen } from '../../support/pty-screen.js'
import { allGone, yoiWorld } from '../../support/yoi-process.js'
import { putSession, yoiScreen } from '../../support/yoi-screen.js'

// The dialogs in a pseudo terminal of ten rows, with Japanese and emoji.

const rows = 10

const folders = ['プロジェクト', '長い名前のフォルダ'.repeat(6), 'emoji👨‍👩‍👧dir', 'a "b" c']
const said = [
  '日本語のテストをお願いします。'.repeat(8),
  '👨‍👩‍👧🇯🇵 emoji',
  'か\u3099くせい',
  'plain',
]

for (const columns of [40, 80, 200])
  test.serial(`the picker and the name dialog fit ${columns} columns and 10 rows`, async (t) => {
    const world = await yoiWorld(t)
    for (let n = 1; n <= 10; n += 1) {
      const cwd = join(world.home, folders[n % 4] ?? '')
      await mkdir(cwd, { recursive: true })
      await putSession(world, n, { cwd, question: `${n}. ${said[n % 4]}`, answer: 'はい😀' })
    }
    const screen = yoiScreen(world, ['--resume'], { columns, rows })
    for (let n = 1; n <= 10; n += 1) {
      await screen.shows(`${n} of 10`)
      await screen.until(() => selected(screen).startsWith('> 0192aaaa-0000'), 'a row is selected')
      t.true(screen.lines()[screen.cursor().y + 1]?.startsWith(`    ${n}. `), screen.text())
      t.is(screen.lines().at(-1), 'Up/Down · Enter to pick · Esc to leave')
      screen.write('\x1b[B')
    }
    t.is(screen.lines().length, rows)
    screen.resize(60, 4)
    await screen.until(() => screen.lines()[3]?.startsWith('Up/Down') === true, 'it is drawn anew')
    t.true(selected(screen).startsWith('> '))
    screen.resize(columns, rows)
    await screen.until(() => screen.lines()[9]?.startsWith('Up/Down') === true, 'it is drawn anew')
    screen.write('\x1b[A\x1b[A\r')
    await screen.shows('Resume Pod / session: 0192aaaa-0000')
    await screen.shows('Enter to start · Esc to leave')
    t.regex(screen.text(), /^in ~\//m)
    screen.resize(41, 6)
    await screen.until(() => screen.lines()[screen.cursor().y]?.startsWith('Name: ') === true, 'so')
    screen.write('\x03')
    await isLeft(t, screen, 130)
    t.is(readdirSync(join(world.yoiHome, 'data', 'sessions')).length, 10)
  })

const selected = (screen: PtyScreen): string => screen.lines()[screen.cursor().y] ?? ''

test.serial('the offer and a refusal on 40 columns say all that they have to say', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world, { overlays: ['pod.name = "ログ"'] })
  const screen = yoiScreen(world, [], { columns: 40, rows })
  await screen.shows('Esc to leave')
  for (const words of ['Pod ログ works', 'Enter to attach', 'r to start one that only reads'])
    t.true(screen.text().includes(words), screen.text())
  screen.resize(40, 3)
  await screen.until(() => screen.lines()[2] === 'Esc to leave', 'the keys stay')
  screen.write('\x03')
  await isLeft(t, screen, 130)

  await pod.client.run('hello')
  await pod.client.waitFor('run_end')
  const refusal = yoiScreen(world, ['-r'], { columns: 40, rows: 20 })
  await refusal.shows('live in ログ')
  refusal.write('\r')
  await isLeft(t, refusal, 1)
  await refusal.until(() => refusal.text().includes('attaches to it'), 'the sentence is there')
  t.true(
    refusal.lines().join('').includes('`yoi ログ` attaches to it, `yoi ctl ログ run'),
    refusal.text(),
  )
})

test.serial(
  'what is typed in one read with the Enter of the name dialog reaches the editor behind it',
  async (t) => {
    const world = await yoiWorld(t)
    const screen = yoiScreen(world, [])
    await screen.shows('Name: work')
    screen.write('\rlist the files\r')
    const logs = join(world.yoiHome, 'data', 'sessions')
    await screen.until(() => existsSync(logs) && readdirSync(logs).length > 0, 'the text arrives')
    await screen.until(() => typesIn(onlyLog(world)).includes('TurnEnded'), 'the turn ends')
    t.deepEqual(
      recordsOf(onlyLog(world), 'InputSubmitted').map(({ data }) => data.segments),
      [[{ kind: 'text', content: 'list the files' }]],
    )
    await screen.shows('idle · type to start')
    screen.write('\x04')
    await isLeft(t, screen, 0)
    await allGone(world)
  },
)

test.serial(
  'the name of a live Pod is refused in the name dialog at once, and the text stays',
  async (t) => {
    const world = await yoiWorld(t)
    const other = join(world.home, 'other')
    await mkdir(other)
    const overlays = ['pod.name = "lab"']
    const pod = await startPod(world, { argv: ['--cwd', other], overlays })
    const screen = yoiScreen(world, [])
    await screen.shows('Name: work')
    screen.write('\x15lab\r')
    await screen.shows(`A live Pod (pid ${pod.pid}) has this name`)
    t.true(screen.text().includes('Name: lab'))
    screen.write('2\r')
    await screen.shows('yoi · Pod lab2')
  },
)
