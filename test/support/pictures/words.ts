/** Everything that a picture says which is not yoi's own: the texts of one language. */
export type Words = {
  readonly language: 'en' | 'ja'
  readonly pod: string
  readonly folder: string
  readonly file: string
  readonly question: string
  readonly second: string
  readonly queued: string
  readonly typing: string
  readonly thinking: string
  /** Markdown with a heading, a list, code and emphasis. */
  readonly answer: string
  readonly streamed: string
  readonly output: string
  readonly before: string
  readonly after: string
  readonly notice: string
  readonly problem: string
  readonly limit: string
  readonly sought: string
  readonly long: string
  readonly lastWords: ReadonlyArray<string>
}

/** The texts of the pictures in English. */
export const english: Words = {
  language: 'en',
  pod: 'parser',
  folder: '/home/ann/work/parser',
  file: '/home/ann/work/parser/src/token.ts',
  question: 'Why does the parser stop at a comment?',
  second: 'And add a test for it.',
  queued: 'Then tidy the imports.',
  typing: 'Please look at the tests first',
  thinking:
    'A comment has no token of its own, so the loop that skips blanks ends there. ' +
    'The tokenizer has to skip both.',
  answer:
    '## The cause\n\nThe tokenizer **ends at `#`**: blanks are skipped, comments are not.\n\n' +
    '- `skipBlanks` has to know comments\n- the *line number* must go on counting\n\n' +
    '```ts\nconst isBlank = (char: string) => char === " " // blanks only\n```\n',
  streamed: 'I am looking at the tokenizer now. It reads one character at a ti',
  output: 'ok 1 - words\nok 2 - numbers\nnot ok 3 - comments\n  expected: 2\n  actual: 0\n',
  before: "  if (char === ' ') return skip(1)\n",
  after: "  if (char === ' ' || char === '#') return skip(lengthOf(char))\n",
  notice: 'The build of main has failed.',
  problem: 'The model is overloaded. Wait a little, then press Enter to try again.',
  limit: 'The answer was cut off at 16384 tokens. Set model.max_tokens, or ask it to go on.',
  sought: 'token',
  long: 'A long line of the answer that has to be broken, since no screen is as wide as it. ',
  lastWords: ['Why does it stop? → It ends at #.', 'Tidy the imports → Done.', 'Hello → Hi!'],
}

/** The texts of the pictures in Japanese, with emoji and joined characters among them. */
export const japanese: Words = {
  language: 'ja',
  pod: '構文解析',
  folder: '/home/ann/仕事/構文解析',
  file: '/home/ann/仕事/構文解析/src/字句.ts',
  question: 'コメントの所で構文解析が止まるのはなぜですか？',
  second: 'そのテストも追加してください。',
  queued: 'そのあと、インポートを整理してください。',
  typing: '先にテストを見てください👀',
  thinking:
    'コメントには専用のトークンがないので、空白を読み飛ばすループがそこで終わる。' +
    '字句解析器は両方を読み飛ばす必要がある。',
  answer:
    '## 原因\n\n字句解析器は**`#`の所で終わります。**空白は読み飛ばしますが、コメントは読み飛ばしません。\n\n' +
    '- `skipBlanks`にコメントを教える\n- *行番号*は数え続ける（が゛や👨‍👩‍👧も一文字）\n\n' +
    '```ts\nconst isBlank = (char: string) => char === "　" // 全角の空白\n```\n',
  streamed: '字句解析器を見ています。一度に一文字ずつ読んでい',
  output: 'ok 1 - 単語\nok 2 - 数\nnot ok 3 - コメント\n  期待: 2\n  実際: 0\n',
  before: "  if (文字 === '　') return 飛ばす(1)\n",
  after: "  if (文字 === '　' || 文字 === '#') return 飛ばす(長さ(文字))\n",
  notice: 'mainのビルドが失敗しました⚠️',
  problem: 'モデルが混み合っています。少し待ってからEnterでやり直してください。',
  limit: '答えは16384トークンで切れました。続きを頼むか、model.max_tokensを大きくしてください。',
  sought: '字句',
  long: '答えの長い一行は、どんな画面よりも広いので、途中で折り返さなければなりません。',
  lastWords: ['なぜ止まる？ → #で終わるからです。', '整理して → 済みました🎉', 'やあ → こんにちは'],
}
