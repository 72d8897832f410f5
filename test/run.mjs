// Runs the compiled tests: first those that may share a process, then the journeys, which start
// real processes and read terminals. Prints what failed and, last, the runner's own figures.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { globSync } from 'tinyglobby'

const root = new URL('..', import.meta.url).pathname
const only = process.argv.slice(2)

const run = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
    child.once('close', (code) => resolve(code ?? 1))
  })

/** Runs AVA on these files and counts its TAP lines; failures are passed on with their diagnosis. */
const runAva = (files, flags) =>
  new Promise((resolve) => {
    const args = ['--enable-source-maps', 'node_modules/ava/entrypoints/cli.mjs', '--tap']
    const child = spawn(process.execPath, [...args, ...flags, ...files], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    const counted = { passed: 0, failed: 0, skipped: 0 }
    let failing = false
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^(not )?ok /.test(line)) {
        const skipped = / # (SKIP|TODO)/.test(line)
        failing = line.startsWith('not ok')
        counted[skipped ? 'skipped' : failing ? 'failed' : 'passed'] += 1
        if (skipped) console.log(line)
      }
      if (failing || line.startsWith('Bail')) console.log(line)
    })
    child.once('close', (code) => {
      // A file that crashed, or a run without a test, fails although no test says so.
      if (code !== 0 && counted.failed === 0) counted.failed = 1
      resolve(counted)
    })
  })

rmSync(new URL('../dist/test', import.meta.url), { recursive: true, force: true })
rmSync(new URL('../dist/.tsbuildinfo', import.meta.url), { force: true })
if ((await run('npx', ['tsc', '--project', 'tsconfig.json'])) !== 0) process.exit(1)

const chosen = (pattern, ignore) =>
  globSync(pattern, { cwd: root, ignore }).filter(
    (file) => only.length === 0 || only.some((word) => file.includes(word)),
  )
const journeys = chosen('dist/test/journey/**/*.test.js', [])
const others = chosen('dist/test/**/*.test.js', ['dist/test/journey/**'])

const figures = []
if (others.length > 0) figures.push(await runAva(others.sort(), ['--timeout=120s']))
if (journeys.length > 0)
  figures.push(
    await runAva(journeys.sort(), ['--no-worker-threads', '--concurrency=2', '--timeout=240s']),
  )

const sum = (key) => figures.reduce((total, counted) => total + counted[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1)
