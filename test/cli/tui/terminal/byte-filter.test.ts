import test from 'ava'
import fc from 'fast-check'
import {
  type FilterState,
  filterBytes,
  filterSilence,
  filterStart,
} from '../../../../cli/tui/terminal/byte-filter.js'
import { cleanPaste } from '../../../../cli/tui/terminal/input-reader.js'
import type { InputToken } from '../../../../cli/tui/terminal/input-token.js'
import { fcOptions } from '../../../support/rounds.js'

const bytes = (text: string) => Buffer.from(text).toString('latin1')
const chars = (raw: string) => Buffer.from(raw, 'latin1').toString()

const run = (reads: ReadonlyArray<string>, start: FilterState = filterStart) => {
  let state = start
  const tokens: InputToken[] = []
  for (const read of reads) {
    const next = filterBytes(read, state)
    state = next.state
    tokens.push(...next.tokens)
  }
  return { state, tokens }
}

const shown = (tokens: ReadonlyArray<InputToken>) =>
  tokens.map((token) =>
    token.type === 'key'
      ? `<${token.name}>`
      : token.type === 'paste'
        ? `{${chars(token.bytes)}}`
        : chars(token.bytes),
  )

const silent = (reads: ReadonlyArray<string>) => {
  const { state, tokens } = run(reads)
  return shown([...tokens, ...filterSilence(state).tokens])
}

const samples = [
  'a',
  '日',
  '👍',
  '\r',
  '\x03',
  '\x1b[A',
  '\x1b[1;3A',
  '\x1bOA',
  '\x1b[<64;10;5M',
  '\x1b[13;2u',
  '\x1b[200~日本\rb\x1b[201~',
  '\x1b[?62;1c',
  '\x1b]11;rgb:0/0/0\x07',
  '\x1b[5~',
  '\x1bb',
  '\x1b[24;80R',
  '\x1b[M`!!',
  '\x1b[[A',
]

test('cuts between reads change nothing', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...samples), { maxLength: 8 }),
      fc.array(fc.nat({ max: 60 })),
      (parts, cuts) => {
        // given input that is no burst, cut anywhere
        const input = bytes(parts.join(''))
        const places = [...new Set(cuts.map((cut) => cut % (input.length + 1)))].sort(
          (a, b) => a - b,
        )
        const reads = [0, ...places].map((place, i) =>
          input.slice(place, places[i] ?? input.length),
        )
        fc.pre(reads.every((read) => read.length < 64))
        // then all is as when it comes byte by byte
        const [cut, single] = [run(reads), run(input.split(''))]
        t.deepEqual(shown(cut.tokens), shown(single.tokens))
        t.is(cut.state.held, single.state.held)
        t.is(cut.state.paste?.parts.join(''), single.state.paste?.parts.join(''))
      },
    ),
    fcOptions(20),
  )
})

test('what the terminal answers, and what nobody knows, is dropped', (t) => {
  for (const reply of [
    '\x1b[?62;1c',
    '\x1b[>0;1c',
    '\x1b[24;80R',
    '\x1b[?2026;2$y',
    '\x1b]11;x\x07',
    '\x1bP1+r\x1b\\',
    '\x1b[8;24;80t',
    '\x1c',
    '\0',
    '\x1b[99;99z',
  ])
    t.deepEqual(silent([`a${reply}b`]), ['a', 'b'], JSON.stringify(reply))
})

test('no report of a mouse is text, and the wheel is the wheel in the old reports as well', (t) => {
  t.deepEqual(silent(['a\x1b[M !!b\x1b[M#!!c']), ['a', 'b', 'c'])
  t.deepEqual(silent(['a\x1b[M`\xff!b\x1b', '[Ma', '!', '!c']), [
    'a',
    '<Wheel-Up>',
    'b',
    '<Wheel-Down>',
    'c',
  ])
  t.deepEqual(silent(['\x1b[<64;1;1M', '\x1b[<0;3;4m']), ['\x1b[<64;1;1M', '\x1b[<0;3;4m'])
  t.deepEqual(silent(['a\x1b[M!']), ['a'], 'half a report is dropped')
})

test('F1 to F5 of a Linux console are keys and no letters', (t) => {
  t.deepEqual(silent(['a\x1b[[Ab\x1b[', '[', 'E']), ['a', '<F1>', 'b', '<F5>'])
})

test('what the terminal tells of its focus is no key, and keeps its place between keys', (t) => {
  t.deepEqual(silent(['a\x1b[Ib\x1b[Oc']), ['a', '<Focus-In>', 'b', '<Focus-Out>', 'c'])
  t.deepEqual(silent(['a\x1b', '[', 'Ob']), ['a', '<Focus-Out>', 'b'])
})

test('keys of the newer protocols get their names', (t) => {
  const names = {
    '\x1b[13;2u': 'Shift-Enter',
    '\x1b[13;3u': 'Alt-Enter',
    '\x1b[99;5u': 'Ctrl-C',
    '\x1b[27;2;13~': 'Shift-Enter',
    '\x1b[27u': 'Escape',
    '\x1b[106;5u': 'Ctrl-J',
    '\x1b\x1b[A': 'Alt-Up',
    '\x1b[97;2u': 'A',
  }
  for (const [sequence, name] of Object.entries(names))
    t.deepEqual(silent([sequence]), [`<${name}>`])
  t.deepEqual(silent(['\x1b[99;5:3u']), [], 'a release is no key')
})

