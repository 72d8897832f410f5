import { readFileSync } from 'node:fs'
import test from 'ava'
import {
  markdownLanguages,
  markdownPicture,
  markdownPictureFile,
} from '../../../support/pictures/markdown-pictures.js'

// A change that is meant: `npm run docs` draws them anew; look at what differs.
for (const language of markdownLanguages)
  test(`the Markdown of an answer in ${language} is drawn as its picture`, (t) => {
    t.is(markdownPicture(language), readFileSync(markdownPictureFile(language), 'utf8'))
  })
