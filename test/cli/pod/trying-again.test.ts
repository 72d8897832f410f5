import test from 'ava'
import { tryingAgain } from '../../../cli/pod/trying-again.js'
import { eventually } from '../../support/eventually.js'
import { systemError, underFileCalls } from '../../support/file-calls.js'
import { projecting, textsOf } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import { someSession, storyLog } from '../../support/story.js'

for (const code of ['EMFILE', 'ENOSPC'])
  test(`after ${code} at the last event of a session its files are made without another one`, async (t) => {
    const root = await ownFolder(t)
    const story = await storyLog(root, someSession(1))
    const projector = projecting(t, root, story)
    const follower = tryingAgain(projector)
    t.teardown(follower.close)
    let failures = 0
    const fails = (call: string) => {
      if (call !== 'open' || failures === 2) return
      failures += 1
      throw systemError(code)
    }

    t.false(await underFileCalls(fails, follower.advance))

    await eventually(() => follower.reached(story.tip().seq))
    t.is((await textsOf(root, story)).length, 3)
    t.true(projector.troubles.length <= 2)
  })

test('a follower that is closed tries nothing again', async (t) => {
  const root = await ownFolder(t)
  const story = await storyLog(root, someSession(1))
  const tries: string[] = []
  const never = { ...projecting(t, root, story), close: async () => undefined }
  const follower = tryingAgain({
    ...never,
    advance: async () => {
      tries.push('one')
      await follower.close()
      return false
    },
  })
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()

  await follower.advance()

  t.is(timers(), before)
  t.deepEqual(tries, ['one'])
})
