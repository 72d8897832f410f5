import type { ColorDepth } from './color-depth.js'
import { nearest256, rgbOf } from './rgb.js'
import {
  darkPalette,
  lightPalette,
  type Paint,
  type Palette,
  plainPalette,
} from './theme-colors.js'

export type ThemeName = 'dark' | 'light' | 'none'

/** What the manifest may ask for; `auto` goes by what the terminal says of its background. */
export type ThemeWish = ThemeName | 'auto'

/** How each style is drawn on this terminal: SGR codes, each behind a `;`, to follow a `0`. */
export type Theme = {
  readonly name: ThemeName
  /** By the name of the style. */
  readonly codes: ReadonlyMap<string, string>
}

/** The theme of this name in the colours that the terminal shows. */
export const themeOf = (name: ThemeName, depth: ColorDepth): Theme => ({
  name: depth === 'none' ? 'none' : name,
  codes: codesOf(depth === 'none' ? plainPalette : palettes[name], depth),
})

/** The theme that is meant: `auto` is light only where COLORFGBG tells of a light background. */
export const themeName = (
  wish: ThemeWish,
  env: Readonly<Record<string, string | undefined>>,
): ThemeName => {
  if (wish !== 'auto') return wish
  const background = /(?:^|;)(\d+)$/.exec(env['COLORFGBG'] ?? '')?.[1]
  return lightBackgrounds.includes(background ?? '') ? 'light' : 'dark'
}

// White, and the bright colours but bright black.
const lightBackgrounds = ['7', '9', '10', '11', '12', '13', '14', '15']

const palettes: Readonly<Record<ThemeName, Palette>> = {
  dark: darkPalette,
  light: lightPalette,
  none: plainPalette,
}

const codesOf = (palette: Palette, depth: ColorDepth): Theme['codes'] =>
  new Map(Object.entries(palette).map(([style, paint]) => [style, code(paint, depth)]))

const code = (paint: Paint, depth: ColorDepth): string =>
  [paint.attributes ?? '', ...colorCodes(paint, depth)]
    .filter((part) => part !== '')
    .map((part) => `;${part}`)
    .join('')

const colorCodes = ({ color, on, basic }: Paint, depth: ColorDepth): ReadonlyArray<string> => {
  if (depth === 'none') return []
  if (depth === '16') return [basic ?? '']
  return [colorCode('38', color, depth), colorCode('48', on, depth)]
}

const colorCode = (
  lead: '38' | '48',
  hex: string | undefined,
  depth: '256' | 'truecolor',
): string => {
  if (hex === undefined) return ''
  const color = rgbOf(hex)
  return depth === '256' ? `${lead};5;${nearest256(color)}` : `${lead};2;${color.join(';')}`
}
