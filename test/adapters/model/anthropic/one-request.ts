import { anthropicCompletions } from '../../../../adapters/model/anthropic/anthropic-completions.js'

// Run as a process of its own by environment.test.ts, under an environment of the test's making:
// sends one request to the address in the first argument, and prints what came of it.

const [, , baseURL = '', apiKey] = process.argv

// Long enough that a timer left behind would be seen: the process would not end.
const patience = { firstByteTimeoutMs: 600_000, idleTimeoutMs: 600_000 }

const completions = anthropicCompletions({
  baseURL,
  ...patience,
  ...(apiKey === undefined ? {} : { apiKey }),
})

const answer = await completions.complete(
  {
    // The SDK would warn on the console about this model with this thinking.
    model: 'claude-mythos-preview',
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    stream: true,
  },
  () => {},
  new AbortController().signal,
)()

process.stdout.write(JSON.stringify(answer))
