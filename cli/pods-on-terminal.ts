import { type LivePod, type PodHead, podHeads, podStatus, podsTable } from './pods-table.js'
import { fitColumns } from './tui/text/fit-columns.js'
import { safeLine } from './tui/text/safe-text.js'
import { textWidth } from './tui/text/width.js'
import { wrapText } from './tui/text/wrap.js'

/**
 * The Pods on a terminal of so many columns, in lines none of which is wider: a table, without the
 * sockets if there is no room for them, else some lines for each Pod. Its name is always told whole.
 */
export const podsOnTerminal = async (
  pods: ReadonlyArray<LivePod>,
  columns: number,
): Promise<string> => {
  for (const heads of tables) {
    const table = await podsTable(pods, heads)
    if (table.split('\n').every((line) => textWidth(line) <= columns)) return table
  }
  return pods
    .flatMap((pod) => stacked(pod, columns))
    .map((line) => `${line}\n`)
    .join('')
}

const tables: ReadonlyArray<ReadonlyArray<PodHead>> = [podHeads, podHeads.slice(0, -1)]

const indent = '  '

const stacked = (live: LivePod, columns: number): ReadonlyArray<string> => [
  ...wrapText(safeLine(live.pod), columns),
  ...[`${podStatus(live)} · pid ${live.pid}`, live.session ?? 'no session yet'].map((line) =>
    fitColumns(`${indent}${line}`, columns),
  ),
]
