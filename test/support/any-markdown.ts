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

/** Texts full of whole, half and broken Markdown, some long. */
export const anyMarkdown: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: few },
  { weight: 1, arbitrary: many },
)
