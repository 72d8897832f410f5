import { parseLog } from '../parse-log.js'

// `node parse-file.js <log>`: reads a log and parses its lines, and nothing else.
parseLog(process.argv[2] ?? '', () => undefined)
