import fc from 'fast-check'
import { anyText } from './any-text.js'

const marks = [
  ...[
    '# ',
    '## ',
    '#',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '2) ',
    '10. ',
    '- [ ] ',
    '- [x] ',
    '> ',
    '>',
    '  ',
  ],
  ...['    ', '\t', '---', '***', '===', '```', '```ts\n', '~~~~py\n', '````\n', '\n```\n', '|'],
  ...[
    '| a | b |\n|---|:-:|\n',
    '| c |\n',
    '\n',
    '\n',
    '\n\n',
    '\n\n',
    '\r\n',
    '\r',
    '\n  ',
    '\n   ',
  ],
  ...['**', '*', '_', '__', '~~', '`', '``', '[', '](', ')', '![', '<', '>', '<br>', '\\', '&amp;'],
  ...[
    '&#27;',
    '&nbsp;',
    '[a](b)',
    '[a]: /b\n',
    'https://x.y/z',
    '**「太字」**です',
    '。',
    '「',
    '」',
  ],
  ...[
    'const a = "b" // c\n',
    '/* x\n',
    '*/',
    'word',
    'long '.repeat(12),
    '日本語'.repeat(9),
    ' ',
    ' ',
  ],
]

const piece = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...marks) }, anyText)

const few = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''))

// Repeated until it reaches what is cut into pieces: long lists, code, tables, paragraphs.
const many = fc
  .tuple(few, fc.integer({ min: 1, max: 3000 }))
  .map(([text, chars]) => text.repeat(1 + Math.floor(chars / (text.length + 1))))

// Words that are hard to fit: long, wide, joined, from right to left, with marks of their own.
const hardWord = fc.oneof(
  fc.constantFrom(
    ...['word', 'x'.repeat(400), '日本語'.repeat(60), 'مرحبا بالعالم', 'שלום (עולם) 12', 'ｶﾞﾊﾟ'],
    ...['👨‍👩‍👧'.repeat(9), '🇯🇵🇯🇵', 'e\u0301'.repeat(30), '**b** `c`', '`a|b`', 'a\\|b', '<br>'],
  ),
  anyText.map((text) => text.replaceAll('\n', ' ')),
)

const hardAddress = fc.oneof(
  fc.constantFrom(
    ...['https://x.y', 'javascript:alert(1)', 'data:text/html,<b>', 'file:///etc/passwd', '<a b>'],
    ...[
      'https://x.y/%1b]52;c;x%07',
      'https://x.y/\u202egpj.exe',
      'https://日本.jp/「a」',
      '\x1b[2J',
    ],
    `https://x.y/${'long/'.repeat(99)}`,
  ),
  anyText.map((text) => text.replaceAll(/[\s()]/g, '')),
)

const table = fc
  .array(fc.array(hardWord, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })
  .map(([head = [], ...rows]) =>
    [head, head.map((_, n) => ['---', ':-:', '--:'][n % 3] ?? '-'), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  )

const link = fc
  .tuple(fc.constantFrom('', '!'), hardWord, hardAddress)
  .map(([sign, text, address]) => `${sign}[${text}](${address})`)

const heading = fc
  .tuple(fc.constantFrom('# ', '###### ', '=', '-'), hardWord)
  .map(([mark, text]) =>
    mark.endsWith(' ') ? `${mark}🎉 ${text} 👍🏽` : `${text}\n${mark.repeat(4)}`,
  )

const code = fc
  .tuple(fc.constantFrom('ts', 'diff', 'python', ''), fc.array(hardWord, { maxLength: 5 }))
  .map(([language, lines]) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``)

const leaf = fc.oneof(table, link, heading, code, hardWord)

// Each nested in lists and quotes, up to five deep.
const nestedLeaf = fc
  .tuple(leaf, fc.array(fc.constantFrom('> ', '- ', '10. ', '- [x] '), { maxLength: 5 }))
  .map(([text, leads]) =>
    leads.reduceRight(
      (inner, lead) =>
        inner
          .split('\n')
          .map((one, n) => `${n === 0 || lead === '> ' ? lead : ' '.repeat(lead.length)}${one}`)
          .join('\n'),
      text,
    ),
  )

const shaped = fc
  .array(fc.tuple(nestedLeaf, fc.constantFrom('\n', '\n\n')), { maxLength: 5 })
  .map((parts) => parts.flat().join(''))

/** Texts full of whole, half and broken Markdown, some long, some of hard words in every block. */
export const anyMarkdown: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: few },
  { weight: 1, arbitrary: many },
  { weight: 3, arbitrary: shaped },
)