test('a lone Escape is a key after a silence, the beginning of a sequence is not', (t) => {
  t.deepEqual(run(['\x1b']).tokens, [])
  t.deepEqual(silent(['\x1b']), ['\x1b'])
  t.deepEqual(silent(['\x1b[1;']), [])
  t.deepEqual(silent(['\x1b', '[A']), ['\x1b[A'])
})

test('a character cut in two by the read arrives whole', (t) => {
  const [first, ...rest] = bytes('日')
  t.deepEqual(run([first ?? '']).tokens, [])
  t.deepEqual(silent([first ?? '', rest.join('')]), ['日'])
})

test('bytes that are no UTF-8 become one mark each and stop nothing', (t) => {
  t.deepEqual(silent(['a\x80\xff\xc3(b']), ['a', '\uFFFD', '\uFFFD', '\uFFFD', '(', 'b'])
})

test('a bracketed paste is one token, escapes in it and cuts in its end mark included', (t) => {
  t.deepEqual(silent(['\x1b[200~a\x1b[31m', 'b\r\x1b[2', '01', '~c']), ['{a\x1b[31mb\r}', 'c'])
})

test('many lines in one read are a paste, a short line with Enter is not', (t) => {
  const pasted = 'line of text\r'.repeat(50)
  t.deepEqual(silent([pasted]), [`{${pasted}}`])
  t.deepEqual(silent([pasted.slice(0, 300), pasted.slice(300), 'end\r']), [`{${pasted}end\r}`])
  t.deepEqual(silent(['hello\r']), ['h', 'e', 'l', 'l', 'o', '\r'])
})

test('a few short lines in one read are a paste, unless what is typed ahead is expected', (t) => {
  const whole = (read: string) => {
    const { state, tokens } = filterBytes(bytes(read), filterStart, 'paste')
    return shown([...tokens, ...filterSilence(state).tokens])
  }
  for (const pasted of ['a\rb', 'cd src\r\nls\r\n', '今日\r\r明日\r', 'a\n\rb'])
    t.deepEqual(whole(pasted), [`{${pasted}}`])
  t.deepEqual(silent(['a\rb']), ['a', '\r', 'b'])
  // An Enter behind all, in front of all, or with another key is one.
  t.deepEqual(whole('a\r'), ['a', '\r'])
  t.deepEqual(whole('\ra'), ['\r', 'a'])
  t.deepEqual(whole('a\rb\x03'), ['a', '\r', 'b', '\x03'])
  t.deepEqual(whole('one\ntwo\r'), ['o', 'n', 'e', '\n', 't', 'w', 'o', '\r'])
})

test('CR LF in one read is one Enter', (t) => {
  t.deepEqual(silent(['a\r\n']), ['a', '\r'])
  t.deepEqual(silent(['a\n\n']), ['a', '\n', '\n'])
})

test('a key ends a paste without brackets', (t) => {
  const pasted = 'line of text\r'.repeat(50)
  t.deepEqual(silent([pasted, '\x1b[A']), [`{${pasted}}`, '\x1b[A'])
})

test('a paste has LF for every kind of newline and no other control character', (t) => {
  t.is(cleanPaste('a\r\nb\rc\nd\te\x1b[31m\x07\x9b'), 'a\nb\nc\nd\te[31m')
})

test('the newlines and tabs of a paste are those when they come as keys of the newer protocols', (t) => {
  const pasted =
    'a\x1b[106;5ub\x1b[27;5;106~c\x1b[13u\x1b[106;5ud\x1b[27;5;109~e\x1b[105;5uf\x1b[31m'
  t.is(cleanPaste(pasted), 'a\nb\nc\nd\ne\tf[31m')
  t.deepEqual(silent([`\x1b[200~${pasted}\x1b[201~`]), [`{${pasted}}`])
})

test('undo and redo are keys, and what follows them in a read is not lost', (t) => {
  t.deepEqual(shown(run(['a\x1fb\x1f\x1f\r']).tokens), [
    'a',
    '<Ctrl-_>',
    'b',
    '<Ctrl-_>',
    '<Ctrl-_>',
    '\r',
  ])
  t.deepEqual(shown(run(['\x1b_\x1b_ab']).tokens), ['<Alt-_>', '<Alt-_>', 'a', 'b'])
  t.deepEqual(silent(['\x1b_']), ['<Alt-_>'])
  t.deepEqual(silent(['\x1b', '_', 'x']), ['<Alt-_>', 'x'])
  // Typed behind Alt-_, a G looks like an answer of the terminal until nothing more comes.
  t.deepEqual(silent(['\x1b_Go']), ['<Alt-_>', 'G', 'o'])
  t.deepEqual(silent(['\x1b_Gi=1;OK\x1b\\x']), ['x'])
})
