import type { EventOf } from '../domain/event/event.js'
import { type Segments, textOf } from '../domain/segment.js'
import { type Told, told, wordLines } from './told.js'
import { counted, grouped } from './usage.js'

/**
 * The session's beginning: folder, model, format, the system prompt by its length, and where a fork
 * is from, with the length of the conversation that it took along.
 */
export const tellStart = (data: EventOf<'SessionStarted'>['data']): Told =>
  told(
    'yoi',
    `The session began in ${data.cwd} on ${data.model.ref} (format ${data.format}, ` +
      `a system prompt of ${grouped(data.system.length)} characters)${forkWords(data)}`,
  )

const forkWords = ({
  forked_from: from,
  conversation = [],
}: EventOf<'SessionStarted'>['data']): string =>
  from === undefined
    ? ''
    : ` as a fork of session ${from.session} at #${from.seq} (${from.hash}), ` +
      `with the ${grouped(conversation.length)} items of its conversation`

/** A Pod took the session, and where it works. */
export const tellPod = (data: EventOf<'PodAttached'>['data']): Told =>
  told(
    'yoi',
    `Pod ${data.pod} (pid ${data.pid}, yoi ${data.yoi}) took the session${workPlace(data)}; tools: ` +
      `${data.tools.map(({ name }) => name).join(' ') || 'none'}; ` +
      `scope: ${data.scope.join(', ') || 'none'}`,
  )

const workPlace = ({ cwd }: EventOf<'PodAttached'>['data']): string =>
  cwd === undefined ? '' : ` in ${cwd}`

/** A torn tail was moved away. */
export const tellRepair = (data: EventOf<'TailRepaired'>['data']): Told =>
  told(
    'yoi',
    `The log ended in ${counted(data.length, 'byte')} that are no whole group (from byte ` +
      `${data.offset} on): they were moved to ${data.kept}, and never happened`,
  )

/** A Submit waits. */
export const tellQueued = (data: EventOf<'InputQueued'>['data']): Told =>
  told(data.by === 'pod' ? 'parent' : 'you', 'Queued', wordLines(textOf(data.segments)))

/** A Submit that had waited was taken back, with its words where they are known. */
export const tellWithdrawn = (segments: Segments): Told =>
  told('you', 'A queued input was taken back', wordLines(textOf(segments)))

/** A child Pod reported. */
export const tellChild = (data: EventOf<'ChildReported'>['data']): Told =>
  told('child', `${data.pod_name} ${reportWords(data.kind)}`, wordLines(data.message))

const reportWords = (kind: string): string =>
  reports.get(kind) ?? `reported ${kind.replaceAll('_', ' ')}`

const reports: ReadonlyMap<string, string> = new Map(
  Object.entries({
    turn_ended: 'has ended its turn',
    errored: 'has failed',
    shut_down: 'has shut down',
  }),
)

/** Waiting notices and reports entered the conversation. */
export const tellDelivered = (data: EventOf<'InboxDelivered'>['data']): Told =>
  told(
    'yoi',
    data.ids.length === 1
      ? 'A waiting notice or report entered the conversation'
      : `${data.ids.length} waiting notices and reports entered the conversation`,
  )
