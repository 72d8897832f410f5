import { fileName, filesIn, isGlob, isRest } from './file-words.js'
import { type Hidden, isQuoted, reveal } from './quoted.js'
import type { Wish } from './wish.js'
import { edit, literal, type Make, type Rules, wishesOf, write } from './wishes-of.js'

/** The wishes of an English text, in the order in which they stand. */
export const englishWishes = ({ text, parts }: Hidden): ReadonlyArray<Wish> =>
  wishesOf(clausesOf(text), rules, parts)

const clausesOf = (text: string): ReadonlyArray<string> =>
  text
    .replace(editThenReplace, '$1 $2 ')
    .split(breaks)
    .map((clause) => clause.trim().replace(polite, ''))

const list: Make = ([folder], parts) => {
  const name = folder === undefined || isRest(folder) ? '' : fileName(folder, parts)
  return [{ kind: 'list', ...(name === '' ? {} : { folder: name }) }]
}

const find: Make = ([pattern = ''], parts) =>
  isGlob(pattern) || (!isQuoted(pattern) && filesIn(pattern, parts).length > 0)
    ? [{ kind: 'find', pattern: fileName(pattern, parts) }]
    : []

const grep: Make = ([pattern = '', where], parts) => [
  {
    kind: 'search',
    pattern: reveal(pattern, parts),
    ...(where === undefined || isRest(where) ? {} : { where: fileName(where, parts) }),
  },
]

// Search takes words as they are; only grep takes a pattern.
const search: Make = ([words = '', where], parts) =>
  grep([literal(reveal(words, parts)), where ?? ''], parts)

const read: Make = ([words = ''], parts) => {
  const files = filesIn(words, parts)
  const word = fileName(words, parts)
  const alone = /^[\w-]+$/.test(word) && !isRest(word) ? [word] : []
  return (files.length > 0 ? files : alone).map((file) => ({ kind: 'read', file }))
}

// A command is quoted, or at least does not begin like a sentence about one.
const run: Make = ([words = ''], parts) => {
  const command = words.split(' ').find(isQuoted) ?? words
  if (!isQuoted(command) && isRest(command.split(' ')[0] ?? '')) return []
  return [{ kind: 'run', command: reveal(command, parts) }]
}

const verb =
  '(?:read|show|open|cat|display|print|list|ls|search|grep|find|glob|' +
  'write|create|make|save|edit|replace|run|execute)'
// Runs of blanks are bounded, or matching a text of blanks would take seconds.
const breaks = new RegExp(
  `\\n+|;\\s{0,9}|(?:,?\\s{1,9}(?:and then|then|and|also)|,|\\.)\\s{1,9}` +
    `(?=(?:then |also |please )?${verb}\\b)`,
  'iu',
)
const polite =
  /^(?:(?:please|then|also|now|ok|okay|can you|could you|would you|i want you to)[,\s]+)+/iu
const editThenReplace =
  /\b(edit|change)\s{1,9}(\S+?)\s{0,9}(?:,|:|\s(?:and|to)\s)?\s{0,9}(?=(?:replace|change)\b)/giu

const rule = (...pieces: ReadonlyArray<string>): RegExp =>
  new RegExp(`^${pieces.join('')}[.!?]*$`, 'isu')

const a = '(?:(?:me|all|the|a|an|any|new|empty)\\s+)*'
const inside =
  '(?:\\s+(?:in|under|within|of)\\s+(?:(?:the|this)\\s+)?(?:folder\\s+|directory\\s+)?(\\S+))?'

const rules: Rules = [
  [
    rule(
      '(?:edit|change|in)\\s+(\\S+?)[,:]?\\s+(?:replace|change)\\s+',
      '(.+?)\\s+(?:with|by|to)\\s+(.+)',
    ),
    edit,
  ],
  [
    rule('(?:replace|change)\\s+(.+?)\\s+(?:with|by|to)\\s+(.+?)\\s+in\\s+(\\S+)'),
    ([from = '', to = '', file = ''], parts) => edit([file, from, to], parts),
  ],
  [
    rule(
      `(?:write|create|make|save)\\s+${a}(?:file\\s+)?(?:called\\s+|named\\s+)?(\\S+?)`,
      '(?:[,:]?\\s+(?:with|containing|saying)\\s+(?:the\\s+)?',
      '(?:(?:text|content|words):?\\s+)?(.+))?',
    ),
    write,
  ],
  [
    rule('(?:write|save|put)\\s+(.+?)\\s+(?:in)?to\\s+(?:the\\s+)?(?:file\\s+)?(\\S+)'),
    ([content = '', file = ''], parts) => write([file, content], parts),
  ],
  [rule(`(?:list|ls)(?:\\s+${a}(?:files|folders?|contents|directory))?${inside}`), list],
  [rule(`show\\s+${a}(?:files|folder|directory)${inside}`), list],
  [
    rule(`(?:what|which)\\s+files\\s+(?:are|do)(?:\\s+(?:here|there|you|i|we|have|see))*${inside}`),
    list,
  ],
  [rule('(?:list|ls)\\s+(\\S+)'), list],
  [
    rule(
      `(?:find|glob)\\s+${a}(?:files?\\s+)?(?:(?:named|called|matching|like)\\s+)?`,
      '(\\S+)(?:\\s+files?)?',
    ),
    find,
  ],
  [rule(`grep\\s+(?:for\\s+)?(\\S+)${inside}`), grep],
  [
    rule('search\\s+(?:in\\s+)?(?:the\\s+)?(\\S+)\\s+for\\s+(.+)'),
    ([where = '', words = ''], parts) => search([words, where], parts),
  ],
  [rule(`(?:search|look for|find)(?:\\s+for)?\\s+(?:all\\s+|the\\s+)?(.+?)${inside}`), search],
  [
    rule(
      '(?:read|show|open|cat|display|print)\\s+(?:me\\s+)?(?:the\\s+)?',
      '(?:files?\\s+|contents?\\s+of\\s+)?(.+)',
    ),
    read,
  ],
  [rule('(?:run|execute)\\s+(?:the\\s+)?(?:command\\s+)?(.+)'), run],
]
