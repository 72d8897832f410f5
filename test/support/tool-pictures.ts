import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Detail, TuiState } from '../../cli/tui/state.js'
import { documentOf } from '../../cli/tui/transcript/document.js'
import { live } from './pictures/scene.js'
import { english, japanese, type Words } from './pictures/words.js'
import { toolStory } from './tool-story.js'
import { running } from './tui-given.js'

const languages: ReadonlyArray<Words> = [english, japanese]

/** Every tool in every state, and every mark, as text: at three widths, and in each density. */
export const toolPictures = (words: Words): string =>
  [
    ...[40, 80, 200].map((width) => section(width, 'normal', words)),
    ...(['overview', 'detail'] as const).map((detail) => section(80, detail, words)),
  ].join('\n')

/** The file in which the pictures of a language are kept. */
export const toolPicturesFile = ({ language }: Words): string =>
  join('test', 'cli', 'tui', 'tools', `tool-pictures-${language}.txt`)

/** Writes all of them anew. */
export const storeToolPictures = async (): Promise<void> => {
  for (const words of languages) await writeFile(toolPicturesFile(words), toolPictures(words))
}

const section = (width: number, detail: Detail, words: Words): string => {
  const size = { width, height: 24 }
  const state = live({ size, words }, { records: toolStory(words), status: running })
  return `== ${width} columns, ${detail}\n${transcriptText({ ...state, detail })}\n`
}

/** The whole transcript of a state as text, without the first screen. */
export const transcriptText = (state: TuiState): string => {
  const document = documentOf(state)
  return Array.from({ length: document.count - 1 }, (_, index) => document.linesOf(index + 1))
    .flat()
    .map((line) =>
      line
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    )
    .join('\n')
}
