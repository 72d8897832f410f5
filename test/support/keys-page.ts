import { type KeyRow, keyTable } from '../../cli/tui/keys/keymap.js'

/** docs/keys.md: the key table of the terminal interface in words. */
export const keysPage = (): string => `# Keys

<!-- Made from cli/tui/keys/keymap.ts by \`npm run docs\`. -->

What each key of the terminal interface does. The line below the editor always says what Enter and
Ctrl-C will do next.

While a list is open above the editor, Up and Down move in it, Tab and Enter accept the selected row and
Esc closes it. While a panel lies over the transcript, the keys that scroll are for the panel.

The name of what a key does stands in the last column. The user manifest binds other keys by it, and
\`yoi manifest\` says what is wrong with them:

\`\`\`toml
[tui.keys]
detail = ["F2", "Ctrl-O"]
cancel = "Ctrl-Q"
\`\`\`

The keys that are given replace all keys of that name, and are taken from what else they were for.
An empty list leaves a name without a key; stopping, answering, leaving and moving need one.

${dependent(keyTable.filter((row) => !isSame(row)))}

These do the same whatever the Pod is doing:

${independent(keyTable.filter(isSame))}

While the transcript is scrolled and the editor is empty, \`/\` looks for what is typed behind it: Up
and Down go to the place before and the next one, Enter stays there, Esc goes back. After Enter, n and
N go on, and Esc ends the search.
`

const isSame = ({ running, stopping, resting }: KeyRow): boolean =>
  running === stopping && running === resting

const dependent = (rows: ReadonlyArray<KeyRow>): string =>
  [
    '| key | running | stopping | idle or paused | name |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${keysOf(row)} | ${row.running} | ${row.stopping} | ${row.resting} | ${nameOf(row)} |`,
    ),
  ].join('\n')

const independent = (rows: ReadonlyArray<KeyRow>): string =>
  [
    '| key | does | name |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${keysOf(row)} | ${row.running} | ${nameOf(row)} |`),
  ].join('\n')

const nameOf = ({ action }: KeyRow): string => `\`${action}\``

const keysOf = ({ keys }: KeyRow): string => keys.join(', ')
