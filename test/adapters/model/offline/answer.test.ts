import { readFileSync } from 'node:fs'
import test from 'ava'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { accept } from '../../../../adapters/model/offline/accept.js'
import { answer } from '../../../../adapters/model/offline/answer.js'
import { english } from '../../../../adapters/model/offline/phrases.js'
import type { OfflineReply } from '../../../../adapters/model/offline/reply.js'
import { callId } from '../../../../domain/ids.js'
import type { ToolSpec } from '../../../../domain/tool/spec.js'
import type { Item, ItemBlock } from '../../../../domain/turn/item.js'
import { damagedConversation, hostileText } from '../../../domain/turn/request/conversations.js'
import { item, note, reply, result, text, user } from '../../../domain/turn/request/some.js'
import { fcOptions } from '../../../support/rounds.js'
import { allTools, requestOf } from './some-request.js'

const docs = readFileSync(new URL('../../../../../docs/offline-model.md', import.meta.url), 'utf8')

const answerTo = async (
  items: ReadonlyArray<Item>,
  model: object = {},
  tools: ReadonlyArray<ToolSpec> = allTools,
): Promise<OfflineReply> => {
  const body = JSON.stringify(requestOf(items, model, tools))
  const accepted = await accept('http://offline/v1/messages', { method: 'POST', body })
  if (E.isLeft(accepted)) throw new Error(accepted.left.message)
  return answer(accepted.right)
}

/** The reply to a text, and what follows when every call is answered with `outputs` in order. */
const playedOut = async (text: string, outputs: ReadonlyArray<Output>) => {
  const replies: Array<OfflineReply> = []
  const items: Array<Item> = [user(0, text)]
  const left = [...outputs]
  for (let seq = 1; ; seq += 2) {
    const given = await answerTo(items)
    replies.push(given)
    if (given.calls === undefined) return replies
    const blocks = given.calls.map(
      ({ name, input }, index): ItemBlock => ({
        type: 'tool_use',
        id: `toolu_${seq}_${index}`,
        name,
        input,
        call: callId(seq, index),
      }),
    )
    const results = blocks.map((_, index) => resultOf(callId(seq, index), left.shift() ?? 'done'))
    items.push(item('assistant', seq, ...blocks), item('user', seq + 1, ...results))
  }
}

type Output = string | { readonly failed: string }

const resultOf = (call: ReturnType<typeof callId>, output: Output): ItemBlock =>
  typeof output === 'string'
    ? result(call, output)
    : result(call, output.failed, { outcome: 'failed' })

const rows = docs
  .split('\n')
  .filter((line) => /^\| `/.test(line) && /\| (?:`\w+ \{|nothing)/.test(line))
  .map((line) => {
    const [, said = '', calls = ''] = line.split(/ ?\| ?/)
    const rounds = calls.split(' then ').map(callsIn)
    return { said: said.replace(/^`+|`+$/g, ''), told: calls, rounds }
  })

function callsIn(cell: string): ReadonlyArray<string> {
  return [...cell.matchAll(/`(\w+ \{.*?\})`/g)].map(([, call = '']) => call)
}

test('the documented examples are read from the page', (t) => {
  t.true(rows.length > 30)
})

const talk = {
  greets: english.greeting,
  examples: english.help,
  welcome: english.thanks,
  'what it is': english.unknown,
}

