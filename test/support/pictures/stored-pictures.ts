import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from './catalogue.js'
import { pictureFile } from './picture-text.js'
import { statusPictures } from './status-pictures.js'

/** Where the pictures are kept, from the top of the repository. */
export const storedFolder = join('test', 'pictures', 'stored')

/** The status lines of all states, in one file beside their test. */
export const statusPicturesFile = join('test', 'cli', 'tui', 'status', 'status-line.txt')

/** The file of a picture by its name. */
export const storedFile = (name: string): string => join(storedFolder, `${name}.txt`)

/** Writes every picture anew and removes those that no longer are in the catalogue. */
export const storePictures = async (): Promise<void> => {
  for (const file of await readdir(storedFolder)) await rm(join(storedFolder, file))
  for (const picture of catalogue) await writeFile(storedFile(picture.name), pictureFile(picture))
  await writeFile(statusPicturesFile, statusPictures())
}
