import * as E from 'fp-ts/lib/Either.js'
import { loadManifest } from '../../adapters/manifest/load-manifest.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { safeLine } from '../../adapters/node/safe-line.js'
import { layerName, type Resolved, type ValueOrigin } from '../../domain/manifest/manifest.js'
import { manifestValues } from '../../domain/manifest/manifest-values.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { jsonText, misused, refused, writeJson, writeText } from '../output.js'
import { padded } from '../padded.js'
import { keyRemarks } from '../screen/settings/key-remarks.js'
import { sessionFolder } from '../session-folder.js'

/** `yoi manifest`: what a Pod started here would be told, and where each value comes from. */
export const manifestCommand: Command = {
  name: 'manifest',
  summary: 'the manifest that holds here, with the origin of each value',
  help: `
Usage: yoi manifest [--cwd DIR] [--overlay TOML]... [--json]

Prints the manifest that a Pod started in this folder would get, one value a line, each with the
file that it comes from. Built-in values come first; then the user manifest, the nearest
.yoi/manifest.toml upward from the folder, and the overlays, each on top of the one before.
Keys that are unknown or not allowed where they stand are said on stderr.

  --cwd DIR        another folder than this one
  --overlay TOML   values on top, as in --overlay 'model.ref = "offline"'; may be repeated
  --json           {manifest, origins, warnings} as JSON

Exit codes: 0 ok, 1 a manifest cannot be read or holds a wrong value, 2 usage.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options })
    if (E.isLeft(parsed)) return misused(io, { command: 'manifest', sentence: parsed.left })
    const { cwd, overlay = [], json = false } = parsed.right.values
    return shown(io, { cwd, overlays: overlay, json })
  },
}

const options = {
  cwd: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

type Asked = {
  readonly cwd: string | undefined
  readonly overlays: ReadonlyArray<string>
  readonly json: boolean
}

const shown = async (io: CommandIo, { cwd, overlays, json }: Asked): Promise<ExitCode> => {
  const folder = await sessionFolder(io.cwd, cwd)
  if (E.isLeft(folder)) return refused(io, folder.left)
  const paths = pathsFrom(io.env)
  const loaded = await loadManifest({ env: io.env, cwd: folder.right, paths, overlays })()
  if (E.isLeft(loaded)) return refused(io, loaded.left)
  const resolved = withKeyRemarks(loaded.right)
  await (json ? writeJson(io.stdout, resolved) : writeForPeople(io, resolved))
  return 0
}

// What a key is for is known here only, so the manifest itself takes any name.
const withKeyRemarks = (resolved: Resolved): Resolved => ({
  ...resolved,
  warnings: [...resolved.warnings, ...keyRemarks(resolved)],
})

const writeForPeople = async (io: CommandIo, { manifest, origins, warnings }: Resolved) => {
  const lines = manifestValues(manifest).map(([key, value]) =>
    line(`${key} = ${tomlText(value)}`, origins[key]),
  )
  await writeText(io.stdout, lines.join(''))
  await writeText(io.stderr, warnings.map((warning) => `yoi: ${safeLine(warning)}\n`).join(''))
}

// As it is written in a manifest, where a table of one line has `=` and names without quotes.
const tomlText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(tomlText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return jsonText(value)
  const pairs = Object.entries(value).map(([name, one]) => `${tomlName(name)} = ${tomlText(one)}`)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

const tomlName = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))

const originColumn = 56

const line = (text: string, origin: ValueOrigin | undefined): string =>
  `${padded(safeLine(text), originColumn)}  # ${safeLine(named(origin))}\n`

const named = (origin: ValueOrigin | undefined): string =>
  origin === undefined || origin.origin === 'built-in'
    ? 'built-in'
    : origin.origin === 'overlay'
      ? layerName(origin)
      : `${origin.origin} ${layerName(origin)}`
