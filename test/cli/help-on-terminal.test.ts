import test from 'ava'
import { runCommand } from '../../cli/commands/run.js'
import { helpOnTerminal } from '../../cli/help-on-terminal.js'

const help = [
  'Usage: yoi some [--json]',
  '',
  'A first line that is nearly as long as a help has room for, so it goes on in the line below,',
  'which is short.',
  'A sentence of its own.',
  '',
  '  --some PLACE   a description that is nearly as long as a help has room for and goes on below',
  '                 under its own beginning',
  '  --json         short',
].join('\n')

test('a help that fits, or goes to a file, is told as it is written', (t) => {
  t.is(helpOnTerminal(help, undefined), help)
  t.is(helpOnTerminal(help, 100), help)
})

test('on fewer columns paragraphs and descriptions are filled anew, each under its beginning', (t) => {
  t.deepEqual(helpOnTerminal(help, 50).split('\n'), [
    'Usage: yoi some [--json]',
    '',
    'A first line that is nearly as long as a help has',
    'room for, so it goes on in the line below, which',
    'is short.',
    'A sentence of its own.',
    '',
    '  --some PLACE   a description that is nearly as',
    '                 long as a help has room for and',
    '                 goes on below under its own',
    '                 beginning',
    '  --json         short',
  ])
})

test('no line of a help is wider than the terminal, and no word of it is lost', (t) => {
  const text = runCommand.help.trim()
  const words = (of: string) => of.split(/\s+/).join(' ')
  for (const columns of [20, 40, 60, 80, 99]) {
    const told = helpOnTerminal(text, columns)
    t.true(
      told.split('\n').every((line) => line.length <= columns),
      `${columns}`,
    )
    if (columns >= 60) t.is(words(told), words(text))
  }
})
