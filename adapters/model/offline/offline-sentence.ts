import { quoted } from '../anthropic/quoted.js'
import type { Refusal, Trouble } from '../anthropic/trouble.js'
import type { LoadedScript } from './script.js'

/** The reply of a script that answered a request. */
export type ScriptedReply = { readonly script: LoadedScript; readonly index: number }

/**
 * What a trouble is where no server was asked: which reply of a script is to blame, or what the
 * embedded model refused, and what to do. Undefined where the common sentence says it.
 */
export const offlineSentence = (
  trouble: Trouble,
  from: ScriptedReply | undefined,
): string | undefined => {
  if (from === undefined) return trouble.kind === 'refused' ? refusedSentence(trouble) : undefined
  const what = whatItDid(trouble)
  return what === undefined
    ? undefined
    : `Reply ${from.index} of the offline script ${placeOf(from)} ${what}: try again to get what ` +
        'follows in the script, or change it and start the Pod again.'
}

const placeOf = ({ script, index }: ScriptedReply): string => {
  const line = script.lines[index]
  return line === undefined ? script.path : `${script.path} (line ${line})`
}

const refusedSentence = (refusal: Refusal): string | undefined => {
  if (/prompt is too long/i.test(refusal.words ?? '')) return undefined
  return (
    `The offline model refuses the request, as the Messages API would${said(refusal)}: ` +
    'start a new session, and report this.'
  )
}

const said = ({ status, words }: Refusal): string => {
  const facts = [
    ...(status === undefined ? [] : [String(status)]),
    ...(words === undefined ? [] : [`"${quoted(words)}"`]),
  ]
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}

const whatItDid = (trouble: Trouble): string | undefined => {
  switch (trouble.kind) {
    case 'refused':
      return `answers with an error${said(trouble)}`
    case 'first_byte_timeout':
      return `sends nothing, and yoi waited ${trouble.waitedMs / 1000} s for it`
    case 'idle':
      return `stops in the middle, and yoi waited ${trouble.waitedMs / 1000} s for the rest`
    case 'truncated':
      return 'ends before it is complete'
    case 'reset':
      return 'breaks the connection before it is complete'
    case 'not_a_stream':
      return 'is no event stream'
    case 'malformed':
      return `breaks the rules of the Messages API (${quoted(trouble.detail)})`
    case 'aborted':
    case 'unreachable':
    case 'bad_key':
    case 'internal':
      return undefined
  }
}
