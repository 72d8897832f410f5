import { readFileSync } from 'node:fs'

/** What package.json says of this program. */
export type PackageInfo = { readonly version: string; readonly nodeRange: string }

/** Reads package.json, which lies above the compiled program. */
export const packageInfo = (): PackageInfo => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version, engines } = JSON.parse(text) as {
    readonly version: string
    readonly engines: { readonly node: string }
  }
  return { version, nodeRange: engines.node }
}
