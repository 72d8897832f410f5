import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Line } from '../../../cli/tui/frame.js'
import { markdownLines } from '../../../cli/tui/markdown/markdown-lines.js'

const folder = join('test', 'cli', 'tui', 'markdown', 'pictures')
const widths = [40, 80, 200]

/** The languages that there is a text of Markdown in, `<language>.txt`. */
export const markdownLanguages = ['english', 'japanese'] as const

/** The file of a language's pictures. */
export const markdownPictureFile = (language: string): string =>
  join(folder, `${language}-drawn.txt`)

/** The Markdown of a language at each width; pieces of a look of their own are told by its name. */
export const markdownPicture = (language: string): string => {
  const text = readFileSync(join(folder, `${language}.txt`), 'utf8')
  const drawn = widths.map((width) =>
    [`== ${width} columns`, ...markdownLines(text, { width }).map(lineText)].join('\n'),
  )
  const looks = markdownLines(text, { width: 80 }).flatMap((spans) => spans.map(lookText))
  return `${[...drawn, ['== looks', ...new Set(looks.filter((one) => one !== ''))].join('\n')].join('\n\n')}\n`
}

const lineText = (spans: Line): string =>
  spans
    .map(({ text }) => text)
    .join('')
    .trimEnd()

const lookText = ({ text, style }: Line[number]): string =>
  style === 'plain' || text.trim() === '' ? '' : `${style}: ${text.trim()}`

/** Writes the pictures of Markdown anew. */
export const storeMarkdownPictures = async (): Promise<void> => {
  for (const language of markdownLanguages)
    await writeFile(markdownPictureFile(language), markdownPicture(language))
}
