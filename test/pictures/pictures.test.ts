import { readdir, readFile } from 'node:fs/promises'
import test from 'ava'
import { catalogue } from '../support/pictures/catalogue.js'
import { pictureFile } from '../support/pictures/picture-text.js'
import { storedFile, storedFolder } from '../support/pictures/stored-pictures.js'

for (const picture of catalogue)
  test(`picture ${picture.name}: ${picture.about}`, async (t) => {
    const stored = await readFile(storedFile(picture.name), 'utf8').catch(() => '')
    // Line by line, so that a failure shows the rows that differ and nothing else.
    t.deepEqual(
      pictureFile(picture).split('\n'),
      stored.split('\n'),
      'when the change is meant: npm run docs, and look at what it changed',
    )
  })

test('every picture has a name of its own and every stored file is of a picture', async (t) => {
  const files = catalogue.map(({ name }) => `${name}.txt`)
  t.deepEqual([...new Set(files)], files)
  t.deepEqual((await readdir(storedFolder)).toSorted(), files.toSorted())
})
