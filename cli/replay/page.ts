import type { CommandIo } from '../command.js'
import { writeText } from '../output.js'
import { type Pager, pagerWords, startPager } from './pager.js'

/** Where the text of a replay goes. */
export type Page = {
  /** Whether more is wanted. */
  readonly write: (text: string) => Promise<boolean>
  /** Resolves when all has left this process and nobody reads it in a pager any more. */
  readonly close: () => Promise<void>
}

/** The text goes straight to stdout. */
export const plainPage = ({ stdout }: Pick<CommandIo, 'stdout'>): Page => ({
  write: async (text) => {
    await writeText(stdout, text)
    return true
  },
  close: async () => undefined,
})

const rowsDefault = 24

/** A pager takes the text as soon as it is longer than the screen; without one it is not paged. */
export const pagedPage = (io: Pick<CommandIo, 'stdout' | 'env'>): Page => {
  const plain = plainPage(io)
  const rows = (io.stdout.rows ?? rowsDefault) - 1
  const state: { held: string; pager: Pager | 'not asked' | undefined } = {
    held: '',
    pager: 'not asked',
  }
  const write = async (text: string): Promise<boolean> => {
    if (state.pager !== 'not asked') return (state.pager ?? plain).write(text)
    state.held += text
    if (lineCount(state.held) <= rows) return true
    state.pager = await startPager(pagerWords(io.env), io.env)
    return (state.pager ?? plain).write(state.held)
  }
  const close = async (): Promise<void> => {
    if (state.pager === 'not asked') await plain.write(state.held)
    else await state.pager?.close()
  }
  return { write, close }
}

const lineCount = (text: string): number => text.split('\n').length - 1
