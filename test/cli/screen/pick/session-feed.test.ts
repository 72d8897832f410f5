import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { sessionFiles } from '../../../../adapters/log/session-files.js'
import { pathsFrom } from '../../../../adapters/node/paths.js'
import { pickerRow } from '../../../../cli/screen/pick/picker-row.js'
import { sessionFeed } from '../../../../cli/screen/pick/session-feed.js'
import { listSessions } from '../../../../cli/sessions/list-sessions.js'
import { type Picker, picker, updatePicker } from '../../../../cli/tui/picker/picker.js'
import { nothingSaid } from '../../../../cli/tui/picker/picker-row.js'
import { eventually } from '../../../support/eventually.js'
import { noLook } from '../../../support/no-look.js'
import { projecting, reader } from '../../../support/projecting.js'
import { firstTurn, someSession, storyLog } from '../../../support/story.js'
import { tempHome } from '../../../support/temp-home.js'

/** A picker of the newest session of three that hears its feed. Each was projected. */
const given = async (t: ExecutionContext) => {
  const home = await tempHome(t)
  const root = join(home, 'data')
  for (const n of [1, 2, 3]) {
    const groups = firstTurn(someSession(n), `question ${n}`, 'the answer')
    const story = await storyLog(root, someSession(n), groups)
    await projecting(t, root, story).advance()
    utimesSync(story.path, 1, 1_700_000_000 + n)
  }
  const paths = pathsFrom({ YOI_HOME: home })
  const request = { paths, reader, pods: new Map(), limit: 1, look: noLook }
  const [list, files] = [await listSessions(request), await sessionFiles(paths.sessions)()]
  if (E.isLeft(list) || E.isLeft(files)) throw new Error('nothing to pick')
  const { rows } = list.right
  const context = { now: '2026-01-02T03:04:05.678Z', home: undefined }
  const open = () => {
    const feed = sessionFeed({ request, rows, files: files.right, context })
    t.teardown(() => feed.close())
    const initial = picker({
      size: { width: 80, height: 24 },
      title: '',
      rows: rows.map((row) => pickerRow(row, context)),
      firstRows: 1,
      reading: 'first',
      said: nothingSaid,
      hasPreviews: true,
    })
    const seen: { state: Picker } = { state: initial }
    const goOn = (state: Picker) => {
      seen.state = state
      feed.changed(state, (news) => goOn(feed.hear(seen.state, news)))
    }
    const type = (text: string) => {
      const asked = updatePicker(seen.state, { type: 'Text', text, atMs: 0, id: '' })
      if (asked.type === 'open') goOn(asked.state)
    }
    goOn(initial)
    return { seen, type, feed }
  }
  return { root, open }
}

/** Changes a word of the log of session `n` and no time of it, so that no list can know. */
const damage = (root: string, n: number) => {
  const path = join(root, 'sessions', `${someSession(n)}.jsonl`)
  writeFileSync(path, readFileSync(path, 'utf8').replace('the answer', 'the unswer'))
  utimesSync(path, 1, 1_700_000_000 + n)
}

const blocked = ({ rows }: Picker, n: number) =>
  rows.find(({ id }) => id === someSession(n))?.blocked ?? ''

test('a row whose preview met damage says so and cannot be picked', async (t) => {
  const { root, open } = await given(t)
  damage(root, 3)
  const { seen, feed } = open()
  t.is(blocked(seen.state, 3), '')

  await eventually(
    () => blocked(seen.state, 3).includes('do not give its hash'),
    () => `row 3 is marked; it says ${blocked(seen.state, 3)}`,
  )
  t.true(feed.rowOf(someSession(3))?.isRefused)
})

test('a row that a search finds by its old words is marked when its log is damaged', async (t) => {
  const { root, open } = await given(t)
  damage(root, 1)
  const { seen, type } = open()
  type('question')

  await eventually(
    () => blocked(seen.state, 1).includes('do not give its hash'),
    () => `row 1 is marked; it says ${blocked(seen.state, 1)}`,
  )
  t.is(blocked(seen.state, 2), '')
  t.deepEqual(
    seen.state.shown.map((at) => seen.state.rows[at]?.id),
    [3, 2, 1].map(someSession),
  )
})
