import { readFileSync } from 'node:fs'
import { readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { commandTable } from '../../cli/command-table.js'
import { commandNames } from '../../domain/manifest/command-names.js'
import { bundledSources } from '../support/bundled-sources.js'
import { mainFile, runShell, runYoi } from '../support/run-yoi.js'
import { put, tempHome } from '../support/temp-home.js'

const packageFile = new URL('../../../package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string }

const commands = commandTable.filter(({ name }) => name !== '')

for (const { name, load } of commands) {
  test(`yoi ${name} --help prints its help and exits 0`, async (t) => {
    const { help } = await load()
    const run = await runYoi([name, '--help'], { home: await tempHome(t) })
    t.deepEqual(run, { code: 0, signal: null, stdout: `${help.trim()}\n`, stderr: '' })
    t.regex(run.stdout, new RegExp(`^Usage: yoi ${name}`))
    t.regex(run.stdout, /Exit codes: /)
  })

  test(`yoi ${name} with an unknown option exits 2 with one sentence and where help is`, async (t) => {
    const { code, stdout, stderr } = await runYoi([name, '--no-such-thing'], {
      home: await tempHome(t),
    })
    t.is(code, 2)
    t.is(stdout, '')
    t.is(stderr, `yoi ${name}: There is no option "--no-such-thing". See yoi ${name} --help.\n`)
  })

  test(`the table's entry ${name} loads the command of that name, which no Pod may have`, async (t) => {
    t.is((await load()).name, name)
    t.true(commandNames.includes(name))
  })
}

test('yoi --help has a line for each command', async (t) => {
  const { code, stdout } = await runYoi(['--help'], { home: await tempHome(t) })
  t.is(code, 0)
  for (const { name } of commands) t.regex(stdout, new RegExp(`^ {2}${name} {2,}\\S`, 'm'))
})

test('yoi --version prints the version of package.json and loads no package and no command', async (t) => {
  const home = await tempHome(t)
  const NODE_V8_COVERAGE = join(home, 'coverage')
  const run = await runYoi(['--version'], { home, env: { NODE_V8_COVERAGE } })
  t.deepEqual(run, { code: 0, signal: null, stdout: `yoi ${version}\n`, stderr: '' })
  const loaded = (await loadedFiles(NODE_V8_COVERAGE)).flatMap(bundledSources)
  t.true(loaded.some((url) => url.endsWith('/cli/run-main.js')))
  t.deepEqual(
    loaded.filter((url) => /node_modules|\/commands\//.test(url)),
    [],
  )
})

// Node writes there which files it has run.
const loadedFiles = async (folder: string): Promise<ReadonlyArray<string>> => {
  const [file = ''] = await readdir(folder)
  const { result } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
    readonly result: ReadonlyArray<{ readonly url: string }>
  }
  return result.map(({ url }) => url).filter((url) => url.startsWith('file:'))
}

test('the program works through a link, as npm installs it', async (t) => {
  const home = await tempHome(t)
  await symlink(mainFile, join(home, 'yoi'))
  const { stdout } = await runShell('node ./yoi --version', { home })
  t.is(stdout, `yoi ${version}\n`)
})

const bigManifest = (home: string) =>
  put(
    join(home, 'yoi', 'config', 'manifest.toml'),
    `[worker]\ninstruction = """${'日本語 text\\n'.repeat(50_000)}"""\n`,
  )

test('a megabyte of JSON through a slow pipe arrives whole', async (t) => {
  const home = await tempHome(t)
  await bigManifest(home)
  const { code, stdout, stderr } = await runShell(
    'set -o pipefail; $YOI manifest --json | (sleep 1; cat)',
    { home },
  )
  t.is(stderr, '')
  t.is(code, 0)
  t.true(Buffer.byteLength(stdout) > 700_000)
  const { manifest } = JSON.parse(stdout) as {
    readonly manifest: { readonly worker: { readonly instruction: string } }
  }
  t.is(manifest.worker.instruction, '日本語 text\n'.repeat(50_000))
})

test('a reader that goes after one line ends the program quietly', async (t) => {
  const home = await tempHome(t)
  await bigManifest(home)
  const { code, stdout, stderr } = await runShell(
    'set -o pipefail; $YOI manifest --json | head -1',
    { home },
  )
  t.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '{\n', stderr: '' })
})

test('a turn whose reader goes has not finished, says so with the way on, and exits 1', async (t) => {
  const home = await tempHome(t)
  const { code, stderr } = await runShell("set -o pipefail; $YOI run 'list files' | head -c 1", {
    home,
  })
  t.is(code, 1)
  t.regex(stderr, /^yoi: The reader of the output has gone, so the Pod is told to end.*\n/m)
  t.regex(stderr, /To go on in this session: yoi run --session [0-9a-f-]{36} /)
})

test('a turn whose output takes nothing says why, and the way on', async (t) => {
  const home = await tempHome(t)
  const { code, stderr } = await runShell("$YOI run 'list files' > /dev/full", { home })
  t.is(code, 1)
  t.regex(stderr, /^yoi: the output cannot be written: ENOSPC[^\n]*\n/m)
  t.regex(
    stderr,
    /^yoi: The output cannot be written, so the Pod is told to end.*: yoi --session /m,
  )
})

const lines: ReadonlyArray<readonly [line: string, sentence: RegExp]> = [
  ['$YOI foo bar baz', /^yoi: There is no command and no live Pod named "foo"\. A prompt is/],
  ['$YOI sesions --json', /^yoi: There is no .* named "sesions"; did you mean yoi sessions\?/],
  ['$YOI -c bar', /^yoi: Only one of <pod>, -c/],
  ["$YOI run $'caf\\xe9'", /^yoi: "caf\ufffd" is not UTF-8, and yoi takes nothing else/],
  ["$YOI doctor --cwd $'/\\xff'", /^yoi: "\/\ufffd" is not UTF-8/],
]

for (const [line, sentence] of lines)
  test(`${JSON.stringify(line)} is refused with what is wrong`, async (t) => {
    const { code, stderr } = await runShell(line, { home: await tempHome(t) })
    t.is(code, 2)
    t.regex(stderr, sentence)
  })

test('a word that holds U+FFFD in UTF-8 is taken as it is', async (t) => {
  const { stderr } = await runShell("$YOI verify '\ufffd'", { home: await tempHome(t) })
  t.regex(stderr, /No session in .* is named "\ufffd"/)
})

test('an output that takes nothing is said once, and exits 1', async (t) => {
  const { code, stderr } = await runShell('$YOI --help > /dev/full', { home: await tempHome(t) })
  t.is(code, 1)
  t.regex(stderr, /^yoi: the output cannot be written: ENOSPC[^\n]*\n$/)
})

test('a stderr that takes nothing changes no exit code', async (t) => {
  const { code } = await runShell('$YOI --no-such 2> /dev/full', { home: await tempHome(t) })
  t.is(code, 2)
})

test('a closed stderr harms nobody', async (t) => {
  const { code, stdout } = await runShell('$YOI manifest --json 2>&-', { home: await tempHome(t) })
  t.is(code, 0)
  t.notThrows(() => JSON.parse(stdout) as unknown)
})

test('in a folder that was deleted the version is still told, and the rest is said', async (t) => {
  const home = await tempHome(t)
  const { stdout, stderr } = await runShell(
    'mkdir gone; cd gone; rmdir ../gone; $YOI --version; $YOI manifest; echo $?',
    { home },
  )
  t.is(stdout, `yoi ${version}\n1\n`)
  t.is(
    stderr,
    `yoi: The folder ${home}/gone is gone: change to another one, or name one with --cwd.\n`,
  )
})
