import { clusterWidth } from './width.js'

// Latin, Greek, Cyrillic, Armenian, common punctuation, box drawing, kana, bopomofo, CJK, Hangul
// syllables and full-width forms: of these every terminal counts the columns alike.
const settled = new RegExp(
  '^[\\x20-\\x7e\\xa1-\\u02ff\\u0370-\\u058f\\u2010-\\u2027\\u2400-\\u2426\\u2500-\\u25a9' +
    '\\u3000-\\u3029\\u3041-\\u3096\\u30a0-\\u30ff\\u3105-\\u312f\\u3400-\\u4dbf\\u4e00-\\u9fff' +
    '\\uac00-\\ud7a3\\uff01-\\uff9d]$',
  'u',
)

/**
 * Whether terminals may count the columns of this cluster otherwise than we do: joined clusters,
 * newer emoji and symbols, jamo on their own, a mark without a letter before it.
 */
export const isDisputed = (cluster: string): boolean =>
  !settled.test(cluster) || clusterWidth(cluster) === 0
