import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedDocs } from './generated-docs.js'

// `npm run docs` writes the pages that are made from the code.
for (const [name, text] of await generatedDocs()) await writeFile(join('docs', name), text)
