import type { PanelItem } from '../../../cli/tui/panel/panel.js'
import { fact, words as said } from '../../../cli/tui/panel/panel.js'
import type { TuiState } from '../../../cli/tui/state.js'
import { running } from '../tui-given.js'
import type { Picture, Setting } from './picture.js'
import { after, live, played, scene } from './scene.js'
import { answered, askedFor } from './stories.js'

const rested = (setting: Setting) => live(setting, after(...answered(setting.words)))
const busy = (setting: Setting) =>
  live(setting, { ...after(...askedFor(setting.words)), status: running })

const pathsOf = ({ words }: Setting): ReadonlyArray<string> => [
  words.file.slice(words.folder.length + 1),
  'README.md',
  'src/main.ts',
  'src/test/words.test.ts',
  `docs/${words.sought}.md`,
  `${words.second}.txt`,
  'odd\x1b[31mname',
]

const listing = (setting: Setting, typed: string, state = rested(setting)): TuiState => {
  const asked = played(state, `'${typed}`)
  return played(asked, {
    type: 'FilesFound',
    asked: asked.files.asked,
    found: { paths: pathsOf(setting), note: '' },
  })
}

const panel = (setting: Setting, name: string, told: ReadonlyArray<PanelItem>): TuiState => {
  const open = played(rested(setting), `'/${name}`, 'Enter')
  return played(open, { type: 'PanelRead', asked: open.overlay.panel?.asked ?? 0, told })
}

const hash = 'd2c4'.repeat(16)

/** What lies over the screen: lists above the editor, panels over the transcript. */
export const overlayScenes: ReadonlyArray<Picture> = [
  scene('files', 'an @ was typed: the files of the folder', (setting) => listing(setting, '@')),
  scene('files-narrowed', 'what was typed behind the @ narrows the list', (setting) =>
    played(listing(setting, `${setting.words.typing} @s`, busy(setting)), 'Down'),
  ),
  scene('files-none', 'no file has such a name; Enter sends', (setting) =>
    listing(setting, `@${setting.words.pod}/?`),
  ),
  scene('files-asked', 'the folder is being read', (setting) => played(rested(setting), "'@")),
  scene('commands', 'a slash was typed: the commands', (setting) => played(rested(setting), "'/")),
  scene('commands-unknown', 'a word behind a slash that is no command', (setting) =>
    played(rested(setting), "'/frobnicate", 'Enter'),
  ),
  scene('help', '/help: commands, files and keys', (setting) =>
    played(rested(setting), "'/help", 'Enter'),
  ),
  scene('help-scrolled', '/help scrolled to its end while a turn runs', (setting) =>
    played(busy(setting), "'/help", 'Enter', 'Ctrl-End'),
  ),
  scene('status', '/status: all that is known of Pod and session', (setting) =>
    panel(setting, 'status', [fact('log', '/home/ann/.local/share/yoi/sessions/x.jsonl')]),
  ),
  scene('verify', '/verify: the verdict', (setting) =>
    panel(setting, 'verify', [said(`x  intact, complete, 7 records, tip ${hash}`, 'ok')]),
  ),
  scene('verify-damaged', '/verify of a log that was altered', (setting) =>
    panel(setting, 'verify', [
      said(`x  NOT INTACT, complete, 7 records, tip ${hash}`, 'error'),
      said(
        '  line 3, byte 812, where record 2 was due: the bytes of the line do not give its hash',
      ),
    ]),
  ),
  scene('replay', '/replay: what happened, at its end', (setting) =>
    panel(
      setting,
      'replay',
      Array.from({ length: 60 }, (_, n) => said(`${n}  ${setting.words.long}`)),
    ),
  ),
]
