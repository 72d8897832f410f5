import { hideQuotes } from './quoted.js'
import { englishWishes } from './understand-english.js'
import { japaneseWishes } from './understand-japanese.js'
import type { Talk, Understood } from './wish.js'

/** What a user's text asks for, by the rules of docs/offline-model.md. Looks at its start only. */
export const understand = (text: string): Understood => {
  const start = text.slice(0, charsMax)
  const hidden = hideQuotes(start)
  const japanese = isJapanese(hidden.text) ? japaneseWishes(hidden) : []
  const wishes = japanese.length > 0 ? japanese : englishWishes(hidden)
  return { wishes, talk: wishes.length > 0 ? 'unknown' : talkOf(start.trim()) }
}

/** Whether a text is to be answered in Japanese. */
export const isJapanese = (text: string): boolean =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

const charsMax = 65_536

const talkOf = (text: string): Talk => {
  if (greeting.test(text)) return 'greeting'
  if (help.test(text)) return 'help'
  return thanks.test(text) ? 'thanks' : 'unknown'
}

const whole = (...words: ReadonlyArray<string>): RegExp =>
  new RegExp(`^(?:${words.join('|')})[\\s!.,?。！？]*$`, 'iu')

const greeting = whole(
  '(?:hello|hi|hey|good (?:morning|afternoon|evening))(?: there| yoi)?',
  'こんにちは|こんばんは|おはよう(?:ございます)?',
)
const help = whole(
  '(?:please )?help(?: me)?|what (?:can|do) you do|(?:who|what) are you|how does this work',
  'ヘルプ|使い方.{0,20}|何が?でき.{0,20}|あなたは(?:誰|何).{0,20}',
  '[?？]',
)
const thanks = whole(
  '(?:ok(?:ay)?[, ]+)?(?:thanks|thank you|thx|cheers)(?: (?:a lot|very much|so much))?',
  'ありがとう(?:ございます)?',
)
