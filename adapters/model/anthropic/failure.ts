import type { ReplyFailure, ReplyFailureCode } from '../../../domain/reply.js'
import { isRetryable } from '../../../domain/turn/retry.js'
import type { Place } from './place.js'
import { quoted, shownAddress } from './quoted.js'
import { refusalCode } from './refusal-code.js'
import { refusalSentence } from './refusal-sentence.js'
import type { Refusal, Trouble } from './trouble.js'

/** Puts a trouble into a code and one sentence that says what to do. */
export const failureOf = (trouble: Trouble, place: Place): ReplyFailure =>
  trouble.kind === 'refused' ? refused(trouble, place) : failed(trouble, place)

const refused = (refusal: Refusal, place: Place): ReplyFailure => {
  const code = refusalCode(refusal, place)
  const { status, retryAfterMs } = refusal
  return {
    code,
    message: refusalSentence(code, refusal, place),
    retryable: refusal.shouldRetry ?? (isRetryable(code) && !isFinal(refusal)),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(status === undefined ? {} : { status }),
  }
}

// A redirect leads to the same place each time; a spend limit is not lifted by waiting seconds.
const isFinal = ({ status = 0, errorCode = '' }: Refusal): boolean =>
  (status >= 300 && status < 400) || errorCode.endsWith('spend_limit_reached')

type OwnTrouble = Exclude<Trouble, Refusal>

const failed = (trouble: OwnTrouble, place: Place): ReplyFailure => {
  const code = codeOf(trouble)
  const isLasting = trouble.kind === 'unreachable' && isSetting(trouble.errorCode)
  return { code, message: sentence(trouble, place), retryable: isRetryable(code) && !isLasting }
}

const codeOf = (trouble: OwnTrouble): ReplyFailureCode =>
  trouble.kind === 'bad_key' ? 'unauthorized' : trouble.kind

const isSetting = (errorCode: string): boolean =>
  errorCode === 'ERR_INVALID_URL' || isCertificate(errorCode)

// The codes of certificate errors have no common prefix.
const isCertificate = (errorCode: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(errorCode)

// eslint-disable-next-line max-lines-per-function -- one exhaustive switch
const sentence = (trouble: OwnTrouble, place: Place): string => {
  const server = `The server at ${shownAddress(place.baseURL)}`
  switch (trouble.kind) {
    case 'aborted':
      return 'The request was stopped.'
    case 'first_byte_timeout':
      return (
        `${server} did not begin to answer within ${seconds(trouble.waitedMs)}: ` +
        'try again, or raise model.first_byte_timeout_ms in the manifest.'
      )
    case 'idle':
      return (
        `${server} fell silent for ${seconds(trouble.waitedMs)} in the middle of its answer: ` +
        'try again, or raise model.idle_timeout_ms in the manifest.'
      )
    case 'truncated':
      return `${server} ended its answer before the reply was complete: try again.`
    case 'reset':
      return (
        `${server} broke the connection before the reply was complete: ` +
        'check the network, then try again.'
      )
    case 'not_a_stream':
      return (
        `${server} answered with ${whatCame(trouble.contentType)} instead of an event stream ` +
        'of the Messages API: check model.base_url in the manifest.'
      )
    case 'malformed':
      return (
        `${server} breaks the rules of the Messages API (${quoted(trouble.detail)}): ` +
        'try again; if it stays, check model.base_url in the manifest.'
      )
    case 'unreachable':
      return unreachable(trouble.errorCode, place)
    case 'bad_key':
      return (
        `The key in ${place.keyName} holds characters that no key can have: ` +
        'set that variable to the bare key and start yoi again.'
      )
    case 'internal':
      return (
        `yoi failed while it waited for the model (${quoted(trouble.detail)}): ` +
        'try again, and report this if it stays.'
      )
  }
}

const seconds = (ms: number): string => `${ms / 1000} s`

const whatCame = (contentType: string | undefined): string =>
  contentType === undefined ? 'nothing' : quoted(contentType)

const unreachable = (errorCode: string, { baseURL }: Place): string => {
  const at = shownAddress(baseURL)
  const code = quoted(errorCode)
  if (errorCode === 'ERR_INVALID_URL') {
    return (
      `"${at}" cannot be used as an address: model.base_url in the manifest ` +
      'must be an http or https address without user and password.'
    )
  }
  if (isCertificate(errorCode)) {
    return (
      `The certificate of ${at} is not trusted (${code}): check model.base_url in the manifest, ` +
      'or name the certificate of its issuer in NODE_EXTRA_CA_CERTS and start yoi again.'
    )
  }
  const what = unknownHost.includes(errorCode) ? 'The host of' : 'The server at'
  return (
    `${what} ${at} cannot be reached (${code}): check the network, that the server runs, ` +
    'and model.base_url in the manifest, then try again.'
  )
}

const unknownHost: ReadonlyArray<string> = ['ENOTFOUND', 'EAI_AGAIN']
