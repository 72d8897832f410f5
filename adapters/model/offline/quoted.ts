/** A text whose quoted parts are hidden, so that rules about words do not look into them. */
export type Hidden = { readonly text: string; readonly parts: ReadonlyArray<string> }

/** Hides what stands in quotes or backticks; each part becomes one mark that counts as a word. */
export const hideQuotes = (text: string): Hidden => {
  const parts: Array<string> = []
  const hidden = text.replace(quotes, (_whole, lead: string, ...groups: ReadonlyArray<unknown>) => {
    const part = groups.slice(0, 5).find((group) => typeof group === 'string')
    parts.push(String(part))
    return `${lead}${open}${parts.length - 1}${close}`
  })
  return { text: hidden, parts }
}

/** The text with its hidden parts put back, without their quotes. */
export const reveal = (text: string, parts: ReadonlyArray<string>): string =>
  text.replace(marks, (_whole, index: string) => parts[Number(index)] ?? '')

/** Whether a word is a hidden part or contains one. */
export const isQuoted = (word: string): boolean => word.includes(open)

// Two characters that stand for nothing in any text.
const open = '\uFDD0'
const close = '\uFDD1'
const marks = /\uFDD0(\d+)\uFDD1/g
const quotes = new RegExp(
  String.raw`(^|[\s(:=,、]|(?<=[^\p{ASCII}]))` +
    String.raw`(?:\x60([^\x60]+)\x60|"([^"]*)"|'([^'\n]*)'|「([^「」]*)」|“([^“”]*)”)`,
  'gu',
)
