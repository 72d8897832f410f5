import test from 'ava'
import type { Command, CommandEntry, CommandIo, ExitCode } from '../../cli/command.js'
import { runMain } from '../../cli/run-main.js'
import { collectedIo } from '../support/collected-io.js'

const command = (
  name: string,
  run: (argv: ReadonlyArray<string>, io: CommandIo) => Promise<ExitCode>,
): Command => ({ name, summary: `what ${name} does`, help: `\nUsage: yoi ${name}\n`, run })

const entry = (loaded: Command): CommandEntry => ({
  name: loaded.name,
  load: () => Promise.resolve(loaded),
})

const never = entry(command('never', () => Promise.reject(new Error('must not run'))))

const recording = (name: string) => {
  const calls: Array<ReadonlyArray<string>> = []
  const run = (argv: ReadonlyArray<string>): Promise<ExitCode> => {
    calls.push(argv)
    return Promise.resolve(3)
  }
  return { calls, entry: entry(command(name, run)) }
}

const ran = async (argv: ReadonlyArray<string>, commands: ReadonlyArray<CommandEntry>) => {
  const io = collectedIo()
  const code = await runMain(argv, io, { commands, version: () => '1.2.3' })
  return { code, out: io.out(), err: io.err() }
}

test('the first word names the command, the rest is its own, the exit code too', async (t) => {
  const verify = recording('verify')
  t.is((await ran(['verify', '--all', 'x'], [never, verify.entry])).code, 3)
  t.deepEqual(verify.calls, [['--all', 'x']])
})

const toScreen: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ['tidy'],
  ['日誌'],
  ['-c'],
  ['--session', 'x'],
  ['-r'],
  ['never-2'],
]

for (const argv of toScreen) {
  test(`${JSON.stringify(argv)} goes whole to the command without a name`, async (t) => {
    const screen = recording('')
    t.is((await ran(argv, [never, screen.entry])).code, 3)
    t.deepEqual(screen.calls, [argv])
  })
}

for (const argv of [['--version'], ['version'], ['version', '--help']]) {
  test(`${argv.join(' ')} prints the version and loads no command`, async (t) => {
    const unloadable = { name: 'x', load: () => Promise.reject(new Error('loaded')) }
    t.deepEqual(await ran(argv, [unloadable]), { code: 0, out: 'yoi 1.2.3\n', err: '' })
  })
}

for (const argv of [
  ['--help'],
  ['-h'],
  ['help'],
  ['help', '--help'],
  ['help', 'help'],
  ['help', 'version'],
  ['tidy', '--help'],
  ['-c', '-h'],
]) {
  test(`${argv.join(' ')} lists the commands`, async (t) => {
    const { code, out } = await ran(argv, [never, recording('').entry])
    t.is(code, 0)
    t.regex(out, /^ {2}never +what never does$/m)
    t.regex(out, /^ +yoi +start a new Pod/m)
  })
}

for (const argv of [
  ['never', '--help'],
  ['never', '-h'],
  ['never', 'x', '--help'],
  ['help', 'never'],
]) {
  test(`${argv.join(' ')} explains the command and does not run it`, async (t) => {
    t.deepEqual(await ran(argv, [never]), { code: 0, out: 'Usage: yoi never\n', err: '' })
  })
}

test('--help after -- is text for the command', async (t) => {
  const run = recording('run')
  await ran(['run', '--', '--help'], [run.entry])
  t.deepEqual(run.calls, [['--', '--help']])
})

const unknown: ReadonlyArray<readonly [argv: ReadonlyArray<string>, err: string]> = [
  [[], 'yoi: A command is missing. See yoi --help.\n'],
  [['--version', 'x'], 'yoi: --version takes nothing behind it. See yoi --help.\n'],
  [['version', '--json'], 'yoi: version takes nothing behind it. See yoi --help.\n'],
  [['--foo'], 'yoi: There is no option "--foo". See yoi --help.\n'],
  [
    ['nver'],
    'yoi: There is no command and no live Pod named "nver"; did you mean yoi never? See yoi --help.\n',
  ],
  [['tidy'], 'yoi: There is no command and no live Pod named "tidy". See yoi --help.\n'],
  [['help', 'tidy'], 'yoi: There is no command and no live Pod named "tidy". See yoi --help.\n'],
]

for (const [argv, err] of unknown) {
  test(`without a screen ${JSON.stringify(argv)} is a usage error`, async (t) => {
    t.deepEqual(await ran(argv, [never]), { code: 2, out: '', err })
  })
}

test('a command that fails unexpectedly is one line on stderr and exit code 1', async (t) => {
  t.deepEqual(await ran(['never'], [never]), {
    code: 1,
    out: '',
    err: 'yoi: This should not have happened: must not run\n',
  })
})
