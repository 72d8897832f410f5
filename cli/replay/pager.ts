import { spawn } from 'node:child_process'

/** A program that shows a long text page by page. */
export type Pager = {
  /** Whether it takes more. */
  readonly write: (text: string) => Promise<boolean>
  /** Ends the text and resolves when the person has left the pager. */
  readonly close: () => Promise<void>
}

/** The words of `$PAGER`, else of `less -R`; nothing when it is empty or `cat`, which asks for none. */
export const pagerWords = (
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyArray<string> => {
  const words = (env['PAGER'] ?? 'less -R').split(/\s+/).filter((word) => word !== '')
  return words.length === 1 && words[0] === 'cat' ? [] : words
}

/** Starts the pager on this terminal; undefined when there is no such program. */
export const startPager = (
  words: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pager | undefined> => {
  const [file, ...argv] = words
  if (file === undefined) return Promise.resolve(undefined)
  // Colours are the only codes in the text, and less shows them when it is told so.
  const child = spawn(file, argv, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env['LESS'] ?? 'R' },
  })
  const { stdin } = child
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const state = { gone: false }
  // It may be left in the middle of the text.
  stdin.on('error', () => (state.gone = true))
  stdin.on('close', () => (state.gone = true))
  const pager: Pager = {
    write: async (text) => {
      if (!state.gone) await new Promise<void>((resolve) => stdin.write(text, () => resolve()))
      return !state.gone
    },
    close: () => {
      stdin.end()
      return ended
    },
  }
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(pager))
    child.once('error', () => resolve(undefined))
  })
}
