// All checks, in order of speed; each says what to do. `npm run check -- layers` runs one of them.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['domain', 'projections', 'adapters', 'cli']
const all = [...sources, 'test']

const checks = {
  types: ['tsc', '--noEmit', '--incremental', 'false'],
  format: ['biome', 'check', '--enforce-assist=true', '--config-path=.ci', ...all],
  layers: ['depcruise', '--config', '.ci/layers.cjs', ...sources],
  'dead code': ['knip', '--config', '.ci/knip.json', '--no-config-hints'],
  lint: ['eslint', '--config', '.ci/eslint.config.mjs', '--max-warnings=0', ...all],
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !Object.hasOwn(checks, name))
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`,
  )
  process.exit(2)
}

const failed = []
for (const [name, [command, ...args]] of Object.entries(checks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const startedMs = Date.now()
  const options = { cwd: root, stdio: 'inherit' }
  const { status, error } = spawnSync(`${root}node_modules/.bin/${command}`, args, options)
  if (error !== undefined) console.error(`${command} did not run (${error.message}): npm install?`)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${Date.now() - startedMs} ms)`)
  if (status !== 0) failed.push(name)
}
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
