import { rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../../support/eventually.js'
import { killAllWith, processesWith } from '../../support/processes.js'
import { hostileTexts, toolBench } from '../../support/tool-bench.js'

/** A bench whose processes, guards included, can be told by their environment. */
const marked = (t: ExecutionContext, options: object = {}) => {
  const bench = toolBench(t, (root) => ({
    env: { PATH: `${process.env['PATH']}:${root}` },
    ...options,
  }))
  t.teardown(() => killAllWith(bench.root))
  const bash = (command: string, more: object = {}) => bench.run('Bash', { command, ...more })
  return { ...bench, bash, isQuiet: () => processesWith(bench.root).length === 0 }
}

/** A part of a command that waits for a file. */
const waitsFor = (file: string): string => `until test -e ${file}; do sleep 0.05; done`

/** Aborts at the first live output that holds the text. */
const abortAt = (text: string) => {
  const controller = new AbortController()
  const onOutput = (_: string, output: string) => {
    if (output.includes(text)) controller.abort()
  }
  return { signal: controller.signal, onOutput }
}

test('a command runs in the session folder and gives both outputs, live and at its end', async (t) => {
  const { run, work, put } = marked(t)
  const live: string[] = []
  const onOutput = (stream: string, text: string) => {
    live.push(`${stream}:${text}`)
    put('work/seen', '')
  }
  const command = `pwd; sleep 0.1; ${waitsFor('seen')}; echo bad >&2`
  const result = await run('Bash', { command }, { onOutput })
  t.deepEqual(live, [`stdout:${work}\n`, 'stderr:bad\n'])
  t.is(result.content, `${work}\nbad\n`)
  t.is(result.outcome, 'ok')
  t.regex(result.summary, /^exit 0 · \d+\.\d s$/)
  t.true(Number.isInteger(result.durationMs) && result.durationMs >= 100)
})

test('an exit code and a signal make the call failed and are said', async (t) => {
  const { bash } = marked(t)
  const code = await bash('echo x; exit 7')
  t.like(code, { outcome: 'failed', content: 'x\n[Exit code 7.]' })
  t.regex(code.summary, /^exit 7 · /)
  t.like(await bash('printf x; kill -SEGV $$'), {
    outcome: 'failed',
    content: 'x\n[Ended by SIGSEGV.]',
  })
  t.like(await bash('no-such-command-at-all'), { outcome: 'failed' })
  t.is((await bash(':')).content, '[No output.]')
})

test('a command has nothing on stdin and no state of the one before', async (t) => {
  const { bash } = marked(t)
  t.is((await bash('cat; read -r x; echo "end:$x"')).content, 'end:\n')
  await bash('cd /; export A=1')
  t.regex((await bash('echo "$PWD:$A"')).content, /work:\n$/)
})

test('secrets are not in the environment of a command, other variables are', async (t) => {
  const { bash } = marked(t, {
    env: { PATH: process.env['PATH'], THE_KEY: 'hush-hush', OTHER: 'seen', GONE: undefined },
    secretNames: ['THE_KEY'],
  })
  const { content } = await bash('env; cat /proc/$$/environ')
  t.false(content.includes('hush-hush'))
  t.true(content.includes('OTHER=seen'))
  t.false(content.includes('GONE'))
})

test('a character that comes in pieces is whole, foreign bytes become U+FFFD', async (t) => {
  const { bash } = marked(t)
  const split = "printf '\\343'; sleep 0.05; printf '\\201'; sleep 0.05; printf '\\202'"
  t.is((await bash(split)).content, 'あ')
  t.is((await bash("printf 'a\\377b\\343\\201'")).content, 'a\uFFFDb\uFFFD')
})

for (const text of [...hostileTexts, 'a\nb', 'a\0b']) {
  test(`hostile output is kept as text: ${JSON.stringify(text)}`, async (t) => {
    const { run, put } = marked(t)
    put('work/out', text)
    const live: string[] = []
    const onOutput = (_: string, piece: string) => live.push(piece)
    const result = await run('Bash', { command: 'cat out' }, { onOutput })
    t.is(result.content, text)
    t.is(live.join(''), text)
    t.notRegex(result.summary, /\p{Cc}/u)
  })
}

test('a command that takes too long is ended with its children', async (t) => {
  const { bash, isQuiet } = marked(t)
  const result = await bash('echo x; sleep 1000 | sleep 1000', { timeout_ms: 3000 })
  t.like(result, {
    outcome: 'failed',
    content: 'x\n[Ended: it took longer than timeout_ms = 3000 (600000 at most).]',
  })
  t.regex(result.summary, /^timed out · /)
  await eventually(isQuiet)
})

test('an interrupted command gives what it said and leaves no process', async (t) => {
  const { run, isQuiet } = marked(t)
  const command = 'echo so far; sleep 1000 & sleep 1000'
  const result = await run('Bash', { command }, abortAt('so far'))
  t.is(result.outcome, 'interrupted')
  t.regex(result.content, /^so far\n\[Interrupted after \d+\.\d s; the command was ended/)
  t.regex(result.summary, /^interrupted · /)
  await eventually(isQuiet)
})

test('a command that ignores SIGTERM is killed with its children', async (t) => {
  const { run, isQuiet } = marked(t)
  const command = "trap '' TERM; echo on; sleep 1000 & sleep 1000"
  const result = await run('Bash', { command }, abortAt('on'))
  t.is(result.outcome, 'interrupted')
  await eventually(isQuiet)
})

test('a command may clean up on SIGTERM, and what it says then is kept', async (t) => {
  const { run } = marked(t)
  const command = "trap 'echo cleaned; exit 0' TERM; echo on; sleep 1000 & wait"
  const result = await run('Bash', { command }, abortAt('on'))
  t.regex(result.content, /^on\ncleaned\n\[Interrupted/)
})

test.serial('fifty interrupts at any moment leave no process', async (t) => {
  t.timeout(120_000)
  const { run, isQuiet } = marked(t)
  for (let cycle = 0; cycle < 50; cycle += 1) {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), cycle)
    const command = 'sleep 1000 & sleep 1000 | cat'
    const result = await run('Bash', { command }, { signal: controller.signal })
    t.is(result.outcome, 'interrupted')
  }
  await eventually(isQuiet)
})

test('a call that is interrupted before it starts runs nothing', async (t) => {
  const { run, work } = marked(t)
  for (const [name, input] of [
    ['Bash', { command: 'touch made' }],
    ['Write', { path: 'made', content: '' }],
  ] as const) {
    const result = await run(name, input, { signal: AbortSignal.abort() })
    t.like(result, { outcome: 'interrupted', summary: 'not started' })
  }
  t.throws(() => statSync(join(work, 'made')))
})

for (const [title, command] of [
  ['keeps the output open', 'sleep 1000 & echo started'],
  ['has no output', 'sleep 1000 >/dev/null 2>&1 & echo started'],
  ['ignores SIGTERM', "(trap '' TERM; sleep 1000) & echo started"],
  ['is disowned', 'nohup sleep 1000 >/dev/null 2>&1 & disown; echo started'],
] as const) {
  test(`what stays in the background is ended and said: one that ${title}`, async (t) => {
    const { bash, isQuiet } = marked(t)
    const result = await bash(command)
    t.is(result.outcome, 'ok')
    t.is(
      result.content,
      'started\n[What the command left running in the background was ended with it.]',
    )
    await eventually(isQuiet)
  })
}

test('a background process that soon ends is waited for and not mentioned', async (t) => {
  const { bash } = marked(t)
  // It ends right behind the shell, and needs no other process for that.
  const command = '(while kill -0 $$ 2>/dev/null; do :; done; echo late) & echo early'
  t.is((await bash(command)).content, 'early\nlate\n')
})

test('a process that leaves the group and holds the output does not keep the call', async (t) => {
  const { bash } = marked(t)
  const leaver = "setsid sh -c 'touch left; exec sleep 1000' &"
  const result = await bash(`${leaver} ${waitsFor('left')}; echo started`)
  t.is(
    result.content,
    'started\n[A process that left the group still runs; its further output is not kept.]',
  )
})

test('a process outside the group that writes on and on does not keep an interrupt', async (t) => {
  const { run } = marked(t)
  const writer = "setsid sh -c 'touch left; while :; do echo x; sleep 0.05; done' &"
  const command = `${writer} ${waitsFor('left')}; echo on; sleep 1000`
  const result = await run('Bash', { command }, abortAt('on'))
  t.is(result.outcome, 'interrupted')
  t.regex(result.content, /\[A process that left the group still runs/)
})

test('a long output is cut in the middle and whole in a private file for Read', async (t) => {
  const { bash, run, spill } = marked(t, { outputBytesMax: () => 4000 })
  const whole = Array.from({ length: 3000 }, (_, index) => `${index + 1} あ\n`).join('')
  const result = await bash('for i in $(seq 3000); do echo "$i あ"; done')
  const file = result.cut?.file ?? ''
  t.true(file.startsWith(spill))
  t.is(await readFile(file, 'utf8'), whole)
  t.is(statSync(file).mode & 0o777, 0o600)
  t.is(statSync(spill).mode & 0o777, 0o700)
  t.true(Buffer.byteLength(result.content) <= 4000)
  const [head = '', tail = ''] = result.content.split(/\n\[… .* …\]\n/)
  t.true(whole.startsWith(head) && whole.endsWith(tail) && head !== '' && tail !== '')
  t.is(
    Buffer.byteLength(head) + Buffer.byteLength(tail) + (result.cut?.bytes ?? 0),
    Buffer.byteLength(whole),
  )
  t.true(result.content.includes(`${result.cut?.bytes} bytes are left out here. The whole`))
  t.regex(
    (await run('Read', { path: file, offset: 1500, limit: 1 })).content,
    /^ {2}1500\t1500 あ\n/,
  )
})

test('an output that cannot be kept in a file is cut all the same, and it is said', async (t) => {
  const { bash, spill } = marked(t, { outputBytesMax: () => 2000 })
  writeFileSync(spill, 'in the way')
  const result = await bash('seq 5000')
  t.is(result.outcome, 'ok')
  t.regex(result.content, /Not all of it could be kept: \S+ is not a folder: move it away/)
  t.is(result.cut?.file, undefined)
  t.regex(result.content, /\n5000\n$/)
})

test('an output without end does not fill the memory, and live output has a limit', async (t) => {
  const { run } = marked(t)
  let live = 0
  const onOutput = (_: string, text: string) => {
    live += text.length
  }
  const command = 'head -c 30000000 /dev/zero | tr "\\0" x'
  const result = await run('Bash', { command }, { onOutput })
  t.true(Buffer.byteLength(result.content) <= 16_384)
  t.is(statSync(result.cut?.file ?? '').size, 30_000_000)
  t.true(live < 20_000_000)
})

test('a command that cannot be started is a sentence', async (t) => {
  const { bash, work } = marked(t)
  t.regex((await bash(`: ${'x'.repeat(200_000)}`)).content, /too long for the system \(E2BIG\)/)
  t.regex((await bash('a\0b')).content, /without NUL/)
  rmSync(work, { recursive: true })
  t.regex((await bash('true')).content, /session folder ".*work" or \/bin\/sh is gone/)
})

test('another shell may be named', async (t) => {
  const { bash } = marked(t, { shell: '/bin/sh' })
  t.is((await bash('echo "$0:${BASH_VERSION:-none}"')).content.split(':')[0], '/bin/sh')
})
