import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { offlineCompletions } from '../../../../adapters/model/offline/offline-completions.js'
import { loadScript } from '../../../../adapters/model/offline/script.js'
import { user } from '../../../domain/turn/request/some.js'
import { tempHome } from '../../../support/temp-home.js'
import { requestOf } from './some-request.js'

const long = { firstByteTimeoutMs: 100_000, idleTimeoutMs: 100_000 }
const short = { firstByteTimeoutMs: 1000, idleTimeoutMs: 1000 }

const request = requestOf([user(1, 'hello')])

/** What this reply of a script, behind a good one, makes of a request. */
const messageFrom = async (t: ExecutionContext, entry: object, body = request): Promise<string> => {
  const path = join(await tempHome(t), 'replies.json')
  const first = { text: 'a "quoted" [ {' }
  await writeFile(path, `{"replies": [\n${JSON.stringify(first)},\n\n${JSON.stringify(entry)}\n]}`)
  const script = await loadScript(path)()
  if (E.isLeft(script)) return script.left
  const model = offlineCompletions({
    ...('hang' in entry ? short : long),
    script: script.right,
    delayMs: 0,
  })
  const ask = () => model.complete(body, () => undefined, new AbortController().signal)()
  await ask()
  const answer = await ask()
  return E.isLeft(answer) ? answer.left.message.replace(path, 'FILE') : 'a reply'
}

const faults: ReadonlyArray<readonly [entry: object, said: string]> = [
  [
    { error: { status: 529, type: 'overloaded_error', message: 'Too much' } },
    'answers with an error (529, "Too much")',
  ],
  [{ error_event: { type: 'api_error', message: 'Oh' } }, 'answers with an error ("Oh")'],
  [{ hang: 'headers' }, 'sends nothing, and yoi waited 1 s for it'],
  [{ hang: 'mid' }, 'stops in the middle, and yoi waited 1 s for the rest'],
  [{ cut: 1 }, 'ends before it is complete'],
  [{ reset: 1 }, 'breaks the connection before it is complete'],
  [{ html: true }, 'is no event stream'],
]

for (const [entry, said] of faults)
  test(`a failure names the reply of the script and its line: ${said}`, async (t) => {
    t.is(
      await messageFrom(t, entry),
      `Reply 1 of the offline script FILE (line 4) ${said}: try again to get what follows in ` +
        'the script, or change it and start the Pod again.',
    )
  })

test('what the offline model itself refuses is not put down to a server or a script', async (t) => {
  const message = await messageFrom(t, { text: 'x' }, { ...request, messages: [] })
  t.regex(message, /^The offline model refuses the request, as the Messages API would \(400, /)
  t.notRegex(message, /base_url|offline\.invalid|replies/)
})

test('after the script, and without one, the rules answer', async (t) => {
  t.is(await messageFrom(t, { text: 'x' }), 'a reply')
})
