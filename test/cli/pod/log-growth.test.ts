import test from 'ava'
import { type LiveSession, liveSession } from '../../support/live-session.js'
import { call, text } from '../../support/scripted-model.js'

const asked = 'q'.repeat(300)
const output = 'o'.repeat(2000)
const answer = 'a'.repeat(1000)
const contentBytes = asked.length + output.length + answer.length

const turn = async (session: LiveSession, n: number): Promise<void> => {
  await session.run(asked)
  ;(await session.model.request(2 * n + 1)).reply([call('Read', { path: 'a' }, `c${n}`)])
  ;(await session.tools.running(n + 1)).finish({ content: output })
  ;(await session.model.request(2 * n + 2)).reply([text(answer)])
  await session.nth('run_end', n + 1)
}

/** The bytes that each turn added to the log. */
const turnBytes = ({ log }: LiveSession): ReadonlyArray<number> =>
  log
    .lines()
    .reduce<ReadonlyArray<number>>(
      (sums, line) => [
        ...sums.slice(0, -1),
        (sums.at(-1) ?? 0) + Buffer.byteLength(line) + 1,
        ...(line.includes('"type":"TurnEnded"') ? [0] : []),
      ],
      [0],
    )
    .slice(0, -1)

test('a log grows by what is new: under three bytes for one of content, in turn 100 as in turn 2', async (t) => {
  const session = liveSession()
  for (let n = 0; n < 100; n += 1) await turn(session, n)

  const grown = turnBytes(session)
  t.is(grown.length, 100)
  t.true(Math.max(...grown) < 3 * contentBytes)
  // Numbers with more digits are all that makes a later turn longer.
  t.true((grown[99] ?? 0) < (grown[1] ?? 0) + 100, `${grown[1]} and ${grown[99]} bytes`)
})
