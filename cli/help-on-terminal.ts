import { filled, type Labelled } from './filled.js'

/**
 * A help text, written for 100 columns, on a terminal of fewer: its paragraphs and descriptions are
 * filled anew, each under its own beginning. As it is when all of it fits.
 */
export const helpOnTerminal = (text: string, columns: number | undefined): string => {
  const lines = text.split('\n')
  if (columns === undefined || lines.every((line) => line.length <= columns)) return text
  return joined(lines)
    .flatMap((block) => filled(block, columns))
    .join('\n')
}

type Block = Labelled & { readonly isLong: boolean }

// A line that is nearly as long as help has room for goes on in the next one.
const longLine = 80

const joined = (lines: ReadonlyArray<string>): ReadonlyArray<Block> =>
  lines.reduce<ReadonlyArray<Block>>((blocks, line) => {
    const next = blockOf(line)
    const last = blocks.at(-1)
    if (last === undefined || !goesOn(last, next)) return [...blocks, next]
    return [
      ...blocks.slice(0, -1),
      { ...last, text: `${last.text} ${next.text}`, isLong: next.isLong },
    ]
  }, [])

const goesOn = (last: Block, next: Block): boolean =>
  last.isLong && next.text !== '' && next.label === ' '.repeat(last.label.length)

const blockOf = (line: string): Block => {
  const [label = ''] = /^(?:Usage: | +(?:\S+(?: \S+)* {2,})?)(?=\S)/.exec(line) ?? ['']
  return { label, text: line.slice(label.length), isLong: line.length >= longLine }
}
