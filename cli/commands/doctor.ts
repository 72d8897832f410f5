import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { safeLine } from '../../adapters/node/safe-line.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { checkFolders } from '../doctor/check-folders.js'
import { checkLocks } from '../doctor/check-locks.js'
import { checkManifest } from '../doctor/check-manifest.js'
import { checkNode } from '../doctor/check-node.js'
import { checkRegistry } from '../doctor/check-registry.js'
import { checkRipgrep } from '../doctor/check-ripgrep.js'
import { checkSocket } from '../doctor/check-socket.js'
import { checkTerminal } from '../doctor/check-terminal.js'
import { checkWatching } from '../doctor/check-watching.js'
import type { Finding } from '../doctor/finding.js'
import type { Labelled } from '../filled.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { packageInfo } from '../package-info.js'
import { sessionFolder } from '../session-folder.js'

/** `yoi doctor`: checks of the installation in words. It looks only and changes nothing. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check the installation and say in words what is wrong',
  help: `
Usage: yoi doctor [--cwd DIR] [--json]

Checks Node, the folders of yoi and their modes, ripgrep, kernel locks, the registry of Pods, the
socket's path, file watching, the terminal, and the manifest of the folder with the model, key,
script and instruction that it names. Changes nothing and never prints a key. A line begins with
"ok", "note" (it works, and this is good to know) or "wrong".

  --cwd DIR   another folder than this one
  --json      {ok, checks: [{name, level, message}]} as JSON

Exit codes: 0 nothing is wrong, 1 something is, 2 usage.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options })
    if (E.isLeft(parsed)) return misused(io, { command: 'doctor', sentence: parsed.left })
    const folder = await sessionFolder(io.cwd, parsed.right.values.cwd)
    if (E.isLeft(folder)) return refused(io, folder.left)
    const findings = await examined(io, folder.right)
    return told(io, findings, parsed.right.values.json ?? false)
  },
}

const options = { cwd: { type: 'string' }, json: { type: 'boolean' } } as const

const examined = async (io: CommandIo, cwd: string): Promise<ReadonlyArray<Finding>> => {
  const paths = pathsFrom(io.env)
  return [
    checkNode(process.versions.node, packageInfo().nodeRange),
    ...(await checkFolders(paths)),
    await checkRipgrep(),
    checkLocks(),
    await checkRegistry(paths),
    await checkSocket(paths, cwd),
    checkWatching(cwd),
    checkTerminal(io),
    ...(await checkManifest({ env: io.env, cwd, paths, overlays: [] })),
  ]
}

const told = async (
  io: CommandIo,
  findings: ReadonlyArray<Finding>,
  json: boolean,
): Promise<ExitCode> => {
  const isWell = findings.every(({ level }) => level !== 'wrong')
  await (json
    ? writeJson(io.stdout, { ok: isWell, checks: findings })
    : writeText(io.stdout, await findingsText(findings, io.stdout.columns)))
  return isWell ? 0 : 1
}

// What fills lines takes longer to load than the list takes to make.
const findingsText = async (
  findings: ReadonlyArray<Finding>,
  columns: number | undefined,
): Promise<string> => {
  const parts = findings.map(labelled)
  const lines =
    columns === undefined
      ? parts.map(({ label, text }) => label + text)
      : await import('../filled.js').then(({ filled }) =>
          parts.flatMap((part) => filled(part, columns)),
        )
  return lines.map((line) => `${line}\n`).join('')
}

const labelled = ({ name, level, message }: Finding): Labelled => ({
  label: `${level.padEnd(5)}  ${name.padEnd(14)}  `,
  text: safeLine(message),
})
