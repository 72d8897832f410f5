import { textOf } from '../../domain/segment.js'
import type { Item } from '../../domain/turn/item.js'
import { oneLine } from '../../projections/one-line.js'
import { callLine } from '../../projections/tell-call.js'
import { tellItem } from '../../projections/tell-item.js'
import { fateWords } from '../../projections/turn-fate.js'
import { counted, moneyText, tokensText } from '../../projections/usage.js'
import { itemText, wrapped } from './entry-text.js'
import { type PageLook, painted } from './page-look.js'
import type { StandingFacts } from './standing-facts.js'
import type { TurnFacts } from './turn-index.js'

/** The turn of a session that stood open, as the whole log knows it. */
export type OpenTurn = TurnFacts | undefined

/** How a session stood, as a page; the items of its conversation follow as `standingItemText`. */
export const standingText = (facts: StandingFacts, turn: OpenTurn, look: PageLook): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ...placeRows(facts),
    ['status', statusWords(facts)],
    ...restoredRows(facts),
    ...turnRows(facts, turn),
    ...facts.calls.map((call) => ['call', callWords(call)] as const),
    ...facts.queue.map(({ seq, segments }) => ['queued', `#${seq} ${textOf(segments)}`] as const),
    ...facts.news.map(({ seq, text }) => ['waiting', `#${seq} ${text}`] as const),
    ['head', refWords(facts.head)],
    ['usage', usageWords(facts)],
  ]
  const title = `How it stood after #${facts.at.seq}, ${timeWords(facts.at.at)}`
  return [
    painted(title, 'strong', look),
    ...rows.flatMap(([name, value]) => rowLines(name, value, look)),
    '',
    painted(`The conversation then: ${counted(facts.items, 'item')}`, 'strong', look),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** An item of the conversation, as a part of that page. */
export const standingItemText = (item: Item, look: PageLook): string =>
  itemText(item.seq, tellItem(item), look)

const nameColumns = 10
const valueCharsMax = 400

const rowLines = (name: string, value: string, look: PageLook): ReadonlyArray<string> =>
  wrapped(oneLine(value, valueCharsMax), nameColumns + 2, look).map(
    (line, n) => `  ${painted((n === 0 ? name : '').padEnd(nameColumns), 'faint', look)}${line}`,
  )

const timeWords = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 23)} UTC`

type Rows = ReadonlyArray<readonly [string, string]>

const placeRows = (facts: StandingFacts): Rows => [
  ['hash', facts.at.hash],
  ...(facts.inside_group === undefined
    ? []
    : [
        [
          'note',
          `inside a group: ${restOfGroup(facts.at.seq, facts.inside_group.more)} ` +
            'committed with it, so no Pod ever stood here',
        ] as const,
      ]),
  ...(facts.not_understood === undefined
    ? []
    : [
        [
          'note',
          `events of a later version are not in this: ${facts.not_understood.slice(0, 5).join(', ')}`,
        ] as const,
      ]),
  ['folder', facts.cwd ?? 'none'],
  ['model', facts.model ?? 'none'],
  ['pod', podWords(facts.pod)],
]

const restOfGroup = (seq: number, more: number): string =>
  more === 1 ? `#${seq + 1} was` : `#${seq + 1} to #${seq + more} were`

const podWords = (pod: StandingFacts['pod']): string =>
  pod === null ? 'none' : `${pod.name}${pod.left ? ', which had left' : ''}`

const statusWords = ({ status, stopping, queue_held, queue, news }: StandingFacts): string =>
  [
    status,
    ...(stopping === undefined ? [] : [`about to ${stopping.replace('shutdown', 'shut down')}`]),
    ...(queue_held && queue.length + news.length > 0 ? ['what waits is held'] : []),
  ].join(', ')

// Nothing to say where a Pod that takes the session up finds it as it was.
const restoredRows = ({ status, restored }: StandingFacts): Rows => {
  if (restored.adds.length === 0) return []
  const closed = restored.adds.filter(({ type }) => type === 'ToolCallCompleted').length
  const calls = closed === 0 ? '' : `, with ${counted(closed, 'call')} closed without a result`
  const still = status === restored.status ? 'still ' : ''
  return [['next Pod', `would find it ${still}${restored.status}${calls}`]]
}

const turnRows = ({ turn }: StandingFacts, known: OpenTurn): Rows => {
  if (turn === null) return []
  const number = known === undefined ? '' : `turn ${known.number} `
  const later = known === undefined ? '' : fateWords[known.fate]
  const opened = `${number}(${turn.id}), opened by ${turn.opened_by.replaceAll('_', ' ')}`
  const { request } = turn
  const asked =
    request === undefined
      ? ''
      : `request ${request.round}, attempt ${request.attempt} (#${request.seq}), ` +
        (request.answered ? 'answered' : 'not answered yet')
  return [
    ['turn', `${opened}${later === '' ? '' : `; in the end ${later}`}`],
    ...(asked === '' ? [] : [['request', asked] as const]),
  ]
}

const phaseWords = { pending: 'not started', started: 'started', done: 'done' } as const

const callWords = (call: StandingFacts['calls'][number]): string =>
  `${call.call} ${phaseWords[call.phase]} ${callLine(call).text}`

const refWords = (ref: StandingFacts['head']): string =>
  ref === null ? 'none' : `#${ref.seq} ${ref.hash.slice(0, 12)}…`

const usageWords = ({ usage, cost, session_usage }: StandingFacts): string => {
  const money = cost === undefined ? '' : `, ${moneyText(cost)}`
  return (
    `${tokensText(usage)}${money} in this conversation; ` +
    `${counted(session_usage.requests, 'request')} in the session`
  )
}
