import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// Reads the folder that is named, and asks for the time of each file in it.
const folder = process.argv[2] ?? '.'
for (const name of readdirSync(folder)) statSync(join(folder, name))
