import test, { type ExecutionContext } from 'ava'
import { readLine } from '../../../cli/sessions/read-line.js'
import type { Event } from '../../../domain/event/event.js'
import { previewOf } from '../../../projections/session-line.js'
import { projecting, projectionsOf, reader } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  callDone,
  callStarted,
  ended,
  replied,
  resetTo,
  type StoryLog,
  someSession,
  someTurn,
  stopAsked,
  storyLog,
  submitted,
  wholeTurn,
} from '../../support/story.js'

const long = 'x'.repeat(300_000)

const given = async (t: ExecutionContext) => {
  const root = await ownFolder(t)
  const story = await storyLog(root, someSession(1))
  // What lies between makes the log one that is read at its ends only.
  for (const group of wholeTurn(2, `second ${long}`, `middle ${long}`)) await story.add(...group)
  const read = () =>
    readLine(reader, {
      session: story.session,
      log: story.path,
      folder: projectionsOf(root, story),
    })
  const preview = async () => {
    const { line, problem } = await read()
    t.is(problem, undefined)
    t.is(line.records, story.tip().seq + 1)
    return previewOf(line.words)
  }
  return { root, story, preview }
}

const add = async (story: StoryLog, groups: ReadonlyArray<ReadonlyArray<Event>>) => {
  for (const group of groups) await story.add(...group)
}

const cut = (text: string): string => `${text.slice(0, 119)}…`

for (const chars of [20_000, 200_000, 1_700_000])
  test(`a reply of ${chars} Japanese characters is in the preview, with its question`, async (t) => {
    const { story, preview } = await given(t)
    await add(story, wholeTurn(3, 'よろしいですか', 'はい。'.repeat(chars / 3)))

    t.is(await preview(), `よろしいですか → ${cut('はい。'.repeat(50))}`)
  })

test('a long turn shows its question, however many calls and results came after', async (t) => {
  const { story, preview } = await given(t)
  await add(story, [[submitted(3, 'Fix it'), asked(3)]])
  for (let round = 1; round < 60; round += 1) {
    const use = { type: 'tool_use', id: `t${round}`, name: 'Read', input: { text: 'no words' } }
    const words = round === 3 ? [{ type: 'text', text: 'Looking.' } as const] : []
    const reply = await story.add(replied(3, [...words, use as never], round))
    await add(
      story,
      [
        [callStarted(3, reply)],
        [{ ...callDone(3, reply), data: { ...callDone(3, reply).data, content: long } } as Event],
        [asked(3, round + 1)],
      ].slice(0, round % 8 === 0 ? 3 : 1),
    )
  }

  t.is(await preview(), 'Fix it → Looking.')
})

test('a turn that was taken back leaves the words before it', async (t) => {
  const { story, preview } = await given(t)
  await add(story, wholeTurn(3, 'third', `answer ${long}`))
  const to = story.tip()
  await add(story, [
    [submitted(4, `oops ${long}`), asked(4)],
    [stopAsked(4), resetTo(4, to)],
  ])

  t.is(await preview(), `third → ${cut(`answer ${long}`)}`)
})

test('two turns that were taken back leave the words before both', async (t) => {
  const { story, preview } = await given(t)
  await add(story, wholeTurn(3, `third ${long}`, 'answer'))
  for (const turn of [4, 5]) {
    const to = story.tip()
    await add(story, [
      [submitted(turn, `oops ${long}`), asked(turn)],
      [stopAsked(turn), resetTo(turn, to)],
    ])
  }

  t.is(await preview(), `${cut(`third ${long}`)} → answer`)
})

test('a question without an answer yet stands beside the answer before', async (t) => {
  const { story, preview } = await given(t)
  await add(story, [[submitted(3, 'And now?'), asked(3)]])

  t.is(await preview(), `And now? → ${cut(`middle ${long}`)}`)
})

test('words of a line that is longer than a list looks back come from the checkpoint', async (t) => {
  const { root, story, preview } = await given(t)
  await add(story, wholeTurn(3, 'known', 'also known'))
  await projecting(t, root, story).advance()
  const note = (n: number): Event => ({
    type: 'NoteAdded',
    data: { turn: someTurn(3), kind: 'test', text: `${n}${long}` },
  })
  for (let n = 0; n < 30; n += 1) await story.add(note(n))

  t.is(await preview(), 'known → also known')
})

test('thinking that comes before the words is not taken for them', async (t) => {
  const { story, preview } = await given(t)
  const thinking = { type: 'thinking', thinking: 'hm "text":"no"', signature: 's' } as const
  const text = { type: 'text', text: `"yes" ${long}` } as const
  await add(story, [
    [submitted(3, 'Sure?'), asked(3)],
    [replied(3, [thinking, text]), ended(3)],
  ])

  t.is(await preview(), `Sure? → ${cut(`"yes" ${long}`)}`)
})
