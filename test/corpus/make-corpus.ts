import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { corpusLogs } from './corpus-logs.js'

// Writes the files of test/corpus/logs: `npx tsc && node dist/test/corpus/make-corpus.js`. A log of
// a version that was released stays as it is; a new version adds logs.
const folder = join('test', 'corpus', 'logs')

await mkdir(folder, { recursive: true })
for (const { name, bytes, ...expected } of corpusLogs()) {
  await writeFile(join(folder, `${name}.jsonl`), bytes)
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(expected, null, 2)}\n`)
}
