import type { SessionId } from '../domain/ids.js'

/**
 * What the first bytes of a file tell against its being the log of this session, in a sentence;
 * undefined when nothing does. What lies behind those bytes is not known.
 */
export const headFault = (head: string, session: SessionId): string | undefined => {
  if (head === '') return 'the file is empty: nothing was ever written to it'
  const [start] = begins.exec(head) ?? []
  if (start === undefined) return 'this is not a log of yoi: it does not begin with SessionStarted'
  const said = head.slice(start.length)
  const [, of] = ofSession.exec(said) ?? []
  if (of !== undefined && of !== session)
    return `this is the log of session ${of} under another name`
  const [, format] = ofFormat.exec(said) ?? []
  return format === undefined || Number(format) <= formatKnown
    ? undefined
    : `its format is ${format} and this version of yoi knows up to ${formatKnown}`
}

const formatKnown = 1

const begins =
  /^\{"prev":"0{64}","seq":0,"at":"[^"]*","type":"SessionStarted"(?:,"more":\d+)?,"data":\{/
const ofSession = /"session":"([0-9a-f-]{36})"/
const ofFormat = /"format":(\d+)/
