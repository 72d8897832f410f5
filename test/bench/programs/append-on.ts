import { appender } from '../appender.js'
import { runsOnRequest } from '../runs-on-request.js'

// `append-on.js <folder>`: appends records to a log of its own, each sealed and durable.
// A Pod has run for a while, so this has too before it says that it is ready.
const log = await appender(process.argv[2] ?? '.')
for (let n = 0; n < 100; n += 1) await log.append(1)
runsOnRequest(() => log.append(1))
