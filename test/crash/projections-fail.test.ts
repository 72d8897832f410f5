import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import { watchedLog } from '../support/disk-log.js'
import { filesOf, session as id } from '../support/disk-story.js'
import { liveSession } from '../support/live-session.js'
import { projecting, textsOf } from '../support/projecting.js'
import { text } from '../support/scripted-model.js'
import { tempHome } from '../support/temp-home.js'
import { resultsTold, toldOf } from '../support/told.js'

test('projections that cannot be written are said once, stop nothing, and catch up', async (t) => {
  // given a session whose projections cannot be written
  const home = await tempHome(t)
  const path = join(home, 'sessions', `${id}.jsonl`)
  await writeFile(join(home, 'projections'), 'in the way')
  const log = jsonlLog({ path, quarantineFolder: join(home, 'quarantine'), size: 0 })
  t.teardown(() => log.close())
  const projector = projecting(t, home, { session: id, path })
  const watched = watchedLog(log, () => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0)))
  const follower = { advance: () => void projector.advance(), reached: projector.reached }
  const session = liveSession({ log: watched, follower })
  const turn = async (n: number) => {
    await session.run(`question ${n}`)
    ;(await session.model.request(n)).reply([text(`answer ${n}`)])
    await session.nth('run_end', n)
  }

  // when turns end
  await turn(1)
  await turn(2)

  // then they end, the log has them, and the alert came once
  t.deepEqual(resultsTold(session), ['finished', 'finished'])
  t.deepEqual(
    toldOf(session, 'alert').map(({ data }) => data.code),
    ['projection_late'],
  )
  t.is(projector.troubles.length, 1)
  t.is(session.types().filter((type) => type === 'TurnEnded').length, 2)

  // and with room again they are what the log says
  await rm(join(home, 'projections'))
  await turn(3)
  t.is(toldOf(session, 'alert').length, 1)
  t.deepEqual(
    (await textsOf(home, { session: id })).slice(0, 2),
    filesOf(watched.lines())
      .slice(0, 2)
      .map(([, content]) => content),
  )
})
