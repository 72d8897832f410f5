// Runs the compiled tests: first those that may share a process, then the journeys, which start
// real processes and read terminals. Prints what failed and, last, the runner's own figures.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'

const root = fileURLToPath(new URL('..', import.meta.url))
const only = process.argv.slice(2)
// How long a file may go without finishing a test.
const patience = (seconds) => `--timeout=${process.env.YOI_TEST_PATIENCE_S ?? seconds}s`

const run = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.once('close', (code) => resolve(code ?? 1))
  })

// What AVA's lines say. Its TAP is of no use here: it breaks off when a test hangs.
const kinds = [
  ['passed', /^ {2}[✔√] /],
  ['skipped', /^ {2}- \[(?:skip|todo)\] /],
  ['failed', /^ {2}[✘×] \[fail\]: /],
  ['failed', /^ {2}[✘×] No tests found in /],
  ['failed', /^ {2}(?:Uncaught exception|Unhandled rejection) in /],
  // Tests that never ran or never ended: all of a file that left early, and those that hung.
  ['failed', /^ {2}[✘×] (\d+) tests? remaining in /],
  ['failed', /^ {2}(\d+) tests? remained pending after a timeout/],
]

// A file that hangs in a call of the system outlives AVA's own timeout, and AVA waits for it.
const limitMin = Number(process.env.YOI_TEST_LIMIT_MIN ?? 25)

/** Ends a process and all in its group, when the time is over or when this one is told to end. */
const guard = (child, onLate) => {
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
  const late = setTimeout(() => {
    onLate()
    kill()
  }, limitMin * 60_000)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const told = () => {
    kill()
    process.exit(130)
  }
  for (const signal of signals) process.once(signal, told)
  child.once('close', () => {
    clearTimeout(late)
    for (const signal of signals) process.off(signal, told)
  })
}

/** Runs AVA on these files and counts; all that it says but for what passed is passed on. */
const runAva = (files, flags) =>
  new Promise((resolve) => {
    const args = ['--enable-source-maps', 'node_modules/ava/entrypoints/cli.mjs']
    const child = spawn(process.execPath, [...args, ...flags, ...files], {
      cwd: root,
      // A group of its own, so that all of it can be ended.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    const counted = { passed: 0, failed: 0, skipped: 0 }
    guard(child, () => {
      counted.failed += 1
      console.log(`The tests were ended: they did not finish within ${limitMin} minutes.`)
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [kind, pattern] = kinds.find(([, one]) => one.test(line)) ?? []
      if (kind !== undefined) counted[kind] += Number(pattern.exec(line)[1] ?? 1)
      if (kind !== 'passed' && line.trim() !== '') console.log(line)
    })
    child.once('close', (code) => {
      // A process that was killed fails the run although no test says so.
      if (code !== 0 && counted.failed === 0) counted.failed = 1
      resolve(counted)
    })
  })

rmSync(new URL('../dist/test', import.meta.url), { recursive: true, force: true })
rmSync(new URL('../dist/.tsbuildinfo', import.meta.url), { force: true })
if ((await run(['node_modules/.bin/tsc', '--project', 'tsconfig.json'])) !== 0) process.exit(1)
if ((await run(['.ci/bundle.mjs'])) !== 0) process.exit(1)

const chosen = (pattern, ignore) =>
  globSync(pattern, { cwd: root, ignore })
    .filter((file) => only.length === 0 || only.some((word) => file.includes(word)))
    .sort()
const journeys = chosen('dist/test/journey/**/*.test.js', [])
const others = chosen('dist/test/**/*.test.js', ['dist/test/journey/**'])
console.log(`${others.length} files of tests and ${journeys.length} of journeys`)

const figures = []
if (others.length > 0) figures.push(await runAva(others, [patience(120)]))
if (journeys.length > 0)
  figures.push(await runAva(journeys, ['--no-worker-threads', '--concurrency=2', patience(240)]))

const sum = (key) => figures.reduce((total, counted) => total + counted[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1)
