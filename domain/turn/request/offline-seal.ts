/**
 * The signature that the offline model gives to its thinking: a checksum of the text, so that both
 * it and the request builder can tell altered thinking. It guards against damage, not forgery.
 */
export const offlineSeal = (thinking: string): string =>
  `${prefix}${hex(fnv1a(0x811c9dc5, thinking))}${hex(fnv1a(0x01000193, thinking))}`

/** Whether a signature is the offline model's; no provider's begins so. */
export const isOfflineSeal = (signature: string): boolean => signature.startsWith(prefix)

const prefix = 'offline-'

// FNV-1a over UTF-16 code units, started from two offsets for 64 bits together.
const fnv1a = (start: number, text: string): number =>
  text.split('').reduce((hash, unit) => Math.imul(hash ^ unit.charCodeAt(0), 0x01000193), start)

const hex = (hash: number): string => (hash >>> 0).toString(16).padStart(8, '0')
