import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { runYoi } from '../../support/run-yoi.js'
import { put, tempHome } from '../../support/temp-home.js'

const machine = async (t: ExecutionContext) => {
  const home = await tempHome(t)
  await mkdir(join(home, 'proj', 'sub'), { recursive: true })
  return {
    home,
    cwd: join(home, 'proj', 'sub'),
    userFile: join(home, 'yoi', 'config', 'manifest.toml'),
    projectFile: join(home, 'proj', '.yoi', 'manifest.toml'),
  }
}

test('each value has a line with its origin', async (t) => {
  const { home, cwd, userFile, projectFile } = await machine(t)
  await put(userFile, '[model]\nmax_tokens = 5\n')
  await put(projectFile, '[worker]\nmax_rounds = 6\n')
  const run = await runYoi(['manifest', '--cwd', cwd, '--overlay', 'pod.name = "日誌"'], { home })
  t.is(run.code, 0)
  t.is(run.stderr, '')
  const lines = run.stdout.split('\n').map((line) => line.replace(/ {2,}/, ' '))
  t.true(lines.includes('pod.name = "日誌" # --overlay'))
  t.true(lines.includes('model.ref = "offline" # built-in'))
  t.true(lines.includes(`model.max_tokens = 5 # user ${userFile}`))
  t.true(lines.includes(`worker.max_rounds = 6 # project ${projectFile}`))
})

test('a rule of the scope is shown as a manifest would have it', async (t) => {
  const { home, cwd, userFile } = await machine(t)
  await put(userFile, '[[scope.allow]]\ntarget = "/tmp"\npermission = "read"\n')
  const { stdout } = await runYoi(['manifest', '--cwd', cwd], { home })
  t.regex(stdout, /^scope\.allow\[0\] = \{ target = "\/tmp", permission = "read"/m)
})

test('--json gives manifest, origins and warnings, and nothing on stderr', async (t) => {
  const { home, cwd, projectFile } = await machine(t)
  await put(projectFile, 'hooks = []\n[modle]\n')
  const run = await runYoi(['manifest', '--json', '--cwd', 'proj/sub'], { home })
  const data = JSON.parse(run.stdout) as Record<string, { readonly [key: string]: unknown }>
  t.is(run.code, 0)
  t.is(run.stderr, '')
  t.deepEqual(Object.keys(data), ['manifest', 'origins', 'warnings'])
  t.deepEqual(data['origins']?.['hooks'], { origin: 'built-in' })
  t.is((data['warnings'] as unknown as ReadonlyArray<string>).length, 2)
  t.deepEqual(data['manifest']?.['scope'], {
    allow: [{ target: cwd, permission: 'write', recursive: true }],
    deny: [],
  })
})

test('warnings go to stderr, made safe', async (t) => {
  const { home, cwd, projectFile } = await machine(t)
  await put(projectFile, '"\\u009b2J" = 1\n')
  const run = await runYoi(['manifest', '--cwd', cwd], { home })
  t.is(run.stderr, `yoi: ${projectFile}: "\\u009b2J" is unknown and ignored.\n`)
})

test('a value cannot write into the terminal', async (t) => {
  const { home, cwd, projectFile } = await machine(t)
  await put(projectFile, '[worker]\ninstruction = "\\u001b]52;c;x\\u0007 \\u009b2J \\u202e"\n')
  const run = await runYoi(['manifest', '--cwd', cwd], { home })
  t.true(run.stdout.includes('worker.instruction'))
  t.false(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(run.stdout))
})

test('an invalid manifest is one sentence on stderr and exit code 1', async (t) => {
  const { home, cwd, userFile } = await machine(t)
  await put(userFile, '[worker]\nmax_rounds = "ten"\n')
  t.deepEqual(await runYoi(['manifest', '--json', '--cwd', cwd], { home }), {
    code: 1,
    signal: null,
    stdout: '',
    stderr: `yoi: ${userFile}: worker.max_rounds: expected a whole number of 1 or more, got "ten".\n`,
  })
})

test('a folder that does not exist is refused', async (t) => {
  const { home } = await machine(t)
  const run = await runYoi(['manifest', '--cwd', 'nowhere'], { home })
  t.is(run.code, 1)
  t.is(run.stderr, `yoi: There is no folder ${home}/nowhere: name one that exists with --cwd.\n`)
})

test('looking leaves the machine as it was', async (t) => {
  const { home } = await machine(t)
  await runYoi(['manifest'], { home })
  t.deepEqual(await readdir(home), ['proj'])
})
