// All checks, in order of speed; each says what to do. `node .ci/check.mjs layers` runs one of them.
import { spawnSync } from 'node:child_process'

const sources = ['domain', 'projections', 'adapters', 'cli']
const all = [...sources, 'test']

const checks = {
  types: ['tsc', '--noEmit', '--incremental', 'false'],
  format: ['biome', 'format', '--config-path=.ci', ...all],
  layers: ['depcruise', '--config', '.ci/layers.cjs', ...sources],
  'dead code': ['knip', '--config', '.ci/knip.json'],
  lint: ['eslint', '--config', '.ci/eslint.config.mjs', '--max-warnings=0', ...all],
}

const chosen = process.argv.slice(2)
const failed = []
for (const [name, [command, ...args]] of Object.entries(checks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const startedMs = Date.now()
  const { status } = spawnSync('npx', ['--no-install', command, ...args], { stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${Date.now() - startedMs} ms)`)
  if (status !== 0) failed.push(name)
}
process.exit(failed.length === 0 ? 0 : 1)
