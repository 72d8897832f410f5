/** How many colours a terminal shows; `none`: attributes such as bold only. */
export type ColorDepth = 'none' | '16' | '256' | 'truecolor'

type Env = Readonly<Record<string, string | undefined>>

/**
 * The colours that the environment promises. NO_COLOR with any text in it wins; what TERM says of an
 * old or dumb terminal wins over COLORTERM, which is passed on by everything that runs in between.
 */
export const colorDepth = (env: Env): ColorDepth => {
  const term = (env['TERM'] ?? '').toLowerCase()
  if ((env['NO_COLOR'] ?? '') !== '' || term === '' || term === 'dumb') return 'none'
  if (oldTerms.test(term)) return '16'
  if (/^(?:screen|tmux)/.test(term)) return insideMultiplexer(term, env)
  if (isTruecolor(term, env)) return 'truecolor'
  return has256(term, env) ? '256' : '16'
}

const oldTerms = /^(?:linux|vt\d|ansi|cons25|cygwin|sun|xterm-16color|rxvt-16color)/

// tmux brings any colour down to what the terminal around it shows; screen garbles what it does not
// know, and hands COLORTERM on all the same.
const insideMultiplexer = (term: string, env: Env): ColorDepth => {
  const isTmux = term.startsWith('tmux') || (env['TMUX'] ?? '') !== ''
  if (isTmux) return isTruecolor(term, env) ? 'truecolor' : '256'
  return term.includes('256') ? '256' : '16'
}

const isTruecolor = (term: string, env: Env): boolean =>
  /^(?:truecolor|24bit)$/i.test(env['COLORTERM'] ?? '') ||
  /-(?:direct|truecolor)$|^(?:alacritty|contour|foot|wezterm|xterm-(?:ghostty|kitty))/.test(term) ||
  truecolorPrograms.includes(env['TERM_PROGRAM'] ?? '') ||
  (env['WT_SESSION'] ?? '') !== ''

const truecolorPrograms = [
  'vscode',
  'WezTerm',
  'iTerm.app',
  'ghostty',
  'Hyper',
  'mintty',
  'rio',
  'Tabby',
]

const has256 = (term: string, env: Env): boolean =>
  term.includes('256') || env['TERM_PROGRAM'] === 'Apple_Terminal' || (env['TMUX'] ?? '') !== ''
