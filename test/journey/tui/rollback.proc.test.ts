import test, { type ExecutionContext } from 'ava'
import { hangs, replies, streams } from '../../support/loopback-behaviours.js'
import type { Behaviour } from '../../support/loopback-model.js'
import { endOf, type LoopbackPod, loopbackPod } from '../../support/loopback-pod.js'
import { logOf, typesIn } from '../../support/pod-process.js'
import { openPty, type PtyScreen } from '../../support/pty-screen.js'
import { mainFile } from '../../support/run-yoi.js'

// A person at a terminal, the real Pod behind it, and a model that does not get to a word.

const begun = streams([{ type: 'ping' }])

const started = async (t: ExecutionContext, behaviours: ReadonlyArray<Behaviour>) => {
  const live = await loopbackPod(t, behaviours)
  return { live, screen: await attached(t, live) }
}

const attached = async (t: ExecutionContext, { world, pod }: LoopbackPod): Promise<PtyScreen> => {
  const screen = openPty(process.execPath, [mainFile, pod.pod], { env: world.env, cwd: world.work })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  await screen.shows('type to start')
  return screen
}

const sends = async (
  text: string,
  n: number,
  { live, screen }: Awaited<ReturnType<typeof started>>,
) => {
  screen.write(`${text}\r`)
  await live.server.arrived(n)
  await screen.shows('Ctrl-C to pause')
}

const editorLine = (screen: PtyScreen): string => screen.lines()[screen.cursor().y] ?? ''

for (const [stop, key] of [
  ['pause', '\x03'],
  ['cancel', '\x18'],
] as const)
  test.serial(`over the TUI, a ${stop} without any reply gives the text back`, async (t) => {
    // given a person, and another one who watches
    const at = await started(t, [replies('All is well.'), hangs, begun])
    const { live, screen } = at
    const other = await attached(t, live)
    await sends('the first', 0, at)
    await screen.shows('All is well.')
    await screen.shows('type to start')
    for (const n of [1, 2]) {
      // when a Submit is stopped before a word
      await sends(n === 1 ? 'dear text' : '', n, at)
      await other.shows('> dear text')
      screen.write(key)
      await endOf(live, n + 1)
      // then the text is in the editor and a line says so; the other sees the line only
      await screen.shows('Taken back')
      await screen.until(() => editorLine(screen).includes('dear text'), 'the editor has the text')
      t.is(screen.text().split('dear text').length, 2, 'in the editor and nowhere else')
      await screen.shows('taken back before anything was answered')
      await other.until(() => !other.text().includes('dear text'), 'the other drops the block')
      await other.shows('taken back before anything was answered')
      await other.shows('type to start')
    }
    // and it still is the newest of the earlier inputs
    screen.write('\x15')
    await screen.until(() => !screen.text().includes('dear text'), 'the editor is empty')
    screen.write('\x1b[A')
    await screen.until(() => editorLine(screen).includes('dear text'), 'Up shows it')
  })

test.serial('a taken-back text is offered above what was typed meanwhile', async (t) => {
  const at = await started(t, [hangs])
  const { screen } = at
  await sends('old words', 0, at)
  screen.write('new words')
  await screen.until(() => editorLine(screen).includes('new words'), 'they are typed')
  screen.write('\x03')
  await screen.shows('came back (Alt-Up): old words')
  t.true(editorLine(screen).includes('new words'))
  screen.write('\x1b[1;3A')
  await screen.until(() => !screen.text().includes('came back'), 'it was taken')
  const lines = screen.lines().map((line) => line.trim())
  const above = lines.findIndex((line) => line.endsWith('old words'))
  t.true(lines[above + 1]?.endsWith('new words'))
})

test.serial('a taken-back paste is one chip again, and is sent whole the next time', async (t) => {
  const at = await started(t, [hangs, replies('All is well.')])
  const { live, screen } = at
  const pasted = 'pasted line\n'.repeat(40)
  screen.write(`\x1b[200~${pasted}\x1b[201~`)
  await screen.shows('[Clipboard #1')
  await sends('', 0, at)
  screen.write('\x03')
  await screen.shows('Taken back')
  await screen.until(() => editorLine(screen).includes('[Clipboard #1'), 'the chip is back')
  screen.write('\r')
  await screen.shows('All is well.')
  const [first, second] = live.server.requests.map(({ body }) => body.toString())
  t.is(second, first)
  t.true(second?.includes(JSON.stringify(pasted).slice(1, -1)))
})

test.serial('a shutdown in an empty turn prints the text below the farewell', async (t) => {
  const at = await started(t, [hangs])
  const { live, screen } = at
  await sends('do not lose me', 0, at)
  screen.write('\x04\x04')
  await screen.exit
  t.is((await live.pod.process.ended).code, 0)
  const said = screen.output().slice(screen.output().lastIndexOf('has shut down'))
  t.regex(said, /Not sent:\r?\ndo not lose me/)
  const tail = typesIn(logOf(live.world, live.pod.session)).slice(-3)
  t.deepEqual(tail, ['StopRequested', 'HeadReset', 'PodDetached'])
})
