import test from 'ava'
import type { FileReader } from '../../../domain/ports.js'
import type { Segments } from '../../../domain/segment.js'
import { liveSession } from '../../support/live-session.js'

const typed: Segments = [
  { kind: 'text', content: 'Compare ' },
  { kind: 'file_ref', path: 'notes.txt' },
  { kind: 'text', content: ' with ' },
  { kind: 'paste', id: 1, chars: 12, lines: 1, content: 'what was cut' },
]

test('an input that is taken back brings its files and pastes, and a file is read anew when it goes out again', async (t) => {
  // given a Submit of words, a file and a paste, that the model has given nothing to
  const contents = ['as it was', 'as it is now']
  const files: FileReader = {
    read: async () => ({ ok: true, content: contents.shift() ?? '', truncated: false }),
  }
  const session = liveSession({ files })
  const run = (segments: Segments) => session.ask({ method: 'run', segments, by: 'host' })
  await run(typed)
  await session.model.request(1)
  // when it is stopped, and what came back is sent again
  await session.pause()
  const { data } = await session.nth('run_end', 1)
  t.is(data.result, 'rolled_back')
  t.deepEqual(
    data.segments?.map(({ kind }) => kind),
    typed.map(({ kind }) => kind),
  )
  t.like(data.segments?.[1], { path: 'notes.txt' })
  t.deepEqual(data.segments?.[3], typed[3])
  await run(data.segments ?? [])
  // then the model sees it once, with the file of now
  const { messages } = (await session.model.request(2)).body
  t.is(messages.length, 1)
  const words = JSON.stringify(messages)
  t.regex(words, /as it is now/)
  t.notRegex(words, /as it was/)
})
