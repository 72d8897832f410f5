import type { Greeting } from '../../../domain/protocol/notification.js'
import { emptyLine, type Line } from '../frame.js'
import { podsWords } from '../pod/pods-words.js'
import type { TuiState } from '../state.js'
import { led } from '../text/led.js'

/** The first screen: where one is, what answers, what it may do, and how to stop what runs. */
export const greetingLines = (state: TuiState): ReadonlyArray<Line> => {
  const { pod, size, pods, transcript, total, detail } = state
  const look = { width: size.width }
  if (pod?.greeting === undefined) return [...led('', 'yoi', { look, style: 'bold' }), emptyLine]
  const others = pods.filter((name) => name !== pod.pod)
  const older = transcript.first ?? 0
  return [
    ...led('', `yoi · Pod ${pod.pod}`, { look, style: 'bold' }),
    ...facts(pod.greeting).flatMap((fact) => led('  ', fact, { look, style: 'dim' })),
    ...led('  ', guardWords, { look, style: 'warning' }),
    ...remarksOf(state).flatMap((remark) => led('  ', remark, { look, style: 'warning' })),
    ...(others.length === 0 ? [] : led('  ', podsWords(others, 'other '), { look, style: 'dim' })),
    // In the overview each input begins with one.
    ...(detail === 'overview' ? [] : [emptyLine]),
    ...(older > 0
      ? [
          ...led('', `… ${older} older of ${total} records: scroll up for more`, {
            look,
            style: 'dim',
          }),
          emptyLine,
        ]
      : []),
  ]
}

// The screen and the Pod read the same manifests, and may say the same of them.
const remarksOf = ({ remarks, podRemarks }: TuiState): ReadonlyArray<string> => [
  ...new Set([...remarks, ...podRemarks]),
]

const guardWords =
  'There are no approval prompts yet. The scope binds the file tools; Bash has your own rights.'

const facts = (greeting: Greeting): ReadonlyArray<string> => [
  `folder: ${greeting.cwd}`,
  `model: ${greeting.model}${isOffline(greeting.model) ? offlineWords : ''}`,
  `scope: ${greeting.scope.length === 0 ? 'nothing' : greeting.scope.join(' · ')}`,
]

const isOffline = (model: string): boolean => model === 'offline' || model.startsWith('offline/')

const offlineWords =
  ' — not a language model: it follows simple written rules, so that yoi can be tried without a key'
