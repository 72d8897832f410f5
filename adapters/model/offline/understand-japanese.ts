import { fileName, filesIn } from './file-words.js'
import { type Hidden, isQuoted, reveal } from './quoted.js'
import type { Wish } from './wish.js'

/** The wishes of a Japanese text, in the order in which they stand. */
export const japaneseWishes = ({ text, parts }: Hidden): ReadonlyArray<Wish> =>
  text
    .split(/[。\n]+|、?(?:そして|それから|次に)|(?<=て)から、?|(?<=て)、/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && clause.length <= clauseCharsMax)
    .flatMap((clause) => clauseWishes(clause, parts))

type Words = ReadonlyArray<string>
type Make = (words: Words, parts: Words) => ReadonlyArray<Wish>

const clauseCharsMax = 600

const clauseWishes = (clause: string, parts: Words): ReadonlyArray<Wish> => {
  for (const [pattern, make] of rules) {
    const match = clause.match(pattern)
    const found = match === null ? [] : make(match.slice(1), parts)
    if (found.length > 0) return found
  }
  return []
}

const edit: Make = ([file = '', from = '', to = ''], parts) => [
  { kind: 'edit', file: fileName(file, parts), from: reveal(from, parts), to: reveal(to, parts) },
]

const write: Make = ([file = '', content = ''], parts) =>
  filesIn(file, parts).map((name) => ({
    kind: 'write',
    file: name,
    content: reveal(content, parts),
  }))

const search: Make = ([where = '', words = ''], parts) => [
  {
    kind: 'search',
    pattern: reveal(words, parts).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
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

// The first rule that matches and finds what it needs decides.
const rules: ReadonlyArray<readonly [RegExp, Make]> = [
  [/^(\S+?)\s*(?:の|で)\s*(\S+?)\s*を\s*(\S+?)\s*(?:に|へ)\s*(?:置き?換え|置換|変え|変更)/u, edit],
  [/^(\S+?)\s*(?:に|へ)\s*(\S+?)\s*(?:と|を)\s*(?:書|保存)/u, write],
  [/^(?:(\S+?)\s*(?:の中)?(?:で|から)\s*)?(\S+?)\s*を?\s*(?:検索|探|grep)/u, search],
  [/^(.+?)\s*を\s*(?:実行|走らせ|動かし)/u, run],
  [/^(?:(\S+?)\s*(?:の|にある|内の)\s*)?(?:ファイル)?の?\s*(?:一覧|リスト)/u, list],
  [/^(?:(\S+?)\s*(?:の|にある|内の)\s*)?ファイルを?\s*(?:見せ|教え|表示)/u, list],
  [/^(.+?)\s*(?:の(?:中身|内容))?\s*を?\s*(?:読|見せ|開い|表示)/u, read],
]
