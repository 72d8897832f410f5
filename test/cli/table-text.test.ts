import test from 'ava'
import { tableText } from '../../cli/table-text.js'

test('columns stand under their heads, in cells of the terminal', async (t) => {
  t.is(
    await tableText(
      ['POD', 'PID'],
      [
        ['日誌', '12'],
        ['a', '3'],
      ],
    ),
    ['POD   PID', '日誌  12', 'a     3', ''].join('\n'),
  )
})

test('a cell cannot break its row or write into the terminal', async (t) => {
  const text = await tableText(['POD'], [['a\nb\u001b]0;x\u0007']])
  t.is(text, 'POD\na␊b␛]0;x␇\n')
})

test('without rows the heads stand alone', async (t) => {
  t.is(await tableText(['A', 'B'], []), 'A  B\n')
})