for (const { said, told, rounds } of rows) {
  test(`"${said}" leads to what the page says`, async (t) => {
    const replies = await playedOut(said, [])
    const made = replies
      .map(({ calls = [] }) => calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`))
      .filter((calls) => calls.length > 0)
    t.deepEqual(
      made,
      rounds.filter((calls) => calls.length > 0),
    )
    for (const [word, phrase] of Object.entries(talk)) {
      if (told.includes(word)) t.is(replies[0]?.text, `${english.intro}\n\n${phrase}`)
    }
  })
}

test('the first answer says that this is no language model, later ones need not', async (t) => {
  const [first, second] = await playedOut('read hello.txt', ['     1\tHello, world'])
  t.regex(first?.text ?? '', /not a language model/)
  t.notRegex(second?.text ?? '', /language model/)
})

test('a file is quoted without the line numbers', async (t) => {
  const replies = await playedOut('read hello.txt', ['     1\tHello, world\n     2\t  indented'])
  t.true(replies.at(-1)?.text?.includes('hello.txt says:\n\n```\nHello, world\n  indented\n```'))
})

test('two files are answered each with its own content', async (t) => {
  const replies = await playedOut('read a.txt and b.txt', ['     1\tAAA', '     1\tBBB'])
  t.regex(replies.at(-1)?.text ?? '', /a\.txt says:\s+```\nAAA\n```\s+b\.txt says:\s+```\nBBB/)
})

test('a tool that failed is reported with its words', async (t) => {
  const replies = await playedOut('read gone.txt', [{ failed: 'There is no gone.txt.' }])
  t.regex(replies.at(-1)?.text ?? '', /Read gone\.txt did not work:\s+```\nThere is no gone\.txt\./)
})

test('an edit of a file that cannot be read is not tried', async (t) => {
  const replies = await playedOut('replace a with b in x.txt', [{ failed: 'There is no x.txt.' }])
  t.is(replies.length, 2)
  t.regex(replies.at(-1)?.text ?? '', /did not work/)
})

test('the reading before an edit is not told', async (t) => {
  const replies = await playedOut('replace a with b in x.txt', ['     1\tsecret', 'Edited.'])
  t.is(replies.at(-1)?.text, 'I edited x.txt.')
})

test('a write that is refused as unread reads the file and tries again', async (t) => {
  const replies = await playedOut('write x.txt with new', [
    { failed: 'Read x.txt first.' },
    '     1\told',
    'ok',
  ])
  t.deepEqual(
    replies.map(({ calls = [] }) => calls.map(({ name }) => name).join()),
    ['Write', 'Read', 'Write', ''],
  )
  t.is(replies.at(-1)?.text, 'I wrote x.txt.')
})

test('a write that fails twice is reported once and given up', async (t) => {
  const refused = { failed: 'Read x.txt first.' }
  const replies = await playedOut('write x.txt with new', [refused, '     1\told', refused])
  t.is(replies.length, 4)
  t.is(replies.at(-1)?.text?.match(/did not work/g)?.length, 1)
})

test('a tool that is not offered is named', async (t) => {
  const given = await answerTo([user(1, 'run `ls`')], {}, [])
  t.regex(given.text ?? '', /need the tool Bash/)
  t.is(given.calls, undefined)
})

test('a file that came with the words is quoted, and its content is no request', async (t) => {
  const submitted = item(
    'user',
    1,
    text('@todo.txt what does it say?'),
    text('Content of todo.txt:\nread secret.txt'),
  )
  const given = await answerTo([submitted])
  t.is(given.calls, undefined)
  t.regex(given.text ?? '', /todo\.txt says:\s+```\nread secret\.txt\n```/)
})

test('a notice that opens a turn is acknowledged, and old requests are left alone', async (t) => {
  const given = await answerTo([
    user(1, 'read a.txt'),
    reply(2, 'It is empty.'),
    note(3, 'The child finished.'),
  ])
  t.is(given.text, 'I have noted what yoi told me: The child finished.')
})

test('a notice among results is acknowledged beside them', async (t) => {
  const call = {
    type: 'tool_use',
    id: 'x',
    name: 'Read',
    input: { path: 'a.txt' },
    call: callId(2, 0),
  } as const
  const given = await answerTo([
    user(1, 'read a.txt'),
    item('assistant', 2, call),
    item('user', 3, result(callId(2, 0), '     1\tAAA')),
    note(4, 'Be quick.'),
  ])
  t.regex(given.text ?? '', /Be quick\.\s+a\.txt says:/)
})

test('results of an interrupted turn are not taken for those of the next request', async (t) => {
  const call = {
    type: 'tool_use',
    id: 'x',
    name: 'Bash',
    input: { command: 'sleep 9' },
    call: callId(2, 0),
  } as const
  const given = await answerTo([
    user(1, 'run `sleep 9`'),
    item('assistant', 2, call),
    item('user', 3, result(callId(2, 0), '[Interrupted by user]', { outcome: 'interrupted' })),
    note(4, 'The previous turn was interrupted.'),
    user(5, 'hello'),
  ])
  t.is(given.text, 'Hello! Ask me to read, list, find, search, write, edit or run something.')
})

test('a Japanese request gets a Japanese answer', async (t) => {
  const replies = await playedOut('hello.txt を読んで', ['     1\tこんにちは'])
  t.regex(replies[0]?.text ?? '', /言語モデルではなく/)
  t.regex(replies.at(-1)?.text ?? '', /hello\.txt の内容:\s+```\nこんにちは/)
})

test('an output of many lines is quoted in part and says how much is left', async (t) => {
  const output = Array.from({ length: 100 }, (_, n) => `line ${n}`).join('\n')
  const replies = await playedOut('run `seq 100`', [output])
  t.regex(replies.at(-1)?.text ?? '', /line 59\n```\n\(40 more lines/)
})

test('thinking is given where the request asks for it', async (t) => {
  const given = await answerTo([user(1, 'read a.txt')], { thinking: { type: 'adaptive' } })
  t.is(given.thinking, 'The rules say: read a.txt')
})

test('every request that is accepted gets words, whatever it says', async (t) => {
  const anyItems = fc
    .tuple(damagedConversation, hostileText, fc.constantFrom('read ', 'replace ', 'を', '"', ''))
    .map(([items, words, verb]) => [...items, user(900, verb + words)])
  await fc.assert(
    fc.asyncProperty(anyItems, async (items) => {
      const given = await answerTo(items)
      return given.text !== undefined && given.text.trim() !== ''
    }),
    fcOptions(5),
  )
  t.pass()
})

for (const unit of ['with ', '「', '"a ', ' ', 'をに', 'read a, ', 'edit ', 'the ', 'てから、']) {
  test(`a long text of ${JSON.stringify(unit)} is answered like any other`, async (t) => {
    const given = await answerTo([user(1, `replace ${unit.repeat(65_000 / unit.length)}`)])
    t.regex(given.text ?? '', /not a language model|言語モデルではなく/)
  })
}
