import { appender } from '../appender.js'
import { runsOnRequest } from '../runs-on-request.js'

// `append-on.js <folder>`: appends records to a log of its own, each sealed and durable.
const log = await appender(process.argv[2] ?? '.')
runsOnRequest(() => log.append(1))
