import * as E from 'fp-ts/lib/Either.js'
import { loadManifest, type ManifestPlace } from '../../adapters/manifest/load-manifest.js'
import { readInstruction } from '../../adapters/manifest/read-instruction.js'
import { loadScript } from '../../adapters/model/offline/script.js'
import type { Manifest, Resolved } from '../../domain/manifest/manifest.js'
import { keyRemarks } from '../screen/settings/key-remarks.js'
import { type Finding, note, ok, wrong } from './finding.js'

/** Whether the folder's manifest holds, and what it names is there: key, script, instruction. */
export const checkManifest = async (place: ManifestPlace): Promise<ReadonlyArray<Finding>> => {
  const loaded = await loadManifest(place)()
  if (E.isLeft(loaded)) return [wrong('manifest', loaded.left)]
  const { manifest } = loaded.right
  return [
    ...manifestFindings(loaded.right),
    checkModel(manifest, place.env),
    ...(await checkScript(manifest)),
    ...(await checkInstruction(manifest)),
  ]
}

const manifestFindings = (resolved: Resolved): ReadonlyArray<Finding> => {
  const warnings = [...resolved.warnings, ...keyRemarks(resolved)]
  return warnings.length === 0
    ? [ok('manifest', 'The manifest of this folder is valid.')]
    : warnings.map((warning) => note('manifest', warning))
}

const checkModel = ({ model }: Manifest, env: ManifestPlace['env']): Finding => {
  const name = model.api_key_env ?? ''
  const key = Object.hasOwn(env, name) ? (env[name] ?? '') : ''
  if (/[^\x21-\x7e]/.test(key)) {
    return wrong(
      'model',
      `${name} holds a blank, a line break or a letter that no key has: set it anew.`,
    )
  }
  if (model.ref === 'offline') return note('model', offlineWords(name, key !== ''))
  if (key !== '') return ok('model', `${model.ref}; ${name} is set.`)
  return model.base_url === undefined
    ? wrong('model', `${model.ref} needs a key: set ${name}, or set model.ref to "offline".`)
    : ok('model', `${model.ref} at ${model.base_url}; ${name} is not set, so no key is sent.`)
}

const offlineWords = (name: string, hasKey: boolean): string =>
  hasKey
    ? `The offline model answers, as the manifest says; ${name} is set and not used.`
    : `The offline model answers; it is no language model. Set ${name} for a real one.`

const checkScript = async ({ offline }: Manifest): Promise<ReadonlyArray<Finding>> => {
  if (offline.script === undefined) return []
  const loaded = await loadScript(offline.script)()
  return E.isRight(loaded)
    ? [ok('offline script', `${offline.script} can be read.`)]
    : [wrong('offline script', loaded.left)]
}

const checkInstruction = async ({ worker }: Manifest): Promise<ReadonlyArray<Finding>> => {
  if (worker.instruction === undefined) return []
  const read = await readInstruction(worker.instruction)()
  return E.isRight(read)
    ? [ok('instruction', `${Buffer.byteLength(read.right)} bytes.`)]
    : [wrong('instruction', read.left)]
}
