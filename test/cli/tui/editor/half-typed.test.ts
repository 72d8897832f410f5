import test from 'ava'
import { toSegments } from '../../../../cli/tui/editor/editor-segments.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { textOf } from '../../../../domain/segment.js'
import { inputNo } from '../../../support/record-list.js'
import {
  ack,
  attached,
  idle,
  pausedStatus,
  play,
  running,
  stopping,
} from '../../../support/tui-given.js'

const typedIn = (state: TuiState): string => textOf(toSegments(state.editor))

const keys = ['Ctrl-X', 'Ctrl-C', 'Ctrl-D', 'Ctrl-R', 'Escape'] as const

for (const status of [idle, running, stopping, pausedStatus])
  for (const key of keys)
    test(`${key} keeps a half-typed line (${status.stopping ? 'stopping' : status.status})`, (t) => {
      const { state } = play(attached({ status }), "'half a line", key)
      t.is(typedIn(state), 'half a line')
    })

test('a cancelled prompt is among the earlier inputs', (t) => {
  const entered = play(attached(), "'my prompt", 'Enter')
  const [run] = entered.commands.flatMap((one) => (one.type === 'Send' ? [one.method] : []))
  const { state } = play(
    entered.state,
    ack(run?.id ?? '', { input: inputNo(1) }),
    { event: 'status', data: running },
    'Ctrl-X',
    { event: 'status', data: idle },
    'Up',
  )
  t.is(typedIn(state), 'my prompt')
})
