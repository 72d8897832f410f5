import { tableText } from './table-text.js'

/** A Pod that lives now, as the registry has it. */
export type LivePod = {
  readonly pod: string
  /** A Pod whose session has not begun has none. */
  readonly session: string | undefined
  readonly socket: string
  readonly pid: number
  readonly status: string
  /** Its log cannot be written now. */
  readonly storage?: 'failed'
}

/** A Pod's status in words, and whether its log takes nothing. */
export const podStatus = ({ status, storage }: LivePod): string =>
  storage === undefined ? status : `${status}, log not written`

const cells = {
  POD: ({ pod }: LivePod) => pod,
  STATUS: podStatus,
  SESSION: ({ session }: LivePod) => session ?? '-',
  PID: ({ pid }: LivePod) => String(pid),
  SOCKET: ({ socket }: LivePod) => socket,
} as const

export type PodHead = keyof typeof cells

/** The heads of the table of Pods; what is needed least stands last. */
export const podHeads: ReadonlyArray<PodHead> = ['POD', 'STATUS', 'SESSION', 'PID', 'SOCKET']

/** The Pods as a table of text with these heads, whatever its width. */
export const podsTable = (
  pods: ReadonlyArray<LivePod>,
  heads: ReadonlyArray<PodHead> = podHeads,
): Promise<string> =>
  tableText(
    heads,
    pods.map((pod) => heads.map((head) => cells[head](pod))),
  )
