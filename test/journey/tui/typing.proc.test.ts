import { existsSync, readdirSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../../support/eventually.js'
import { startPod } from '../../support/pod-process.js'
import type { PtyScreen } from '../../support/pty-screen.js'
import { removeFolder } from '../../support/remove-folder.js'
import { sent, startJourney } from '../../support/tui-journey.js'
import { type YoiWorld, yoiWorld } from '../../support/yoi-process.js'
import { yoiScreen } from '../../support/yoi-screen.js'

// What is typed, in a real terminal: it survives screens that die, and goes to other editors.

const editorLine = (screen: PtyScreen): string => screen.lines()[screen.cursor().y] ?? ''

const showsInEditor = (screen: PtyScreen, text: string): Promise<void> =>
  screen.until(() => editorLine(screen).includes(text), `the editor shows ${text}`)

const draftsIn = (world: YoiWorld): ReadonlyArray<string> => {
  const folder = join(world.yoiHome, 'data', 'drafts')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
}

const draftSays = async (world: YoiWorld, text: string): Promise<void> => {
  const folder = join(world.yoiHome, 'data', 'drafts')
  await eventually(async () => {
    const texts = await Promise.all(
      draftsIn(world).map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
    )
    return texts.some((one) => one.includes(text))
  })
}

const attach = async (world: YoiWorld, pod: string): Promise<PtyScreen> => {
  const screen = yoiScreen(world, [pod])
  await screen.shows('Ctrl-C')
  return screen
}

test.serial('a draft survives kill -9 of the screen, and what was sent is none', async (t) => {
  const world = await yoiWorld(t)
  const { pod } = await startPod(world, { overlays: ['pod.name = "lab"'] })
  const first = await attach(world, pod)
  await first.shows('type to start')
  first.write('下書き \x1b[200~one\ntwo\n\n\n\x1b[201~ end')
  await showsInEditor(first, '下書き [Clipboard #1 | 10 chars, 4 lines] end')
  first.write('\x1b[D\x1b[D')
  await draftSays(world, '"after":["nd"]')
  first.kill('SIGKILL')
  await first.exit

  const second = await attach(world, pod)
  await second.shows('What you had not sent is back.')
  await showsInEditor(second, '下書き [Clipboard #1 | 10 chars, 4 lines] end')
  second.write('!')
  await showsInEditor(second, 'e!nd')
  second.write('\r')
  await eventually(() => draftsIn(world).length === 0)
  second.kill('SIGKILL')
  await second.exit

  const third = await attach(world, pod)
  await third.shows('idle')
  t.is(editorLine(third).trimEnd(), '>')
  third.write('\x1b[A')
  await showsInEditor(third, '下書き [Clipboard #1')
})

for (const [what, end] of [
  ['SIGTERM', (screen: PtyScreen) => screen.kill('SIGTERM')],
  ['SIGHUP', (screen: PtyScreen) => screen.kill('SIGHUP')],
  ['the loss of the terminal', (screen: PtyScreen) => screen.hangUp()],
] as const)
  test.serial(`the last key before ${what} is in the draft`, async (t) => {
    const world = await yoiWorld(t)
    const { pod } = await startPod(world)
    const first = await attach(world, pod)
    await first.shows('type to start')
    first.write('first words')
    await draftSays(world, 'first words')
    first.write(' and the last')
    await showsInEditor(first, 'first words and the last')
    end(first)
    await first.exit
    const second = await attach(world, pod)
    await showsInEditor(second, 'first words and the last')
    t.pass()
  })

test.serial('a draft is there when its session goes on in another Pod', async (t) => {
  const world = await yoiWorld(t)
  const { client, process } = await startPod(world)
  await client.run('hello')
  await client.waitFor('run_end')
  const screen = await attach(world, 'work')
  await screen.shows('type to start')
  screen.write('half a sentence')
  await draftSays(world, 'half a sentence')
  await client.ask({ method: 'shutdown', id: 'x' })
  await process.ended
  await screen.shows('the Pod has shut down')
  screen.write('\x03\x03')
  await screen.exit
  const again = yoiScreen(world, ['-c'])
  await showsInEditor(again, 'half a sentence')
  t.pass()
})

test.serial('inputs of one session are earlier inputs of the next', async (t) => {
  const world = await yoiWorld(t)
  const one = await startPod(world, { overlays: ['pod.name = "one"'] })
  const first = await attach(world, one.pod)
  await first.shows('type to start')
  first.write('said to one\r')
  await one.client.waitFor('run_end')
  first.kill('SIGKILL')
  await first.exit
  one.process.kill('SIGTERM')
  await one.process.ended
  const two = await startPod(world, { overlays: ['pod.name = "two"'] })
  const second = await attach(world, two.pod)
  await second.shows('type to start')
  second.write('\x1b[A')
  await showsInEditor(second, 'said to one')
  t.pass()
})

/** An editor in the terminal: it writes what it is told, waits for the file `go`, and ends. */
const slowEditor = async (t: ExecutionContext, world: YoiWorld) => {
  const go = join(world.home, 'go')
  const path = join(world.home, 'editor')
  await writeFile(
    path,
    [
      '#!/bin/sh',
      'stty -a | grep -o " icanon"',
      `echo EDITING "$(cat "$1")"`,
      `trap '' INT`,
      `until [ -e '${go}' ]; do sleep 0.05; done`,
      `printf '%s\\nand より' "$(cat "$1")" > "$1"`,
      `[ "$(cat '${go}')" = ok ]`,
    ].join('\n'),
  )
  await chmod(path, 0o755)
  t.teardown(() => removeFolder(go))
  return { path, end: (how: 'ok' | 'fail') => writeFile(go, how) }
}

const withEditor = (world: YoiWorld, path: string): YoiWorld => ({
  ...world,
  env: { ...world.env, EDITOR: path, VISUAL: '' },
})

test.serial(
  'Ctrl-G gives text and terminal to another editor, and the stream goes on',
  async (t) => {
    const world = await yoiWorld(t)
    const editor = await slowEditor(t, world)
    const { pod, client } = await startPod(world)
    const screen = await attach(withEditor(world, editor.path), pod)
    await screen.shows('type to start')
    screen.write('from here\x07')
    await screen.shows('EDITING from here')
    t.false(screen.isAlternate())
    t.deepEqual(screen.modes(), { mouse: 'none', bracketedPaste: false, wrap: true })
    t.true(screen.text().includes(' icanon'), 'the terminal edits lines again')
    await client.run('said meanwhile')
    await client.waitFor('run_end')
    // Ctrl-C in the other program goes to all processes of the terminal; the screen is still there.
    screen.write('\x03')
    t.false(screen.text().includes('said meanwhile'))
    await editor.end('ok')
    await screen.shows('said meanwhile')
    await screen.until(() => screen.isAlternate(), 'the screen is back')
    await screen.shows('> from here')
    await showsInEditor(screen, 'and より')
    screen.write('\x1f')
    await showsInEditor(screen, '> from here')
    screen.write('\x1b[A\x1b[B!')
    await showsInEditor(screen, 'from here!')
  },
)

test.serial(
  'what was pasted is written out for the other editor and is a chip again',
  async (t) => {
    const world = await yoiWorld(t)
    const editor = await slowEditor(t, world)
    const { pod } = await startPod(world)
    const screen = await attach(withEditor(world, editor.path), pod)
    await screen.shows('type to start')
    screen.write('see \x1b[200~line 1\nline 2\nline 3\nline 4\x1b[201~')
    await screen.shows('Ctrl-T beside a pasted text')
    screen.write('\x07')
    await screen.shows('EDITING see line 1')
    await screen.shows('line 4')
    await editor.end('ok')
    await screen.shows('> see [Clipboard #1 | 27 chars, 4 lines]')
    await showsInEditor(screen, 'and より')
    screen.write('\x1b[A\x14')
    await screen.shows('> see line 1')
    await showsInEditor(screen, '> see line 1')
    screen.write('\x1f')
    await screen.shows('> see [Clipboard #1 | 27 chars, 4 lines]')
    t.pass()
  },
)

test.serial('an editor that fails, or is not named, takes nothing away', async (t) => {
  const world = await yoiWorld(t)
  const editor = await slowEditor(t, world)
  const { pod } = await startPod(world)
  await editor.end('fail')
  const screen = await attach(withEditor(world, editor.path), pod)
  await screen.shows('type to start')
  screen.write('precious\x07')
  await screen.shows('ended with 1: the text is as it was.')
  await showsInEditor(screen, '> precious')
  const plain = await attach(withEditor(world, ''), pod)
  await plain.shows('type to start')
  plain.write('mine\x07')
  await plain.shows('Set VISUAL or EDITOR')
  await showsInEditor(plain, '> mine')
  t.false(plain.text().includes('EDITING'))
})

test.serial(
  'a Pod that leaves while the other editor runs is said afterwards, and the text is there',
  async (t) => {
    const world = await yoiWorld(t)
    const editor = await slowEditor(t, world)
    const { pod, client, process } = await startPod(world)
    const screen = await attach(withEditor(world, editor.path), pod)
    await screen.shows('type to start')
    screen.write('unsent\x07')
    await screen.shows('EDITING unsent')
    await client.ask({ method: 'shutdown', id: 'x' })
    await process.ended
    await editor.end('ok')
    await screen.shows('the Pod has shut down: another client told it to')
    screen.write('\x03\x03')
    t.is((await screen.exit).exitCode, 0)
    t.regex(screen.text(), /has shut down[^]*Not sent:\s+unsent\s+and より/)
  },
)

for (const [how, wrap] of [
  ['with brackets', (text: string) => `\x1b[200~${text}\x1b[201~`],
  ['without brackets', (text: string) => text],
] as const)
  test.serial(`1 MB that is pasted ${how} is one chip and arrives whole`, async (t) => {
    const text = '日本語の行です。\n'.repeat(40_000)
    const { pod, screen } = await startJourney(t)
    await screen.shows('type to start')
    screen.write(wrap(text))
    await screen.shows('[Clipboard #1 | 360000 chars, 40000 lines]')
    screen.write('!')
    await screen.until(() => /lines\]!/.test(screen.text()), 'keys work')
    screen.write('\r')
    await screen.until(() => sent(pod, 'run').length === 1, 'the run arrives')
    const run = sent(pod, 'run')[0]
    const segment = run?.method === 'run' ? run.params.input[0] : undefined
    t.true(segment?.kind === 'paste' && segment.content === text)
  })
