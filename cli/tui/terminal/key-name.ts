/**
 * The name of a key as keymap.ts writes it, from terminal-kit's: `CTRL_C` is `Ctrl-C`, `PAGE_UP` is
 * `PageUp`, `MOUSE_WHEEL_UP` is `Wheel-Up`.
 */
export const keyNameOf = (raw: string): string => synonyms[raw] ?? spelled(raw)

// Keys that send the same byte as another, and names of more than one word.
const synonyms: Readonly<Record<string, string>> = {
  CTRL_M: 'Enter',
  KP_ENTER: 'Enter',
  CTRL_ALT_M: 'Alt-Enter',
  CTRL_I: 'Tab',
  CTRL_H: 'Backspace',
  MOUSE_WHEEL_UP: 'Wheel-Up',
  MOUSE_WHEEL_DOWN: 'Wheel-Down',
}

const spelled = (raw: string): string =>
  raw
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('-')
    .replace('Page-', 'Page')
