import test from 'ava'
import fc from 'fast-check'
import { plainFlow } from '../../../../cli/tui/text/plain-flow.js'
import { textWidth } from '../../../../cli/tui/text/width.js'
import { fcOptions } from '../../../support/rounds.js'

test('words are broken between, Japanese by its rules, and code is left whole', (t) => {
  t.is(plainFlow('one two three', 10, false), 'one two \nthree')
  t.is(plainFlow('これは文です。次', 12, false).split('\n')[1]?.startsWith('。'), false)
  const code = `\`\`\`js\n${'x'.repeat(30)}\n\`\`\``
  t.is(plainFlow(code, 10, false), code)
})

test('a word that still grows waits, and so each piece goes on where the last one ended', (t) => {
  t.is(plainFlow('one tw', 10, true), 'one ')
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'word', ' ', '\n', '```\n', 'longerword', '日本', '。', '「')),
      fc.integer({ min: 4, max: 30 }),
      (parts, width) => {
        const texts = parts.map((_, at) => parts.slice(0, at + 1).join(''))
        const shown = texts.map((text) => plainFlow(text, width, true))
        shown.forEach((one, at) => t.true(one.startsWith(shown[at - 1] ?? ''), texts[at]))
        t.true(plainFlow(texts.at(-1) ?? '', width, false).startsWith(shown.at(-1) ?? ''))
        if (!parts.includes('```\n'))
          for (const line of (shown.at(-1) ?? '').split('\n')) t.true(textWidth(line) <= width)
      },
    ),
    fcOptions(),
  )
})
