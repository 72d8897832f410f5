import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { watchCommand } from '../../cli/commands/watch.js'
import { processIo } from '../../cli/process-io.js'

// `yoi watch` as a process of its own; the live Pods are those of `$YOI_HOME/pods.json`.
const io = processIo()
const pods = join(io.env['YOI_HOME'] ?? '', 'pods.json')
const listPods = () => async () => E.right(JSON.parse(await readFile(pods, 'utf8')))
process.exit(await watchCommand(listPods).run(process.argv.slice(2), io))
