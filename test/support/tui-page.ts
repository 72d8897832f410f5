import { catalogue } from './pictures/catalogue.js'
import { type Setting, settings } from './pictures/picture.js'
import { screenLines } from './pictures/picture-text.js'

/**
 * docs/tui.md with its pictures made anew: its words are kept, and what stands behind each
 * `<!-- picture: … -->` and `<!-- pictures -->` is replaced. Throws when it names no known picture.
 */
export const tuiPage = (written: string): string =>
  written.replaceAll(pictureBlock, pictureText).replace(listBlock, `<!-- pictures -->\n\n${list()}`)

const pictureBlock =
  /<!-- picture: (?<name>\S+) (?<size>\d+x\d+) (?<language>en|ja) -->\n\n```text\n(?:│.*\n)*```/g
const listBlock = /<!-- pictures -->\n\n(?:\|.*\n)*/

const pictureText = (_block: string, name: string, size: string, language: string): string => {
  const setting = settings.find((one) => sizeOf(one) === size && one.words.language === language)
  const picture = catalogue.find((one) => one.name === name)
  if (setting === undefined || picture === undefined)
    throw new Error(`docs/tui.md: there is no picture ${name} ${size} ${language}`)
  // The edge of the screen, so that no line of it ends the block.
  const lines = screenLines(picture.frame(setting)).map((line) => `│${line}`)
  return `<!-- picture: ${name} ${size} ${language} -->\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``
}

const sizeOf = ({ size }: Setting): string => `${size.width}x${size.height}`

const list = (): string =>
  [
    '| picture | shows |',
    '| --- | --- |',
    ...catalogue.map(
      ({ name, about }) => `| [${name}](../test/pictures/stored/${name}.txt) | ${about} |`,
    ),
    '',
  ].join('\n')
