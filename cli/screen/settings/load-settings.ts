import * as E from 'fp-ts/lib/Either.js'
import { loadManifest, loadUserManifest } from '../../../adapters/manifest/load-manifest.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { safeLine } from '../../../adapters/node/safe-line.js'
import type { Resolved } from '../../../domain/manifest/manifest.js'
import type { CommandIo } from '../../command.js'
import { boundKeys } from '../../tui/keys/bound-keys.js'
import { lineKeymap } from '../../tui/keys/keymap.js'
import { isDumb } from '../../tui/terminal/screen.js'
import {
  defaultSettings,
  hasTitle,
  type ScreenSettings,
  themeFor,
} from '../../tui/terminal/screen-settings.js'
import { keyRemarks } from './key-remarks.js'

/**
 * How the person wants their screens, by the manifests of the folder they are in. What is wrong with
 * these keeps nobody from attaching: it is among the remarks, and the user's own still counts.
 */
export const loadSettings = async ({ env, cwd }: CommandIo): Promise<ScreenSettings> => {
  const place = { env, cwd, paths: pathsFrom(env), overlays: [] }
  const all = await loadManifest(place)()
  if (E.isRight(all)) return settingsOf(all.right, env)
  const own = await loadUserManifest(place)()
  const settings = E.isRight(own) ? settingsOf(own.right, env) : defaultSettings(env)
  return { ...settings, remarks: [safeLine(all.left), ...settings.remarks] }
}

const settingsOf = (resolved: Resolved, env: CommandIo['env']): ScreenSettings => {
  const { theme, title, bell, mouse, history, keys } = resolved.manifest.tui
  return {
    ...defaultSettings(env),
    theme: themeFor(theme, env),
    // Where lines are typed there are no other keys.
    keymap: isDumb(env) ? lineKeymap : boundKeys(keys).keymap,
    title: title && hasTitle(env),
    bell,
    mouse,
    history,
    remarks: keyRemarks(resolved).map(safeLine),
  }
}
