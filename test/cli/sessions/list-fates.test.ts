import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { listSessions } from '../../../cli/sessions/list-sessions.js'
import { fateMark } from '../../../projections/session-row.js'
import { noLook } from '../../support/no-look.js'
import { projecting, reader } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  attached,
  paused,
  said,
  someSession,
  started,
  storyLog,
  submitted,
} from '../../support/story.js'

const session = someSession(1)
const opened = [[started(session), attached('lab', 7), submitted(1, 'one'), asked(1)]]

const given = async (t: ExecutionContext, groups = opened) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  const story = await storyLog(root, session, groups)
  /** What a list says of the last turn while the Pod of this process holds the session. */
  const markUnder = async (pid?: number): Promise<string> => {
    const list = await listSessions({
      paths: pathsFrom({ YOI_HOME: home }),
      reader,
      pods: new Map(pid === undefined ? [] : [[session, { pod: 'lab', pid }]]),
      limit: 1,
      look: noLook,
    })
    const row = E.isRight(list) ? list.right.rows[0] : undefined
    return row === undefined ? t.fail('it is not listed') && '' : fateMark(row)
  }
  return { root, story, markUnder }
}

test('a turn that runs has no mark under the Pod that runs it', async (t) => {
  const { markUnder } = await given(t)
  t.is(await markUnder(7), '')
})

for (const checkpoint of ['with', 'without'] as const)
  test(`${checkpoint} a checkpoint a turn that another Pod left open is interrupted, also under one that has written nothing yet`, async (t) => {
    const { root, story, markUnder } = await given(t)
    if (checkpoint === 'with') await projecting(t, root, story).advance()
    t.is(await markUnder(), 'interrupted')
    t.is(await markUnder(8), 'interrupted')

    await story.add(attached('lab', 8), paused(1, 'crash'))
    t.is(await markUnder(8), 'interrupted')
  })

test('of a long log whose last Pod was not read a turn that runs is not called interrupted', async (t) => {
  const { story, markUnder } = await given(t)
  await story.add(attached('lab', 8), paused(1, 'crash'))
  await story.add(submitted(2, 'two'), asked(2))
  for (let round = 1; round < 60; round += 1)
    await story.add(said(2, `${round} ${'x'.repeat(10_000)}`), asked(2))
  t.is(await markUnder(8), '')
})
