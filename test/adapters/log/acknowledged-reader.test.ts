import { appendFile, readFile, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import test from 'ava'
import { acknowledgedReader } from '../../../adapters/log/acknowledged-reader.js'
import { completeness } from '../../../adapters/projector/log-holds.js'
import { projecting, projectionsOf, reader, textsOf } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import { asked, firstTurn, someSession, storyLog, submitted } from '../../support/story.js'

const session = someSession(1)

test('a batch that is cut off again after it could be read is no record that was seen', async (t) => {
  // given projections of a log of which everything is acknowledged
  const root = await ownFolder(t)
  const log = await storyLog(root, session)
  let acknowledged = (await stat(log.path)).size
  const behind = acknowledgedReader(reader, () => acknowledged)
  const projector = projecting(t, root, log, behind)
  await projector.advance()
  const before = await textsOf(root, log)

  // when a batch lies there as the projector looks, and fails
  await log.add(submitted(2, 'lost'), asked(2))
  await projector.advance()
  t.deepEqual(await textsOf(root, log), before)
  await truncate(log.path, acknowledged)

  // then another one is followed, and nothing is missing
  const other = await storyLog(`${root}/other`, session, [
    ...firstTurn(session),
    [submitted(2, 'kept'), asked(2)],
  ])
  const bytes = await readFile(other.path)
  await appendFile(log.path, bytes.subarray(acknowledged))
  acknowledged = bytes.length
  await projector.advance()
  t.deepEqual(projector.troubles, [])
  t.is(await completeness({ session, log: log.path, folder: projectionsOf(root, log) }), true)
  t.regex((await textsOf(root, log))[1] ?? '', /"running"/)
})

test('a tail and a fault behind what is acknowledged are not told, and a missing log is', async (t) => {
  const root = await ownFolder(t)
  const log = await storyLog(root, session)
  const { size } = await stat(log.path)
  const typesOf = async (path: string) => {
    const types: string[] = []
    for await (const { type } of acknowledgedReader(reader, () => size).read(path)) types.push(type)
    return types
  }
  const groups = ['group', 'group']
  t.deepEqual(await typesOf(log.path), groups)
  await appendFile(log.path, Buffer.from('{"half'))
  t.deepEqual(await typesOf(log.path), groups)
  await appendFile(log.path, Buffer.from('\n'))
  t.deepEqual(await typesOf(log.path), groups)
  t.deepEqual(await typesOf(dirname(log.path)), ['problem'])
})
