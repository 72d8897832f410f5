import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { commandHooks } from '../../../adapters/hooks/command-hooks.js'
import type { HookQuestion } from '../../../domain/hook.js'
import type { SessionId, TurnId } from '../../../domain/ids.js'
import { removeFolder } from '../../support/remove-folder.js'

const question: HookQuestion = {
  on: 'before_tool',
  session: '01890000-0000-7000-8000-000000000000' as SessionId,
  turn: '01890000-0000-7000-8000-000000000001' as TurnId,
  call: { id: '4.1', name: 'Bash', input: { command: 'ls' } },
}

const folder = (t: ExecutionContext): string => {
  const path = mkdtempSync(join(tmpdir(), 'yoi-hooks-'))
  t.teardown(() => removeFolder(path))
  return path
}

const ask = (cwd: string, scripts: ReadonlyArray<string>, options: { timeoutMs?: number } = {}) => {
  const hooks = scripts.map((script) => ({
    on: 'before_tool' as const,
    command: ['/bin/sh', '-c', script],
    timeout_ms: options.timeoutMs ?? 60_000,
  }))
  const place = { cwd, env: { PATH: process.env['PATH'] } }
  return commandHooks(hooks, place).ask(question, new AbortController().signal)
}

test('a hook gets the question as JSON on stdin and its answer counts', async (t) => {
  const cwd = folder(t)
  const answer = await ask(cwd, [
    `cat > asked.json; echo '{"decision":"pause","reason":"not today"}'`,
  ])
  t.deepEqual(answer, { decision: 'pause', reason: 'not today' })
  t.deepEqual(JSON.parse(readFileSync(join(cwd, 'asked.json'), 'utf8')), question)
})

test('the first pause counts and later hooks are not asked', async (t) => {
  const cwd = folder(t)
  writeFileSync(join(cwd, 'log'), '')
  const go = `echo go >> log; echo '{"decision":"continue"}'`
  const stop = `echo stop >> log; echo '{"decision":"pause"}'`
  t.is((await ask(cwd, [go, stop, go])).decision, 'pause')
  t.is(readFileSync(join(cwd, 'log'), 'utf8'), 'go\nstop\n')
})

for (const [what, script, words] of [
  ['ends with an error', 'exit 3', /ended with 3/],
  ['says no JSON', 'echo perhaps', /gave no answer that can be read/],
  ['says something else', `echo '{"decision":"maybe"}'`, /decision/],
  ['says nothing', 'true', /gave no answer/],
] as const)
  test(`a hook that ${what} is named and counts as continue`, async (t) => {
    const answer = await ask(folder(t), [script])
    t.is(answer.decision, 'continue')
    t.regex(answer.failed ?? '', words)
  })

test('a hook that takes too long is ended with its children and counts as continue', async (t) => {
  const cwd = folder(t)
  const answer = await ask(cwd, ['echo $$ > pid; sleep 600 & sleep 600'], { timeoutMs: 4000 })
  t.is(answer.decision, 'continue')
  t.regex(answer.failed ?? '', /took longer than 4000 ms/)
  const group = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
  await t.notThrowsAsync(async () => {
    for (;;) {
      try {
        process.kill(-group, 0)
      } catch {
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
})

test('a hook that cannot be started is named', async (t) => {
  const hooks = commandHooks(
    [{ on: 'before_tool', command: ['/no/such/program'], timeout_ms: 1000 }],
    { cwd: folder(t), env: {} },
  )
  const answer = await hooks.ask(question, new AbortController().signal)
  t.regex(answer.failed ?? '', /could not be started/)
})

test('hooks of another point are not asked', async (t) => {
  const hooks = commandHooks([{ on: 'turn_end', command: ['false'], timeout_ms: 1000 }], {
    cwd: folder(t),
    env: {},
  })
  t.deepEqual(await hooks.ask(question, new AbortController().signal), { decision: 'continue' })
})
