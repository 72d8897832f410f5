import { mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { anthropicCompletions } from '../../../../adapters/model/anthropic/anthropic-completions.js'
import { offlineFetch } from '../../../../adapters/model/offline/offline-fetch.js'
import { toolbox } from '../../../../adapters/tools/toolbox.js'
import { callId } from '../../../../domain/ids.js'
import type { Completions, Toolbox } from '../../../../domain/ports.js'
import type { Reply } from '../../../../domain/reply.js'
import { folderScope } from '../../../../domain/scope/scope.js'
import type { Item } from '../../../../domain/turn/item.js'
import { item, result, user } from '../../../domain/turn/request/some.js'
import { removeFolder } from '../../../support/remove-folder.js'
import { requestOf } from './some-request.js'

type World = { readonly folder: string; readonly tools: Toolbox; readonly model: Completions }

const world = async (t: ExecutionContext): Promise<World> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'yoi-offline-')))
  t.teardown(() => removeFolder(folder))
  const tools = toolbox({
    cwd: folder,
    scope: folderScope(folder),
    spillFolder: join(folder, '.spill'),
    outputBytesMax: () => 16_384,
    env: { PATH: process.env['PATH'] },
    secretNames: [],
  })
  const model = anthropicCompletions({
    baseURL: 'http://offline',
    fetch: offlineFetch({ delayMs: 0 }),
    firstByteTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
  })
  return { folder, tools, model }
}

/** Plays the user's texts one after the other, tools and all; gives the last words of each. */
const play = async ({ tools, model }: World, texts: ReadonlyArray<string>) => {
  const items: Array<Item> = []
  const answers: Array<string> = []
  for (const text of texts) {
    items.push(user(items.length, text))
    answers.push(await untilWords({ tools, model }, items))
  }
  return answers
}

const untilWords = async (
  { tools, model }: Pick<World, 'tools' | 'model'>,
  items: Array<Item>,
): Promise<string> => {
  for (;;) {
    const seq = items.length
    const reply = await replyTo(model, items)
    const uses = reply.content.flatMap((block, index) =>
      block.type === 'tool_use' ? [{ ...block, call: callId(seq, index) }] : [],
    )
    const blocks = reply.content.map((block, index) =>
      block.type === 'tool_use' ? { ...block, call: callId(seq, index) } : block,
    )
    items.push(item('assistant', seq, ...blocks))
    if (uses.length === 0) return reply.content.map((it) => ('text' in it ? it.text : '')).join('')
    for (const use of uses) {
      const context = { signal: new AbortController().signal, onOutput: () => undefined }
      const { content, outcome, summary } = await tools.run(use, context)
      items.push(item('user', items.length, result(use.call, content, { outcome, summary })))
    }
  }
}

const replyTo = async (model: Completions, items: ReadonlyArray<Item>): Promise<Reply> => {
  const request = requestOf(items, { thinking: { type: 'adaptive' } })
  const reply = await model.complete(request, () => undefined, new AbortController().signal)()
  if (E.isLeft(reply)) throw new Error(reply.left.message)
  return reply.right
}

test('"Read hello.txt and tell me what it says" reads it and tells', async (t) => {
  const here = await world(t)
  await writeFile(join(here.folder, 'hello.txt'), 'Hello, world\nこんにちは\n')
  const [told] = await play(here, ['Read hello.txt and tell me what it says'])
  t.is(told, 'hello.txt says:\n\n```\nHello, world\nこんにちは\n```')
})

test('a list names the folders too, with a slash', async (t) => {
  const here = await world(t)
  for (const folder of ['src', 'docs']) {
    await mkdir(join(here.folder, folder))
    await writeFile(join(here.folder, folder, 'a.ts'), '')
  }
  const asked = ['list files', 'list files in src', 'ファイルの一覧を見せて', 'find *.ts']
  const [all, below, japanese, found] = await play(here, asked)
  t.is(all, 'I found 2 folders:\n\n```\ndocs/\nsrc/\n```')
  t.is(below, 'I found one file:\n\n```\nsrc/a.ts\n```')
  t.regex(japanese ?? '', /2 個のフォルダが見つかりました/)
  t.is(found, 'I found 2 files:\n\n```\ndocs/a.ts\nsrc/a.ts\n```')
})

test('a whole session of requests is done with the real tools', async (t) => {
  const here = await world(t)
  await writeFile(join(here.folder, 'a.txt'), 'TODO one\n')
  const told = await play(here, [
    'list files',
    'search for TODO',
    'search for nowhere-to-be-found',
    'write b.txt with "new"',
    'write a.txt with "TODO two"',
    'edit a.txt: replace "two" with "three"',
    'run `cat a.txt`',
    'run `true`',
    'run `exit 3`',
    'read gone.txt',
    'find *.rs',
  ])
  t.regex(told[0] ?? '', /I found one file:\s+```\na\.txt/)
  t.regex(told[1] ?? '', /I found TODO here:\s+```\n[^]*a\.txt[^]*TODO one/)
  t.is(told[2], 'I found nowhere-to-be-found nowhere.')
  t.is(told[3], 'I wrote b.txt.')
  t.is(told[4], 'I wrote a.txt.')
  t.is(told[5], 'I edited a.txt.')
  t.regex(told[6] ?? '', /`cat a\.txt`, which printed:\s+```\nTODO three\n```/)
  t.is(told[7], 'I ran `true`, which printed nothing.')
  t.regex(told[8] ?? '', /Bash `exit 3` did not work:\s+```\n\[Exit code 3\.\]/)
  t.regex(told[9] ?? '', /Read gone\.txt did not work/)
  t.is(told[10], 'I found no files.')
  t.is(await readFile(join(here.folder, 'a.txt'), 'utf8'), 'TODO three')
})
