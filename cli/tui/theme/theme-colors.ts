import type { Style } from '../frame.js'

/**
 * How a style is drawn. `color` and `on` are the text and what is behind it, as `#rrggbb`; `basic`
 * is the SGR code of the same among 16 colours, `attributes` what is drawn in any case.
 */
export type Paint = {
  readonly color?: string
  readonly on?: string
  readonly basic?: string
  readonly attributes?: string
}

export type Palette = Readonly<Record<Style, Paint>>

/** For light text on a dark background. */
export const darkPalette: Palette = {
  plain: {},
  dim: { color: '#949494', basic: '90' },
  bold: { attributes: '1' },
  user: { color: '#7dcfff', basic: '36', attributes: '1' },
  accent: { color: '#c79bff', basic: '95' },
  ok: { color: '#7ccf7c', basic: '32' },
  warning: { color: '#e5c07b', basic: '33' },
  error: { color: '#ff7b85', basic: '91' },
  inverse: { attributes: '7' },
  emphasis: { attributes: '3' },
  strong_emphasis: { attributes: '1;3' },
  strike: { attributes: '9' },
  heading: { color: '#82b4ff', basic: '36', attributes: '1' },
  code: { color: '#7fd4d4', basic: '36' },
  link: { color: '#82b4ff', basic: '36', attributes: '4' },
  quote: { color: '#a8a8a8', basic: '37', attributes: '3' },
  keyword: { color: '#d391f0', basic: '95' },
  string: { color: '#98c379', basic: '32' },
  number: { color: '#e0a872', basic: '33' },
  comment: { color: '#949494', basic: '90' },
  name: { color: '#82b4ff', basic: '36' },
  added: { color: '#7ccf7c', basic: '32' },
  removed: { color: '#ff7b85', basic: '91' },
  added_word: { color: '#ffffff', on: '#005f00', basic: '30;42' },
  removed_word: { color: '#ffffff', on: '#870000', basic: '97;41' },
  match: { color: '#000000', on: '#ffd75f', basic: '30;43' },
}

/** For dark text on a light background. Yellow, green and cyan of 16 colours cannot be read there. */
export const lightPalette: Palette = {
  plain: {},
  dim: { color: '#6c6c6c', basic: '90' },
  bold: { attributes: '1' },
  user: { color: '#005f87', basic: '34', attributes: '1' },
  accent: { color: '#8700af', basic: '35' },
  ok: { color: '#005f00', basic: '34' },
  warning: { color: '#875f00', basic: '35' },
  error: { color: '#af0000', basic: '31' },
  inverse: { attributes: '7' },
  emphasis: { attributes: '3' },
  strong_emphasis: { attributes: '1;3' },
  strike: { attributes: '9' },
  heading: { color: '#005faf', basic: '34', attributes: '1' },
  code: { color: '#005f5f', basic: '34' },
  link: { color: '#005faf', basic: '34', attributes: '4' },
  quote: { color: '#626262', basic: '90', attributes: '3' },
  keyword: { color: '#8700af', basic: '35' },
  string: { color: '#005f00', basic: '34' },
  number: { color: '#870000', basic: '31' },
  comment: { color: '#6c6c6c', basic: '90' },
  name: { color: '#005faf', basic: '34' },
  added: { color: '#005f00', basic: '34' },
  removed: { color: '#af0000', basic: '31' },
  added_word: { color: '#000000', on: '#afffaf', basic: '97;44' },
  removed_word: { color: '#000000', on: '#ffd7d7', basic: '97;41' },
  match: { color: '#000000', on: '#ffd75f', basic: '30;43' },
}

/** Without any colour: what must be told apart is bold, underlined or turned over. */
export const plainPalette: Palette = {
  plain: {},
  dim: { attributes: '2' },
  bold: { attributes: '1' },
  user: { attributes: '1' },
  accent: { attributes: '4' },
  ok: {},
  warning: { attributes: '1' },
  error: { attributes: '1' },
  inverse: { attributes: '7' },
  emphasis: { attributes: '3' },
  strong_emphasis: { attributes: '1;3' },
  strike: { attributes: '9' },
  heading: { attributes: '1' },
  code: { attributes: '1' },
  link: { attributes: '4' },
  quote: { attributes: '3' },
  keyword: { attributes: '1' },
  string: {},
  number: {},
  comment: { attributes: '2' },
  name: {},
  added: {},
  removed: {},
  added_word: { attributes: '4' },
  removed_word: { attributes: '4' },
  match: { attributes: '1;4' },
}
