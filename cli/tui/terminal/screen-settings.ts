import { defaultKeymap, type Keymap } from '../keys/keymap.js'
import { colorDepth } from '../theme/color-depth.js'
import { type Theme, type ThemeWish, themeName, themeOf } from '../theme/theme.js'

/** How a person wants their screens; made from the manifest once for all screens of a process. */
export type ScreenSettings = {
  readonly theme: Theme
  readonly keymap: Keymap
  /** Whether the title of the terminal tells the Pod and its state. */
  readonly title: boolean
  /** What is heard of the end of a turn while nobody looks; `notify` is a message of the desktop. */
  readonly bell: boolean | 'notify'
  /** Whether the wheel scrolls the transcript. */
  readonly mouse: boolean
  /** Whether what is typed is kept on disk. */
  readonly history: boolean
  /** The person's own folder, which is shown as `~`. */
  readonly home: string | undefined
  /** What is wrong with the manifest, in sentences; shown on the first screen. */
  readonly remarks: ReadonlyArray<string>
}

type Env = Readonly<Record<string, string | undefined>>

/** What holds when no manifest says otherwise. */
export const defaultSettings = (env: Env): ScreenSettings => ({
  theme: themeFor('auto', env),
  keymap: defaultKeymap,
  title: hasTitle(env),
  bell: true,
  mouse: true,
  history: true,
  home: env['HOME'],
  remarks: [],
})

/** Whether the terminal of this environment has a title: consoles have none. */
export const hasTitle = (env: Env): boolean => !/^(?:linux|vt\d|cons25)/.test(env['TERM'] ?? '')

/** The theme that is wished for, in the colours of the terminal of this environment. */
export const themeFor = (wish: ThemeWish, env: Env): Theme =>
  themeOf(themeName(wish, env), colorDepth(env))
