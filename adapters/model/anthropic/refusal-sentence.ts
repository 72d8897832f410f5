import type { ReplyFailureCode } from '../../../domain/reply.js'
import type { Place } from './place.js'
import { quoted, shownAddress } from './quoted.js'
import type { Refusal } from './trouble.js'

/** One sentence about a refusal: what the server said, in its own words, and what to do. */
// eslint-disable-next-line max-lines-per-function -- one exhaustive switch
export const refusalSentence = (code: ReplyFailureCode, refusal: Refusal, place: Place): string => {
  const server = `The server at ${shownAddress(place.baseURL)}`
  const model = quoted(place.model)
  const said = saidBy(refusal)
  switch (code) {
    case 'unauthorized':
      return `${server} ${unauthorized(said, place)}`
    case 'forbidden':
      return `${server} ${forbidden(said, refusal, place)}`
    case 'not_found':
      return (
        `${server} does not know the model ${model}${said}: ` +
        'correct model.ref, or model.base_url if the address is wrong, in the manifest.'
      )
    case 'too_large':
      return `The request is larger than ${shownAddress(place.baseURL)} takes${said}: ${shorten}.`
    case 'context_too_long':
      return (
        `The conversation is too long for the context window of ${model}${said}: ` +
        `lower model.max_tokens in the manifest, or ${shorten}.`
      )
    case 'thinking_refused':
      return (
        `${server} does not take back the thinking of earlier replies${saidBy(refusal, true)}: ` +
        'try again, and it is left out from now on.'
      )
    case 'rate_limited':
      return (
        `${server} takes no more requests for now${said}: ` +
        `${whatLimit(refusal)}, then try again.`
      )
    case 'overloaded':
      return `${server} is overloaded${said}: wait a minute, then try again.`
    case 'unreachable':
      return (
        `${server} sends requests on to ${target(refusal)}${said}: ` +
        'set model.base_url in the manifest to the final address.'
      )
    case 'server_error':
      return (
        `${server} failed${saidBy(refusal, true)}: try again, ` +
        "and look at the provider's status page if it stays."
      )
    default:
      return (
        `${server} refused the request${saidBy(refusal, true)}: ` +
        'check the [model] settings in the manifest; ' +
        'if they are right, start a new session.'
      )
  }
}

const shorten =
  'send a shorter input, which takes the place of this turn; ' +
  'if that is too long as well, start a new session'

// Where the server's people may be asked, the name of the request is what they need.
const saidBy = ({ status, type, words, requestId }: Refusal, named = false): string => {
  const what = status === undefined ? type : String(status)
  const quote = words === undefined ? undefined : `"${quoted(words)}"`
  const name = named && requestId !== undefined ? `request ${quoted(requestId)}` : undefined
  const facts = [what === undefined ? undefined : quoted(what), quote, name]
  const known = facts.filter((fact) => fact !== undefined)
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}

const unauthorized = (said: string, { keyName, keyGiven }: Place): string =>
  keyGiven
    ? `does not accept the key in ${keyName}${said}: ` +
      'set that variable to a valid key and start yoi again.'
    : `asks for a key${said}: ` +
      `set ${keyName}, or the variable that model.api_key_env names, and start yoi again.`

const forbidden = (said: string, { status, type }: Refusal, place: Place): string => {
  const who = place.keyGiven ? `the key in ${place.keyName}` : 'this machine'
  return status === 402 || type === 'billing_error'
    ? `asks for payment${said}: settle the account of ${who}, then try again.`
    : `does not allow this request${said}: check that ${who} may use the model ` +
        `${quoted(place.model)}, or choose another with model.ref in the manifest.`
}

const whatLimit = ({ errorCode = '', retryAfterMs }: Refusal): string => {
  if (errorCode.endsWith('spend_limit_reached')) return 'raise the spend limit of the account'
  return retryAfterMs === undefined ? 'wait a minute' : `wait ${Math.ceil(retryAfterMs / 1000)} s`
}

const target = ({ location }: Refusal): string =>
  location === undefined ? 'another address' : shownAddress(location)
