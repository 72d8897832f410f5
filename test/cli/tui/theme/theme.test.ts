import test from 'ava'
import { type ColorDepth, colorDepth } from '../../../../cli/tui/theme/color-depth.js'
import { nearest256, type Rgb, rgbOf, rgbOf256 } from '../../../../cli/tui/theme/rgb.js'
import { themeName, themeOf } from '../../../../cli/tui/theme/theme.js'
import { darkPalette, lightPalette, type Paint } from '../../../../cli/tui/theme/theme-colors.js'

const depths = test.macro<[env: Readonly<Record<string, string>>, depth: ColorDepth]>({
  exec: (t, env, depth) => t.is(colorDepth(env), depth),
  title: (_, env, depth) =>
    `${Object.entries(env).map(([name, value]) => `${name}=${value}`)} gives ${depth} colours`,
})

test(depths, { TERM: 'xterm-256color' }, '256')
test(depths, { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'truecolor')
test(depths, { TERM: 'xterm-256color', COLORTERM: '24bit' }, 'truecolor')
test(depths, { TERM: 'xterm', COLORTERM: 'truecolor' }, 'truecolor')
test(depths, { TERM: 'xterm', COLORTERM: 'yes' }, '16')
test(depths, { TERM: 'xterm' }, '16')
test(depths, { TERM: 'xterm-direct' }, 'truecolor')
test(depths, { TERM: 'xterm-kitty' }, 'truecolor')
test(depths, { TERM: 'alacritty' }, 'truecolor')
test(depths, { TERM: 'linux', COLORTERM: 'truecolor' }, '16')
test(depths, { TERM: 'vt100', COLORTERM: 'truecolor' }, '16')
test(depths, { TERM: 'dumb', COLORTERM: 'truecolor' }, 'none')
test(depths, { COLORTERM: 'truecolor' }, 'none')
test(depths, { TERM: 'xterm-256color', COLORTERM: 'truecolor', NO_COLOR: '0' }, 'none')
test(depths, { TERM: 'xterm-256color', NO_COLOR: '' }, '256')
test(depths, { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }, 'truecolor')
test(depths, { TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, 'truecolor')
test(depths, { TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, '256')
test(depths, { TERM: 'xterm-256color', WT_SESSION: '1' }, 'truecolor')
test(depths, { TERM: 'screen-256color', COLORTERM: 'truecolor' }, '256')
test(depths, { TERM: 'screen', COLORTERM: 'truecolor' }, '16')
test(depths, { TERM: 'screen', TMUX: '/tmp/t,1,0' }, '256')
test(depths, { TERM: 'screen', TMUX: '/tmp/t,1,0', COLORTERM: 'truecolor' }, 'truecolor')
test(depths, { TERM: 'tmux-256color' }, '256')

test('auto is light only where the terminal tells of a light background', (t) => {
  t.is(themeName('auto', {}), 'dark')
  t.is(themeName('auto', { COLORFGBG: '15;0' }), 'dark')
  t.is(themeName('auto', { COLORFGBG: '0;15' }), 'light')
  t.is(themeName('auto', { COLORFGBG: '0;default;15' }), 'light')
  t.is(themeName('auto', { COLORFGBG: 'nonsense' }), 'dark')
  t.is(themeName('light', { COLORFGBG: '15;0' }), 'light')
})

test('a terminal without colours gets attributes only, whatever the theme', (t) => {
  for (const theme of [themeOf('dark', 'none'), themeOf('none', 'truecolor')]) {
    t.is(theme.name, 'none')
    for (const code of theme.codes.values()) t.regex(code, /^(?:;[1-9])*$/)
  }
})

test('without colours all that a look alone tells is still told', (t) => {
  const { codes } = themeOf('dark', 'none')
  const telling = ['code', 'emphasis', 'strong_emphasis', 'strike', 'heading', 'link', 'quote']
  const marking = ['match', 'inverse', 'added_word', 'removed_word', 'warning', 'error', 'user']
  for (const style of [...telling, ...marking]) t.not(codes.get(style), '', style)
})

test('no colour of one depth is sent to a terminal of another', (t) => {
  for (const name of ['dark', 'light'] as const) {
    for (const code of themeOf(name, '16').codes.values())
      t.regex(code, /^(?:;(?:[1-9]|3[0-7]|4[0-7]|9[0-7]))*$/)
    for (const code of themeOf(name, '256').codes.values()) t.notRegex(code, /[34]8;2/)
    for (const code of themeOf(name, 'truecolor').codes.values()) t.notRegex(code, /[34]8;5/)
  }
})

// The 16 colours as xterm shows them; what is behind the text comes with it, or is the screen.
const basicColors: Readonly<Record<string, string>> = {
  30: '#000000',
  31: '#cd0000',
  32: '#00cd00',
  33: '#cdcd00',
  34: '#0000ee',
  35: '#cd00cd',
  36: '#00cdcd',
  37: '#e5e5e5',
  90: '#7f7f7f',
  91: '#ff0000',
  95: '#ff00ff',
  97: '#ffffff',
}

const luminance = (color: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of WCAG 2: 1 for the same colour, 21 for black on white. */
const contrast = (a: Rgb, b: Rgb): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const onScreen = (hex: string, depth: '256' | 'truecolor'): Rgb =>
  depth === '256' ? rgbOf256(nearest256(rgbOf(hex))) : rgbOf(hex)

type Pair = { readonly text: Rgb; readonly behind: Rgb }

const pairsOf = (
  { color, on, basic }: Paint,
  screens: { readonly wide: ReadonlyArray<string>; readonly basic: string },
): ReadonlyArray<Pair> => {
  if (color === undefined) return []
  const wide = (['256', 'truecolor'] as const).flatMap((depth) =>
    (on === undefined ? screens.wide : [on]).map((behind) => ({
      text: onScreen(color, depth),
      behind: on === undefined ? rgbOf(behind) : onScreen(behind, depth),
    })),
  )
  const [front = '', back] = (basic ?? '').split(';')
  const behind = back === undefined ? screens.basic : (basicColors[`3${back.slice(1)}`] ?? '')
  return [...wide, { text: rgbOf(basicColors[front] ?? ''), behind: rgbOf(behind) }]
}

const readable = test.macro((t, palette: Readonly<Record<string, Paint>>, screens: Screens) => {
  for (const [style, paint] of Object.entries(palette)) {
    const least = ['dim', 'comment', 'quote'].includes(style) ? 3 : 4.5
    for (const { text, behind } of pairsOf(paint, screens)) {
      const found = contrast(text, behind)
      t.true(found >= least, `${style}: ${text} on ${behind} has ${found.toFixed(2)}`)
    }
  }
})

type Screens = Parameters<typeof pairsOf>[1]

test('every style of the dark theme can be read on dark backgrounds', readable, darkPalette, {
  wide: ['#000000', '#1e1e1e', '#282c34'],
  basic: '#000000',
})

test('every style of the light theme can be read on light backgrounds', readable, lightPalette, {
  wide: ['#ffffff', '#f5f5f5', '#fdf6e3'],
  basic: '#ffffff',
})

test('a colour of the 256 is its own nearest', (t) => {
  for (const number of [16, 21, 46, 196, 231, 232, 244, 255])
    t.is(nearest256(rgbOf256(number)), number)
})
