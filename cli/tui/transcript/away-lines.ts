import { emptyLine, type Line } from '../frame.js'
import type { Ended, TuiState } from '../state.js'
import { led } from '../text/led.js'

/** What became of a Pod that has ended, behind all that it did, and why it was not started again. */
export const awayLines = ({ connection, size: look }: TuiState): ReadonlyArray<Line> => {
  if (connection.tag !== 'ended') return []
  const { fault } = connection
  return [
    ...led('— ', becameOf(connection), { look, style: 'warning' }),
    ...(fault === undefined ? [] : led('  ', fault, { look, style: 'error' })),
    emptyLine,
  ]
}

const becameOf = ({ how, by }: Ended): string =>
  how === 'died'
    ? 'the Pod has died; what it had accepted is in the log'
    : `the Pod has shut down: ${by}`
