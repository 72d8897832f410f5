import { layerName, type Resolved } from '../../../domain/manifest/manifest.js'
import { boundKeys, type KeyFault } from '../../tui/keys/bound-keys.js'

/** What cannot be granted of the keys in a manifest: sentences with file, key and what to write. */
export const keyRemarks = ({ manifest, origins }: Resolved): ReadonlyArray<string> =>
  boundKeys(manifest.tui.keys).faults.map((fault) => sentence(fault, origins))

const sentence = ({ action, message }: KeyFault, origins: Resolved['origins']): string => {
  const key = `tui.keys.${action}`
  const origin = Object.hasOwn(origins, key) ? origins[key] : undefined
  const where = origin === undefined ? '' : `${layerName(origin)}: `
  return `${where}${key} is ignored: ${message.replace(/\?$/, '')}${message.endsWith('?') ? '?' : '.'}`
}
