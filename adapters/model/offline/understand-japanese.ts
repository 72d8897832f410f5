import { fileName, filesIn } from './file-words.js'
import { type Hidden, isQuoted, reveal } from './quoted.js'
import type { Wish } from './wish.js'
import { edit, literal, type Make, type Rules, wishesOf, write } from './wishes-of.js'

/** The wishes of a Japanese text, in the order in which they stand. */
export const japaneseWishes = ({ text, parts }: Hidden): ReadonlyArray<Wish> =>
  wishesOf(clausesOf(text), rules, parts)

const clausesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[。\n]+|、?(?:そして|それから|次に)|(?<=て)から、?|(?<=て)、/u)
    .map((clause) => clause.trim())

const search: Make = ([where = '', words = ''], parts) => [
  {
    kind: 'search',
    pattern: literal(reveal(words, parts)),
    ...(isNamed(where) ? { where: fileName(where, parts) } : {}),
  },
]

const run: Make = ([words = ''], parts) => {
  const command = words.split(/\s/u).find(isQuoted) ?? words
  return isNamed(command) ? [{ kind: 'run', command: reveal(command, parts) }] : []
}

const list: Make = ([folder = ''], parts) => [
  { kind: 'list', ...(isNamed(folder) ? { folder: fileName(folder, parts) } : {}) },
]

const read: Make = ([words = ''], parts) =>
  filesIn(words, parts).map((file) => ({ kind: 'read', file }))

// Names of files, folders and commands are quoted or in ASCII; other words only point at them.
const isNamed = (words: string): boolean => isQuoted(words) || /^[!-~][ -~]*$/u.test(words)

const rules: Rules = [
  [/^(\S+?)\s*(?:の|で)\s*(\S+?)\s*を\s*(\S+?)\s*(?:に|へ)\s*(?:置き?換え|置換|変え|変更)/u, edit],
  [/^(\S+?)\s*(?:に|へ)\s*(\S+?)\s*(?:と|を)\s*(?:書|保存)/u, write],
  [/^(?:(\S+?)\s*(?:の中)?(?:で|から)\s*)?(\S+?)\s*を?\s*(?:検索|探|grep)/u, search],
  [/^(.+?)\s*を\s*(?:実行|走らせ|動かし)/u, run],
  [/^(?:(\S+?)\s*(?:の|にある|内の)\s*)?(?:ファイル)?の?\s*(?:一覧|リスト)/u, list],
  [/^(?:(\S+?)\s*(?:の|にある|内の)\s*)?ファイルを?\s*(?:見せ|教え|表示)/u, list],
  [/^(.+?)\s*(?:の(?:中身|内容))?\s*を?\s*(?:読|見せ|開い|表示)/u, read],
]
