import { type ChildProcess, spawn } from 'node:child_process'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../domain/decode.js'
import type { HookAnswer, HookQuestion } from '../../domain/hook.js'
import type { HookPoint } from '../../domain/hook-point.js'
import { limits } from '../../domain/limits.js'
import type { Hooks } from '../../domain/ports.js'

/** A program to be asked at a point. */
export type Hook = {
  readonly on: HookPoint
  readonly command: ReadonlyArray<string>
  readonly timeout_ms: number
}

export type HookPlace = {
  /** The session's folder. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Hooks as programs: the question is JSON on stdin, the answer `{decision, reason?}` on stdout. Each
 * runs in a process group of its own that is ended when its time is up or the question is dropped.
 */
export const commandHooks = (hooks: ReadonlyArray<Hook>, place: HookPlace): Hooks => ({
  ask: async (question, signal) => {
    let failed: string | undefined
    for (const hook of hooks.filter(({ on }) => on === question.on)) {
      const answer = await askOne(hook, question, { ...place, signal })
      if (answer.decision === 'pause' || signal.aborted) return answer
      failed ??= answer.failed
    }
    return { decision: 'continue', ...(failed === undefined ? {} : { failed }) }
  },
})

const Answer = t.intersection(
  [t.type({ decision: t.keyof({ continue: null, pause: null }) }), t.partial({ reason: t.string })],
  'HookAnswer',
)

type Asking = HookPlace & { readonly signal: AbortSignal }

const askOne = async (hook: Hook, question: HookQuestion, asking: Asking): Promise<HookAnswer> => {
  const said = await run(hook, question, asking)
  const answer = E.isLeft(said) ? said : parse(said.right)
  if (E.isRight(answer)) return answer.right
  const name = hook.command.join(' ').slice(0, 200)
  return { decision: 'continue', failed: `The hook ${name} ${answer.left}; it was passed over.` }
}

const parse = (text: string): E.Either<string, HookAnswer> => {
  const json = E.tryCatch((): unknown => JSON.parse(text), String)
  const answer = E.isLeft(json) ? json : decode(Answer, json.right)
  return E.isLeft(answer) ? E.left(`gave no answer that can be read (${answer.left})`) : answer
}

const run = (
  { command, timeout_ms }: Hook,
  question: HookQuestion,
  { cwd, env, signal }: Asking,
): Promise<E.Either<string, string>> =>
  new Promise((resolve) => {
    const [program = '', ...args] = command
    const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore']
    const child = spawn(program, args, { cwd, env: { ...env }, stdio, detached: true })
    const end = (result: E.Either<string, string>) => {
      clearTimeout(timer)
      endGroup(child)
      resolve(result)
    }
    const timer = setTimeout(() => end(E.left(`took longer than ${timeout_ms} ms`)), timeout_ms)
    signal.addEventListener('abort', () => end(E.left('was dropped')), { once: true })
    child.once('error', (error) => end(E.left(`could not be started (${error.message})`)))
    // A hook may answer without reading its question.
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${JSON.stringify(question)}\n`)
    collect(child, end)
  })

const collect = (child: ChildProcess, end: (result: E.Either<string, string>) => void): void => {
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += String(chunk)
    if (said.length > limits.hookAnswerCharsMax) end(E.left('said too much'))
  })
  child.once('close', (code) =>
    end(code === 0 ? E.right(said) : E.left(`ended with ${code ?? 'a signal'}`)),
  )
}

const endGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in the group.
  }
}
