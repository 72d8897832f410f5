import test from 'ava'
import { filled } from '../../cli/filled.js'
import { textWidth } from '../../cli/tui/text/width.js'

const part = {
  label: 'ok     name    ',
  text: 'the folder of yoi is there and 日本語の名前 is closed to others',
}

test('a text is broken between words, each line under the beginning of the first', (t) => {
  t.deepEqual(filled({ label: 'ok    ', text: 'one two three four' }, 14), [
    'ok    one two',
    '      three',
    '      four',
  ])
})

test('a label of more than half of the columns has its own line', (t) => {
  t.deepEqual(filled({ label: 'note  a name  ', text: 'one two' }, 14), [
    'note  a name',
    '    one two',
  ])
})

test('no line of the text is wider than the terminal', (t) => {
  for (let columns = 2; columns <= 120; columns += 1)
    for (const line of filled({ ...part, label: 'ok  ' }, columns).slice(1))
      t.true(textWidth(line) <= columns, `${columns}: ${line}`)
})

test('on a terminal that does not tell its width a line stays whole', (t) => {
  t.deepEqual(filled(part, 0), [part.label + part.text])
})
