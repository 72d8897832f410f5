#!/usr/bin/env node
import { argvFault } from './argv-fault.js'
import { commandTable } from './command-table.js'
import { misused } from './output.js'
import { drained, outputFailure } from './output-failure.js'
import { packageInfo } from './package-info.js'
import { processIo } from './process-io.js'
import { runMain } from './run-main.js'

const io = processIo()
const frame = { commands: commandTable, version: () => packageInfo().version }
const failed = outputFailure(io.stdout, io.stderr, process.argv[2] === 'run' ? 1 : 0)
const argv = process.argv.slice(2)
const fault = argvFault(argv)
const done =
  fault === undefined ? runMain(argv, io, frame) : misused(io, { command: '', sentence: fault })
const finished = done.then(async (code) => {
  await drained(io.stdout)
  return code
})
void Promise.race([failed, finished]).then(async (code) => {
  await drained(io.stderr)
  process.exit(code)
})
