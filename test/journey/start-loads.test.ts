import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { startInPty } from '../bench/pty.js'
import { bundledSources } from '../support/bundled-sources.js'
import { startPod } from '../support/pod-process.js'
import { mainFile } from '../support/run-yoi.js'
import { type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const noteLoads = fileURLToPath(new URL('../support/fixtures/note-loads.js', import.meta.url))

// What costs a start time and an idle Pod memory, by a part of its address.
const heavy = {
  sdk: '/@anthropic-ai/sdk/',
  model: '/adapters/model/anthropic/anthropic-completions.js',
  tool: '/adapters/tools/read-tool.js',
}
const notInDialog = [
  '/highlight.js/',
  '/markdown-it/',
  '/cli/tui/run-tui.js',
  '/tui/block-lines.js',
]
const neverInPod = ['/terminal-kit/', '/chokidar/', '/cli/tui/']

const loadsIn = (world: YoiWorld) => {
  const list = join(world.home, 'loads')
  const loaded = () => readFileSync(list, 'utf8').trim().split('\n')
  const loads = (part: string) =>
    loaded().some((file) => bundledSources(file).some((source) => source.includes(part)))
  return { env: { NODE_OPTIONS: `--import=${noteLoads}`, LOADS: list }, loaded, loads }
}

test('a Pod loads the SDK, the model and a tool with the first use, and the screen never', async (t) => {
  const world = await yoiWorld(t)
  const { env, loaded, loads } = loadsIn(world)
  const pod = await startPod(world, { env })
  t.true(loads('/cli/pod/start-pod.js'))
  for (const part of [...Object.values(heavy), ...neverInPod]) t.false(loads(part), part)
  if (mainFile.includes('/bundle/')) t.true(loaded().length < 80, `${loaded().length} files`)

  await pod.client.run('Read hello.txt')
  await pod.client.waitFor('run_end')
  for (const part of Object.values(heavy)) t.true(loads(part), part)
  for (const part of neverInPod) t.false(loads(part), part)
})

test('the first dialog is drawn before what shows a conversation is loaded', async (t) => {
  const world = await yoiWorld(t)
  const { env, loads } = loadsIn(world)
  const screen = startInPty([mainFile], { cwd: world.work, env: { ...world.env, ...env } })
  await screen.said('New Pod')
  t.true(loads('/cli/screen/open/start-new.js'))
  for (const part of notInDialog) t.false(loads(part), part)
  await screen.end()
})
