import fc from 'fast-check'

const pieces = [
  ...[
    'a',
    'word ',
    '日本',
    'か\u3099',
    '👨‍👩‍👧',
    '👍🏽',
    '🇯🇵',
    '⚠️',
    '🪿',
    '🫠',
    '\u0301',
    '\u200d',
    '\ufe0f',
  ],
  ...[
    '\x1b[31m',
    '\x1b]52;c;x\x07',
    '\x1b[2J',
    '\r\n',
    '\n',
    '\t',
    '\0',
    '\x9b',
    '\u202e',
    '\u2028',
  ],
  ...[
    '\ud800',
    '\udc00',
    'ﾊﾟ',
    '한',
    'ᄀ',
    'ก็',
    'नि',
    'ܐ',
    'مرحبا',
    '\u{e0041}',
    '\u200b',
    '\xad',
    'x'.repeat(40),
  ],
]

/** Texts of everything that a terminal may stumble over. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 20,
  })
  .map((parts) => parts.join(''))
