import type { Toolbox } from '../../domain/ports.js'
import type { ToolResult } from '../../domain/tool/outcome.js'

/** One call that ran, and the strings to pull on it. */
export type RanCall = {
  readonly name: string
  readonly input: unknown
  readonly finish: (result?: Partial<ToolResult>) => void
  readonly aborted: () => boolean
}

export type ScriptedTools = Toolbox & {
  readonly ran: ReadonlyArray<RanCall>
  /** Resolves with the `n`-th call (from 1) as soon as it runs. */
  readonly running: (n: number) => Promise<RanCall>
}

/** Tools in the hands of the test: they finish when told to, and on abort unless `stubborn`. */
export const scriptedTools = (options: { readonly stubborn?: boolean } = {}): ScriptedTools => {
  const ran: RanCall[] = []
  const waiting: Array<() => void> = []
  return {
    specs: ['Bash', 'Read'].map((name) => ({
      name,
      description: `${name} for tests`,
      input_schema: { type: 'object' },
    })),
    ran,
    running: async (n) => {
      while (ran.length < n) await new Promise<void>((resolve) => waiting.push(resolve))
      return ran[n - 1] as RanCall
    },
    run: ({ name, input }, { signal }) =>
      new Promise((resolve) => {
        const finish = (result: Partial<ToolResult> = {}) => resolve({ ...done, ...result })
        if (options.stubborn !== true)
          signal.addEventListener('abort', () => finish({ outcome: 'interrupted' }))
        ran.push({ name, input, finish, aborted: () => signal.aborted })
        for (const wake of waiting.splice(0)) wake()
      }),
  }
}

const done: ToolResult = { outcome: 'ok', summary: 'done', content: 'done', durationMs: 1 }
