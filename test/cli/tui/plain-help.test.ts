import test from 'ava'
import { slashCommands } from '../../../cli/tui/menu/slash-command.js'
import { panelLines } from '../../../cli/tui/panel/panel-lines.js'
import { needsScreen, plainCommands, plainHelp } from '../../../cli/tui/plain-help.js'

const helpAt = (width: number): string =>
  panelLines(plainHelp, width)
    .map((line) =>
      line
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    )
    .join('\n')

test('the plain help names the commands that lines can do, and the keys', (t) => {
  const help = helpAt(80)
  for (const name of plainCommands) t.regex(help, new RegExp(`^/${name} `, 'm'))
  for (const key of ['Ctrl-C', 'Ctrl-D', 'an empty line', '@path']) t.true(help.includes(key))
  t.false(help.includes('Ctrl-X'))
})

test('what needs a screen to choose on says what does the same', (t) => {
  const others = slashCommands.map(({ name }) => name).filter((it) => !plainCommands.includes(it))
  t.deepEqual(others, ['sessions', 'pods'])
  t.regex(needsScreen('sessions'), /yoi sessions.*yoi --session ID/)
  t.regex(needsScreen('pods'), /yoi pods.*yoi <pod>/)
})

test('the plain help fits any width', (t) => {
  for (const width of [1, 10, 40, 79])
    for (const line of helpAt(width).split('\n')) t.true(line.length <= width)
})
