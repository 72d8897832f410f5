import { readFile } from 'node:fs/promises'
import test from 'ava'
import { english, japanese } from '../../../support/pictures/words.js'
import { toolPictures, toolPicturesFile } from '../../../support/tool-pictures.js'

for (const words of [english, japanese])
  test(`every tool, state and mark looks as it is kept (${words.language})`, async (t) => {
    const stored = await readFile(toolPicturesFile(words), 'utf8').catch(() => '')
    t.deepEqual(
      toolPictures(words).split('\n'),
      stored.split('\n'),
      'when the change is meant: npm run docs, and look at what it changed',
    )
  })
