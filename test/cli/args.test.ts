import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { parseArguments } from '../../cli/args.js'

const options = {
  json: { type: 'boolean', short: 'j' },
  limit: { type: 'string' },
  overlay: { type: 'string', multiple: true },
} as const

const parsed = (argv: ReadonlyArray<string>, wordsMax = 0) =>
  parseArguments(argv, { options, wordsMax })

test('options and words come apart', (t) => {
  const result = parsed(
    ['a b', '--json', '--limit=3', '--overlay', 'x', '--overlay', 'y', '--', '-z'],
    2,
  )
  t.deepEqual(E.isRight(result) ? { ...result.right.values } : result, {
    json: true,
    limit: '3',
    overlay: ['x', 'y'],
  })
  t.deepEqual(E.isRight(result) ? result.right.words : [], ['a b', '-z'])
})

const wrong: ReadonlyArray<readonly [argv: ReadonlyArray<string>, sentence: string]> = [
  [['--jsno'], 'There is no option "--jsno"; did you mean --json?'],
  [['--colour'], 'There is no option "--colour".'],
  [['-x'], 'There is no option "-x".'],
  [['--limit'], '--limit needs a value.'],
  [['--limit', '--json'], '--limit needs a value; one that starts with "-" is written with "=".'],
  [['--json=1'], '--json takes no value.'],
  [['one'], '"one" is one word too many.'],
  [['--', '--json'], '"--json" is one word too many.'],
  [['--\u001b[2J'], 'There is no option "--\\u001b[2J".'],
]

for (const [argv, sentence] of wrong) {
  test(`${JSON.stringify(argv)} is refused: ${sentence}`, (t) => {
    t.deepEqual(parsed(argv), E.left(sentence))
  })
}

test('words that look like options to a command that takes words are told where they go', (t) => {
  for (const words of ['- fix it', '-x and --y', '--why is this so?'])
    t.deepEqual(
      parsed([words], 1),
      E.left('Words that begin with "-" go behind "--", as in: -- "- what to do".'),
    )
  t.deepEqual(parsed(['-x'], 1), E.left('There is no option "-x".'))
  t.true(E.isRight(parsed(['--overlay=a = "b c"', 'word'], 1)))
})
