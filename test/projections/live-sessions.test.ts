import test from 'ava'
import { liveSessions, liveText } from '../../projections/live-sessions.js'
import { someSession, someTurn } from '../support/story.js'

const pod = (name: string, n: number) =>
  ({ pod: name, session: someSession(n), socket: `/run/${name}`, pid: n }) as const

test("live sessions are the registry's Pods by name, with what their logs say", (t) => {
  const facts = {
    cwd: '/w',
    updated: null,
    status: 'paused',
    turn: someTurn(1),
    preview: 'a → b',
  } as const

  const rows = liveSessions([pod('b', 2), pod('a', 1)], new Map([[someSession(2), facts]]))

  t.deepEqual(rows, [
    { ...pod('a', 1), cwd: null, updated: null, status: 'idle', turn: null, preview: '[empty]' },
    { ...pod('b', 2), ...facts },
  ])
  t.deepEqual(JSON.parse(liveText(rows)), rows)
})

test('a session without a Pod is no row', (t) => {
  const facts = { cwd: '/w', updated: null, status: 'idle', turn: null, preview: 'a' } as const

  t.deepEqual(liveSessions([], new Map([[someSession(2), facts]])), [])
})
