import { type PanelItem, row, words } from '../../tui/panel/panel.js'

/**
 * A whole line of `yoi replay` as a panel shows it: broken where the command breaks it on a terminal,
 * with the sign of its turn in front of each part. A title is as short as its words.
 */
export const replayItem = (text: string): PanelItem => {
  if (text.startsWith('──')) return words(text.replace(/─+$/, '──'), 'bold')
  const [said] = /^[ :?x~] {5,}/.exec(text) ?? []
  if (said !== undefined) return row({ lead: said, behind: said, text: text.slice(said.length) })
  const [, sign] = /^([ :?x~]) #\d/.exec(text) ?? []
  return sign === undefined
    ? words(text)
    : row({ lead: `${sign} `, behind: `${sign}     `, text: text.slice(2) })
}
