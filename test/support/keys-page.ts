import { type KeyRow, keyTable } from '../../cli/tui/keymap.js'

/** docs/keys.md: the key table of the terminal interface in words. */
export const keysPage = (): string => `# Keys

<!-- Made from cli/tui/keymap.ts by \`npm run docs\`. -->

What each key of the terminal interface does. The line below the editor always says what Enter and
Ctrl-C will do next.

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
    '| key | running | stopping | idle or paused |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${keysOf(row)} | ${row.running} | ${row.stopping} | ${row.resting} |`),
  ].join('\n')

const independent = (rows: ReadonlyArray<KeyRow>): string =>
  [
    '| key | does |',
    '| --- | --- |',
    ...rows.map((row) => `| ${keysOf(row)} | ${row.running} |`),
  ].join('\n')

const keysOf = ({ keys }: KeyRow): string => keys.join(', ')
