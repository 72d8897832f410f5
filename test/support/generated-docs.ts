import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { docComments } from './doc-comments.js'
import { eventsPage } from './events-page.js'
import { keysPage } from './keys-page.js'
import { tuiPage } from './tui-page.js'

/** The pages of docs/ that are made from the code: file name and text. */
export const generatedDocs = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['events.md', eventsPage(await docComments('domain'))],
    ['keys.md', keysPage()],
    ['tui.md', tuiPage(await readFile(join('docs', 'tui.md'), 'utf8'))],
  ])
