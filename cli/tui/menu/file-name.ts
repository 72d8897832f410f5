import * as E from 'fp-ts/lib/Either.js'
import * as J from 'fp-ts/lib/Json.js'

/**
 * A path as it stands behind an @ in the editor: as it is, or as a JSON string when blanks, quotes,
 * controls or closing signs would be read as something else. An open one goes on below its folder:
 * the closing quote is left out.
 */
export const fileName = (path: string, isOpen = false): string => {
  if (!needsQuotes.test(isOpen ? `${path}x` : path)) return path
  const quoted = JSON.stringify(path).replace(unseen, escaped)
  return isOpen ? quoted.slice(0, -1) : quoted
}

/** The path that a quoted name stands for; undefined when it is no JSON string with something in it. */
export const pathOfQuoted = (quoted: string): string | undefined => {
  const parsed = J.parse(quoted)
  if (E.isLeft(parsed) || typeof parsed.right !== 'string') return undefined
  return parsed.right === '' ? undefined : parsed.right
}

// What nobody sees, or what turns what they see: it is written as its code.
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\xad\u180e\u200b\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu
const needsQuotes = new RegExp(`^["@\\\\]|\\s|${unseen.source}|[.,;:!?)\\]}、。，．]$`, 'u')

const escaped = (char: string): string =>
  char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
