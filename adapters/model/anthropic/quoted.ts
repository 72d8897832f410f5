import { limits } from '../../../domain/limits.js'

/**
 * Foreign words made fit for one line of an error: blanks and line breaks run together, every
 * other control or invisible character is U+FFFD, and at most `quotedErrorCharsMax` characters.
 */
export const quoted = (text: string): string => {
  const raw = text.slice(0, 4 * limits.quotedErrorCharsMax)
  const line = raw.replace(/\s+/gu, ' ').trim().replace(unsafe, '\uFFFD')
  const characters = [...line]
  if (characters.length <= limits.quotedErrorCharsMax) return line
  return `${characters.slice(0, limits.quotedErrorCharsMax - 1).join('')}…`
}

const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu

/** An address as it may be shown: without user, password, query and fragment. */
export const shownAddress = (address: string): string => {
  if (!URL.canParse(address)) return quoted(address)
  const { origin, pathname, host, protocol } = new URL(address)
  const start = origin === 'null' ? `${protocol}//${host}` : origin
  return quoted(`${start}${pathname}`.replace(/\/+$/, ''))
}
