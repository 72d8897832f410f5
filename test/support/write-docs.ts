import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedDocs } from './generated-docs.js'
import { storeMarkdownPictures } from './pictures/markdown-pictures.js'
import { storePictures } from './pictures/stored-pictures.js'
import { storeToolPictures } from './tool-pictures.js'

// `npm run docs` writes the pages that are made from the code, and the pictures of the screens.
for (const [name, text] of await generatedDocs()) await writeFile(join('docs', name), text)
await storePictures()
await storeToolPictures()
await storeMarkdownPictures()
