import { nearMiss } from '../domain/manifest/near-miss.js'

/** What to say of a word that names neither a command nor a live Pod. */
export const unknownWord = (word: string, commands: ReadonlyArray<string>): string => {
  const near = nearMiss(word, commands)
  const hint = near === undefined ? '.' : `; did you mean yoi ${near}?`
  return `There is no command and no live Pod named ${JSON.stringify(word)}${hint}`
}
