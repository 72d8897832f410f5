import { fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { runsOnRequest } from '../runs-on-request.js'

// `sync-on.js <folder> <bytes>`: writes and syncs as many bytes again and again, and nothing else.
const [folder = '.', length = '0'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const fd = openSync(join(folder, 'bare'), 'a')
const bytes = Buffer.alloc(Number(length), 'x')
runsOnRequest(async () => void (writeSync(fd, bytes), fdatasyncSync(fd)))
