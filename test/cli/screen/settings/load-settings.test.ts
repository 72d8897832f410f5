import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadSettings } from '../../../../cli/screen/settings/load-settings.js'
import { actionOf, defaultKeymap } from '../../../../cli/tui/keys/keymap.js'
import { collectedIo } from '../../../support/collected-io.js'
import { put, tempHome } from '../../../support/temp-home.js'

type Files = { readonly user?: string; readonly project?: string }

/** The settings in a folder with these manifests, and the paths of both. */
const settingsWith = async (t: ExecutionContext, { user, project }: Files) => {
  const home = await tempHome(t)
  const cwd = join(home, 'proj')
  await mkdir(cwd, { recursive: true })
  const userFile = join(home, 'yoi', 'config', 'manifest.toml')
  const projectFile = join(cwd, '.yoi', 'manifest.toml')
  if (user !== undefined) await put(userFile, user)
  if (project !== undefined) await put(projectFile, project)
  const env = { HOME: home, YOI_HOME: join(home, 'yoi'), TERM: 'xterm-256color' }
  const settings = await loadSettings(collectedIo({ cwd, env }))
  return { settings, userFile, projectFile }
}

test('without a manifest the usual settings hold', async (t) => {
  const { settings } = await settingsWith(t, {})
  t.is(settings.theme.name, 'dark')
  t.deepEqual(settings.keymap, defaultKeymap)
  t.deepEqual([settings.title, settings.bell, settings.remarks], [true, true, []])
})

test('the user manifest sets theme, title, bell, history and keys', async (t) => {
  const { settings } = await settingsWith(t, {
    user: '[tui]\ntheme = "light"\ntitle = false\nbell = "notify"\nhistory = false\nkeys = { detail = "F2" }\n',
  })
  t.is(settings.theme.name, 'light')
  t.deepEqual([settings.title, settings.bell, settings.remarks], [false, 'notify', []])
  t.false(settings.history)
  t.is(actionOf('F2', settings.keymap), 'detail')
})

test('what is wrong with a key is said with file and key, and the rest holds', async (t) => {
  const { settings, userFile } = await settingsWith(t, {
    user: '[tui.keys]\ndetial = "F2"\nrepaint = "F3"\n',
  })
  t.deepEqual(settings.remarks, [
    `${userFile}: tui.keys.detial is ignored: expected the name of what a key does: did you mean detail?`,
  ])
  t.is(actionOf('F3', settings.keymap), 'repaint')
})

test('a broken project manifest is said and takes nothing of the user manifest', async (t) => {
  const { settings, projectFile } = await settingsWith(t, {
    user: '[tui]\ntheme = "light"\n',
    project: 'this is no TOML',
  })
  t.is(settings.theme.name, 'light')
  t.is(settings.remarks.length, 1)
  t.true(settings.remarks[0]?.startsWith(projectFile))
})

test('a broken user manifest is said, and the usual settings hold', async (t) => {
  const { settings, userFile } = await settingsWith(t, { user: '[tui]\ntheme = "pink"\n' })
  t.is(settings.theme.name, 'dark')
  t.deepEqual(settings.remarks, [
    `${userFile}: tui.theme: expected "auto" or "dark" or "light" or "none", got "pink".`,
  ])
})

test('the keys of a cloned project are not taken', async (t) => {
  const { settings } = await settingsWith(t, { project: '[tui.keys]\ninterrupt = "F5"\n' })
  t.deepEqual(settings.keymap, defaultKeymap)
})
