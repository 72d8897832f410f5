import test from 'ava'
import { codeLanguage } from '../../../../cli/tui/markdown/code-language.js'
import { codeParts } from '../../../../cli/tui/markdown/code-parts.js'
import { highlighted } from '../../../../cli/tui/markdown/highlighted.js'
import { markdownLines } from '../../../../cli/tui/markdown/markdown-lines.js'
import { limits } from '../../../../domain/limits.js'

const drawn = (text: string, width = 40) =>
  markdownLines(text, { width }).map((spans) =>
    spans.map((one) => `${one.style}:${one.text}`).join('|'),
  )

const colored: Readonly<Record<string, readonly [string, string]>> = {
  ts: ['const a = "b" // c', 'keyword:const|plain: a = |string:"b"|plain: |comment:// c'],
  js: ['return 1', 'keyword:return|plain: |number:1'],
  json: ['{"a": 1}', 'name:"a"'],
  bash: ['echo "$HOME" # x', 'comment:# x'],
  python: ['def f(): # x', 'keyword:def|plain: |name:f'],
  rust: ['fn main() {}', 'keyword:fn'],
  go: ['func main() {}', 'keyword:func'],
  java: ['class A {}', 'keyword:class'],
  c: ['#include <a.h>\nint x;', 'comment:#'],
  'c++': ['int x = 3;', 'number:3'],
  css: ['a { color: red }', 'name:color'],
  html: ['<p class="x">&amp;</p>', 'string:"x"'],
  yaml: ['a: 1', 'name:a:'],
  toml: ['[a]\nb = 1', 'name:[a]'],
  sql: ['SELECT 1', 'keyword:SELECT'],
  diff: ['-a\n+b', 'removed:-a'],
  markdown: ['# x', 'name:# x'],
}

for (const [language, [code, part]] of Object.entries(colored))
  test(`code in ${language} is coloured`, (t) => {
    const lines = drawn(`\`\`\`${language}\n${code}\n\`\`\``)
    t.is(lines[0], `plain:  |dim:${language}`)
    t.true(lines.join('\n').includes(part), lines.join('\n'))
  })

test('code is indented, and a line that is too long goes on behind a mark, nothing lost', (t) => {
  t.deepEqual(drawn('```\nabcdefgh  ij\n\nk', 8), [
    'plain:  |plain:abcdef',
    'dim:↪ |plain:gh  ij',
    'plain:  ',
    'plain:  |plain:k',
  ])
  t.deepEqual(drawn('    日本語\n', 6), ['plain:  |plain:日本', 'dim:↪ |plain:語'])
})

test('a language that is not known, or lines that are too long, leave code plain', (t) => {
  t.is(codeLanguage('brainfuck'), undefined)
  t.is(codeLanguage(''), undefined)
  t.is(codeLanguage('constructor'), undefined)
  t.is(codeLanguage('TS title="x"'), 'typescript')
  const long = `const a = "${'x'.repeat(limits.codeColoredCharsMax)}"`
  t.deepEqual(highlighted(long, codeLanguage('ts')).rows, [[{ text: long, style: 'plain' }]])
})

test('code is cut where nothing is open, and a comment over a cut stays a comment', (t) => {
  const lines = ['/*', ...Array.from({ length: 50 }, () => ['x', '']).flat(), '*/', '', 'a', 'b']
  const parts = codeParts(lines, codeLanguage('ts'))
  t.deepEqual(parts.flat(), lines)
  t.deepEqual(
    parts.map(({ length }) => length),
    [lines.length],
  )
  const blocks = Array.from({ length: 100 }, (_, n) => [`const a${n} = 1`, '']).flat()
  t.true(codeParts(blocks, codeLanguage('ts')).every(({ length }) => length <= 41))
})

test('parts of code that has grown begin with the parts that it had', (t) => {
  const lines = Array.from({ length: 300 }, (_, n) => (n % 7 === 0 ? '' : `let a = "${n}"`))
  for (let end = 1; end < lines.length; end += 13) {
    const some = codeParts(lines.slice(0, end), codeLanguage('ts')).slice(0, -1)
    t.deepEqual(codeParts(lines, codeLanguage('ts')).slice(0, some.length), some)
  }
})
