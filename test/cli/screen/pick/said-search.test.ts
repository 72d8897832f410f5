import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { sessionFiles } from '../../../../adapters/log/session-files.js'
import { saidSearcher } from '../../../../cli/screen/pick/said-search.js'
import type { SaidSearch } from '../../../../cli/tui/picker/picker-row.js'
import { limits } from '../../../../domain/limits.js'
import { eventually } from '../../../support/eventually.js'
import { logText, putHugeLog, putLog } from '../../../support/many-sessions.js'
import {
  callDone,
  callStarted,
  firstTurn,
  replied,
  someSession,
  storyLog,
  wholeTurn,
} from '../../../support/story.js'
import { tempHome } from '../../../support/temp-home.js'

const given = async (t: ExecutionContext) => {
  const home = await tempHome(t)
  const folder = join(home, 'sessions')
  await storyLog(home, someSession(1), firstTurn(someSession(1), '字句解析とは？', 'It counts.'))
  await storyLog(
    home,
    someSession(2),
    firstTurn(someSession(2), 'What is a Tokenizer?', 'See ﾃｽﾄ in\nthe parser.'),
  )
  const search = async () => {
    const files = await sessionFiles(folder)()
    if (E.isLeft(files)) throw new Error(files.left.message)
    const searcher = saidSearcher(files.right)
    t.teardown(() => searcher.close())
    const heard: SaidSearch[] = []
    const want = (filter: string) => searcher.want(filter, (news) => heard.push(news))
    return { want, heard, close: searcher.close }
  }
  const found = async (filter: string) => {
    const { want, heard } = await search()
    want(filter)
    await eventually(
      () => heard.at(-1)?.reading !== undefined && heard.at(-1)?.reading !== 'more',
      () => `the search for ${filter} ends`,
    )
    const all = new Map(heard.flatMap((news) => [...news.found]))
    return { reading: heard.at(-1)?.reading, found: [...all].sort() }
  }
  return { home, folder, search, found }
}

const one = someSession(1)
const two = someSession(2)

test('an input and an answer are found by what was said in them, case, width and kana aside', async (t) => {
  const { found } = await given(t)
  t.deepEqual(await found('字句'), { reading: 'all', found: [[one, '> 字句解析とは？']] })
  t.deepEqual(await found('tokenizer'), {
    reading: 'all',
    found: [[two, '> What is a Tokenizer?']],
  })
  t.deepEqual(await found('PARSER てすと'), {
    reading: 'all',
    found: [[two, '→ See ﾃｽﾄ in the parser.']],
  })
  t.deepEqual(await found('tokenizer parser'), { reading: 'all', found: [] })
  t.deepEqual(await found('\u00a8'), { reading: 'all', found: [] })
})

test('what tools were given and gave, and the frame of a record, are not what was said', async (t) => {
  const { home, found } = await given(t)
  const story = await storyLog(home, someSession(3), firstTurn(someSession(3), 'q', 'a'))
  const reply = await story.add(
    replied(2, [
      { type: 'thinking', thinking: 'secretly pondering', signature: 's' } as never,
      { type: 'tool_use', id: 'c1', name: 'Read', input: { path: '/needle' } } as never,
    ]),
  )
  await story.add(callStarted(2, reply))
  await story.add(callDone(2, reply))
  for (const words of ['needle', 'pondering', 'InputSubmitted', 'segments', 'content'])
    t.deepEqual((await found(words)).found, [], words)
})

test('of a long text the part around each word is given, on one line', async (t) => {
  const { home, found } = await given(t)
  const far = `${'あ'.repeat(5000)}\nneedle one\n${'い🎉'.repeat(5000)}\nneedle two${'x'.repeat(700)}`
  await storyLog(home, someSession(3), firstTurn(someSession(3), far, 'no'))
  const [[, line = ''] = []] = (await found('two one')).found
  t.regex(line, /^> ….*needle two.*… ….*needle one.*…$/u)
  t.true(line.length < 400)
  t.false(line.includes('\n'))
  t.true(line.isWellFormed())
})

test('damaged lines and lines that are too long are passed over', async (t) => {
  const { folder, found } = await given(t)
  const path = putLog(folder, 3, `not a log\n${logText(wholeTurn(1, 'x'.repeat(9), 'y'))}`)
  appendFileSync(path, `{"type":"InputSubmitted","data":${'z'.repeat(limits.saidLineBytesMax)}\n`)
  appendFileSync(path, logText(wholeTurn(2, 'found behind it', 'y')))
  appendFileSync(path, '{"prev":"torn behind it')
  t.deepEqual(await found('behind it'), {
    reading: 'all',
    found: [[someSession(3), '> found behind it']],
  })
})

test('of a huge log its end is read, and the search says that this was not all', async (t) => {
  const { folder, found } = await given(t)
  putHugeLog(folder, 9, '/work')
  t.deepEqual(await found('further question'), {
    reading: 'all',
    found: [[someSession(9), '> further question']],
  })
  t.deepEqual(await found('question 9'), { reading: 'part', found: [] })
})

test('other words end the search for the first ones, and none are told any more', async (t) => {
  const { search } = await given(t)
  const { want, heard, close } = await search()
  want('t')
  want('to')
  want('tokenizer')
  await eventually(
    () => heard.some(({ reading }) => reading === 'all'),
    () => 'the last search ends',
  )
  t.deepEqual(new Set(heard.map(({ filter }) => filter)), new Set(['tokenizer']))
  const before = heard.length
  want('')
  want('parser')
  close()
  t.is(heard.length, before)
})

test('a session without the first letters of the words is not read again for more of them', async (t) => {
  const { folder, search } = await given(t)
  const { want, heard } = await search()
  const through = (filter: string) =>
    eventually(
      () => heard.some((news) => news.filter === filter && news.reading === 'all'),
      () => `the search for ${filter} ends`,
    )
  want('toke')
  await through('toke')
  const path = join(folder, `${one}.jsonl`)
  appendFileSync(path, logText(wholeTurn(5, 'a tokenizer', 'yes')))
  want('tokenizer')
  await through('tokenizer')
  t.deepEqual(
    heard.flatMap((news) => (news.filter === 'tokenizer' ? [...news.found.keys()] : [])),
    [two],
  )
  want('kenizer')
  await through('kenizer')
  t.deepEqual(
    heard.flatMap((news) => (news.filter === 'kenizer' ? [...news.found.keys()] : [])).sort(),
    [one, two],
  )
})

for (const [what, from, to] of [
  ['a changed word', 'It counts', 'It caunts'],
  ['a line of something else', '\n{"prev"', '\nxxxx\n{"prev"'],
] as const)
  test(`a search meets ${what} in a log and says so once`, async (t) => {
    const { folder } = await given(t)
    const path = join(folder, `${one}.jsonl`)
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
    const files = await sessionFiles(folder)()
    const damage: string[] = []
    const searcher = saidSearcher(E.isRight(files) ? files.right : [], (session, fault) =>
      damage.push(`${session} ${fault.message}`),
    )
    t.teardown(() => searcher.close())
    for (const filter of ['nowhere', 'elsewhere']) {
      const heard: SaidSearch[] = []
      searcher.want(filter, (news) => heard.push(news))
      await eventually(
        () => heard.at(-1)?.reading === 'all',
        () => `the search for ${filter} ends`,
      )
    }
    t.is(damage.length, 1)
    t.regex(damage[0] ?? '', /(?:do not give its hash|is none of a log)$/)
    t.true(damage[0]?.startsWith(one))
  })
