import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { lostSessions } from '../../../cli/sessions/lost-sessions.js'
import { namedSession } from '../../../cli/sessions/named-session.js'
import { projecting } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import { someSession, storyLog } from '../../support/story.js'

const [one, two, three, four] = [someSession(1), someSession(2), someSession(3), someSession(4)]
const all = one.slice(0, 8)

// Two sessions with their logs, and two of which only the projections are left.
const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const root = join(home, 'data')
  await storyLog(root, one)
  await storyLog(root, two)
  for (const lost of [three, four]) {
    const story = await storyLog(root, lost)
    await projecting(t, root, story).advance()
    await rm(story.path)
  }
  return pathsFrom({ YOI_HOME: home })
}

test('a part of an id that several logs have does not mean one that is gone', async (t) => {
  const paths = await given(t)

  const named = await namedSession(paths, all)
  t.regex(named._tag === 'Left' ? named.left : '', /could be any of .*; give a longer part/)
  t.deepEqual(await lostSessions(paths, all), [])
})

test('a session whose log is gone is named as such, and of several each', async (t) => {
  const paths = await given(t)

  t.deepEqual(await namedSession(paths, three), {
    _tag: 'Left',
    left: `The log of session ${three} is gone; yoi verify ${three} says more.`,
  })
  await rm(join(paths.sessions, `${one}.jsonl`))
  await rm(join(paths.sessions, `${two}.jsonl`))
  t.deepEqual(await namedSession(paths, all), {
    _tag: 'Left',
    left: `"${all}" could be any of ${three}, ${four}, which have no log any more; give a longer part of the id.`,
  })
})
