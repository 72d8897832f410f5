import type { Completions } from '../../../domain/ports.js'
import { anthropicCompletions } from '../anthropic/anthropic-completions.js'
import type { Patience } from '../anthropic/request-watch.js'
import { offlineFetch } from './offline-fetch.js'
import { offlineSentence, type ScriptedReply } from './offline-sentence.js'
import type { LoadedScript } from './script.js'

/** What the embedded model answers from, and how long its silence is borne. */
export type OfflineModelOptions = Patience & {
  readonly script?: LoadedScript
  /** The wait before each piece, in ms. */
  readonly delayMs?: number
}

/**
 * The embedded model behind the same client as a real one. One request at a time; a failure names
 * the reply of the script that it came from.
 */
export const offlineCompletions = (options: OfflineModelOptions): Completions => {
  const { script, delayMs, ...patience } = options
  const last: { reply: ScriptedReply | undefined } = { reply: undefined }
  return anthropicCompletions({
    ...patience,
    baseURL: nowhere,
    fetch: offlineFetch({
      ...(script === undefined ? {} : { script: script.replies }),
      ...(delayMs === undefined ? {} : { delayMs }),
      onReply: (index) => {
        last.reply = script === undefined || index === undefined ? undefined : { script, index }
      },
    }),
    sentenceOf: (trouble) => offlineSentence(trouble, last.reply),
  })
}

// The client wants an address; nothing goes there.
const nowhere = 'http://offline.invalid'
