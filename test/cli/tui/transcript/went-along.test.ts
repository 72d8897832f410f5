import test from 'ava'
import { blockLines } from '../../../../cli/tui/transcript/block-lines.js'
import type { Seq } from '../../../../domain/ids.js'
import type { Segments } from '../../../../domain/segment.js'
import { inputNo, turnNo } from '../../../support/record-list.js'

const shown = (segments: Segments): ReadonlyArray<string> =>
  blockLines(
    { kind: 'input', seq: 1 as Seq, turn: turnNo(1), input: inputNo(1), segments, by: 'host' },
    { width: 80, detail: 'normal' },
  ).map((line) => line.map(({ text }) => text).join(''))

test('a file that went along with an input is told apart from a word that begins with @', (t) => {
  t.deepEqual(
    shown([
      { kind: 'text', content: 'Compare ' },
      { kind: 'file_ref', path: '資料/a.ts', content: 'a'.repeat(1200), truncated: true },
      { kind: 'text', content: ' with @plain' },
    ]),
    [
      '> Compare @資料/a.ts with @plain',
      '  (資料/a.ts went along: 1,200 characters, only its beginning)',
      '',
    ],
  )
})
