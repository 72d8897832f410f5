import { chmod, chown, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { checkNode } from '../../../cli/doctor/check-node.js'
import { checkTerminal } from '../../../cli/doctor/check-terminal.js'
import { checkWatching } from '../../../cli/doctor/check-watching.js'
import type { Finding } from '../../../cli/doctor/finding.js'
import { collectedIo } from '../../support/collected-io.js'
import { type Run, runYoi } from '../../support/run-yoi.js'
import { put, tempHome } from '../../support/temp-home.js'

type Report = { readonly ok: boolean; readonly checks: ReadonlyArray<Finding> }

const reportOf = (run: Run): Report => JSON.parse(run.stdout) as Report

const check = (run: Run, name: string): Finding | undefined =>
  reportOf(run).checks.find((finding) => finding.name === name)

const manifestOf = (home: string) => join(home, 'yoi', 'config', 'manifest.toml')

test('on a fresh machine nothing is wrong, and nothing is made by looking', async (t) => {
  const home = await tempHome(t)
  const run = await runYoi(['doctor', '--json'], { home })
  t.is(run.code, 0)
  t.is(run.stderr, '')
  t.true(reportOf(run).ok)
  t.deepEqual(
    reportOf(run).checks.map(({ name }) => name),
    [
      'node',
      'config folder',
      'data folder',
      'run folder',
      'ripgrep',
      'locks',
      'registry',
      'socket',
      'watching',
      'terminal',
      'manifest',
      'model',
    ],
  )
  t.is(check(run, 'ripgrep')?.level, 'ok')
  t.deepEqual(await readdir(home), [])
})

test('for people there is a line for each check', async (t) => {
  const run = await runYoi(['doctor'], { home: await tempHome(t) })
  t.is(run.code, 0)
  const lines = run.stdout.trimEnd().split('\n')
  t.is(lines.length, 12)
  for (const line of lines) t.regex(line, /^(ok|note|wrong) +\S/)
})

test('a key is told as set, and never printed', async (t) => {
  const env = { ANTHROPIC_API_KEY: 'sk-ant-secret-value' }
  for (const argv of [['doctor', '--json'], ['doctor']]) {
    const run = await runYoi(argv, { home: await tempHome(t), env })
    t.is(run.code, 0)
    t.false(`${run.stdout}${run.stderr}`.includes('secret'))
    t.regex(run.stdout, /ANTHROPIC_API_KEY is set/)
  }
})

test('a key with a line break in it is wrong, and not printed', async (t) => {
  const env = { ANTHROPIC_API_KEY: 'sk-ant-secret\n' }
  const run = await runYoi(['doctor', '--json'], { home: await tempHome(t), env })
  t.is(run.code, 1)
  t.is(check(run, 'model')?.level, 'wrong')
  t.false(run.stdout.includes('secret'))
})

test('a real model without a key is wrong, with base_url it is not', async (t) => {
  const home = await tempHome(t)
  await put(manifestOf(home), 'model.ref = "anthropic/x"\n')
  const without = await runYoi(['doctor', '--json'], { home })
  t.is(without.code, 1)
  t.regex(check(without, 'model')?.message ?? '', /set ANTHROPIC_API_KEY, or set model\.ref/)
  await put(manifestOf(home), 'model.ref = "anthropic/x"\nmodel.base_url = "http://127.0.0.1:1"\n')
  const local = await runYoi(['doctor', '--json'], { home })
  t.is(local.code, 0)
  t.regex(check(local, 'model')?.message ?? '', /no key is sent/)
})

test('an invalid manifest is wrong and says where', async (t) => {
  const home = await tempHome(t)
  await put(manifestOf(home), '[model]\nref =\n')
  const run = await runYoi(['doctor', '--json'], { home })
  t.is(run.code, 1)
  t.true(check(run, 'manifest')?.message.startsWith(`${manifestOf(home)}: line 2`))
})

test('what lies in the way of the registry, its guard or a folder is wrong, as for a start', async (t) => {
  const home = await tempHome(t)
  const data = join(home, 'yoi', 'data')
  const places: ReadonlyArray<readonly [name: string, path: string, said: RegExp]> = [
    ['registry', 'scope.lock', /is not a registry of Pods \(.*move it away/],
    ['data folder', 'sessions', /sessions is not a folder: move it away\.$/],
    ['data folder', 'projections', /projections is not a folder: move it away\.$/],
    ['data folder', 'quarantine', /quarantine is not a folder: move it away\.$/],
    ['data folder', 'outputs', /outputs is not a folder: move it away\.$/],
    ['data folder', 'drafts', /drafts is not a folder: move it away\.$/],
    ['registry', 'scope.guard/', /it is a folder, not a file\); move that away/],
  ]
  for (const [name, path, said] of places) {
    if (path.endsWith('/')) await mkdir(join(data, path), { recursive: true })
    else await put(join(data, path), '{"torn')
    const run = await runYoi(['doctor', '--json'], { home })
    t.is(run.code, 1)
    t.regex(check(run, name)?.message ?? '', said)
    await rm(join(data, path), { recursive: true })
  }
})

test('a script and an instruction that are not there are wrong', async (t) => {
  const home = await tempHome(t)
  await put(manifestOf(home), 'offline.script = "s.json"\nworker.instruction = "role.md"\n')
  const missing = await runYoi(['doctor', '--json'], { home })
  t.is(missing.code, 1)
  t.is(check(missing, 'offline script')?.level, 'wrong')
  t.is(check(missing, 'instruction')?.level, 'wrong')
  await put(join(home, 'yoi', 'config', 's.json'), '[]')
  await put(join(home, 'yoi', 'config', 'role.md'), 'x')
  const there = await runYoi(['doctor', '--json'], { home })
  t.is(there.code, 0)
  t.is(check(there, 'offline script')?.level, 'ok')
})

test('a folder open to others is noted; one that others may write to is wrong for the manifest', async (t) => {
  const home = await tempHome(t)
  await mkdir(join(home, 'yoi', 'data'), { recursive: true })
  await mkdir(join(home, 'yoi', 'config'))
  await chmod(join(home, 'yoi', 'data'), 0o755)
  await chmod(join(home, 'yoi', 'config'), 0o777)
  const run = await runYoi(['doctor', '--json'], { home })
  t.is(check(run, 'data folder')?.level, 'note')
  t.regex(check(run, 'data folder')?.message ?? '', /mode 0755/)
  t.is(check(run, 'config folder')?.level, 'wrong')
  t.is(run.code, 1)
})

for (const folder of ['config', 'data', 'run'])
  test(`a file in the place of the ${folder} folder is wrong`, async (t) => {
    const home = await tempHome(t)
    await put(join(home, 'yoi', folder), '')
    const run = await runYoi(['doctor', '--json'], { home })
    t.regex(check(run, `${folder} folder`)?.message ?? '', /is not a folder: move it away/)
  })

const asRoot = process.getuid?.() === 0 ? test : test.skip

asRoot('a folder inside that belongs to somebody else is wrong, with what helps', async (t) => {
  const home = await tempHome(t)
  const sessions = join(home, 'yoi', 'data', 'sessions')
  await mkdir(sessions, { recursive: true })
  await chown(sessions, 65534, 65534)
  const run = await runYoi(['doctor', '--json'], { home })
  t.regex(
    check(run, 'data folder')?.message ?? '',
    /sessions belongs to somebody else: make it yours/,
  )
})

test('a socket path that would be too long is noted with its length', async (t) => {
  const home = await tempHome(t)
  const run = await runYoi(['doctor', '--json'], {
    home,
    env: { YOI_HOME: join(home, 'h'.repeat(100)) },
  })
  t.is(check(run, 'socket')?.level, 'note')
  t.regex(check(run, 'socket')?.message ?? '', /\d{3} bytes, over 103/)
})

const versions: ReadonlyArray<readonly [version: string, level: Finding['level']]> = [
  ['20.19.9', 'wrong'],
  ['20.20.0', 'ok'],
  ['20.20.2', 'ok'],
  ['21.0.0', 'wrong'],
  ['22.21.1', 'wrong'],
  ['22.22.0', 'ok'],
  ['24.0.0', 'ok'],
  ['18.20.0', 'wrong'],
]

for (const [version, level] of versions) {
  test(`Node ${version} is ${level}`, (t) => {
    t.is(checkNode(version, '>=20.20 <21 || >=22.22').level, level)
  })
}

test('a folder that cannot be watched is noted, for yoi works without', (t) => {
  t.is(checkWatching('/nowhere/at/all').level, 'note')
})

const terminals: ReadonlyArray<
  readonly [env: Record<string, string>, level: Finding['level'], message: RegExp]
> = [
  [{ TERM: 'xterm-256color', LANG: 'ja_JP.UTF-8' }, 'ok', /xterm-256color/],
  [{ TERM: 'xterm-256color', LANG: 'ja_JP.UTF-8', LC_ALL: 'C' }, 'note', /no UTF-8/],
  [{ TERM: 'dumb', LANG: 'C.UTF-8' }, 'note', /"dumb"/],
  [{}, 'note', /TERM is ""/],
]

for (const [env, level, message] of terminals) {
  test(`a terminal with ${JSON.stringify(env)} gets ${level}`, (t) => {
    const io = collectedIo({ env })
    const finding = checkTerminal({
      ...io,
      stdin: Object.assign(io.stdin, { isTTY: true }),
      stdout: Object.assign(io.stdout, { isTTY: true }),
    })
    t.is(finding.level, level)
    t.regex(finding.message, message)
  })
}

test('sessions that cannot be listed are found', async (t) => {
  const home = await tempHome(t)
  await put(join(home, 'yoi', 'data', 'sessions'), 'not a folder')
  await chmod(join(home, 'yoi', 'data'), 0o700)
  const run = await runYoi(['doctor', '--json'], { home })
  t.is(run.code, 1)
  t.regex(check(run, 'data folder')?.message ?? '', /data\/sessions is not a folder: move it away/)
})
