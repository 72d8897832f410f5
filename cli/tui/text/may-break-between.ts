import { clusterWidth } from './width.js'

/**
 * Whether a line may end after the cluster (or word) `before` and the next begin with `after`: behind
 * spaces, and beside wide characters where Japanese typesetting allows it. The rule of all that is
 * wrapped.
 */
export const mayBreakBetween = (before: string, after: string): boolean => {
  if (after === ' ') return false
  if (before === ' ') return true
  if (isForbidden(before, after) || clusterWidth(after) === 0) return false
  return isWide(before) || isWide(after)
}

/** Whether Japanese typesetting forbids this break even where a word has to be cut somewhere. */
export const staysTogether = (before: string, after: string): boolean =>
  (isWide(before) || isWide(after)) && isForbidden(before, after)

const isForbidden = (before: string, after: string): boolean =>
  neverFirst.has(after) || neverLast.has(before)

const isWide = (cluster: string): boolean =>
  cluster > '~' && (clusterWidth(cluster) === 2 || /^[\uff61-\uff9f]/.test(cluster))

// Closing marks, stops, marks of length and repetition, small kana.
const neverFirst = new Set(
  '、。，．・：；？！‼⁇⁈⁉｡､･ｰﾞﾟ,.!?:;%)]}）］｝〕〉》」』】〙〗〟’”»｠｣‐–〜ー…‥々〻ゝゞヽヾ゛゜％℃' +
    'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶｧｨｩｪｫｯｬｭｮ',
)

// Opening marks and what belongs to a number behind it.
const neverLast = new Set('([{（［｛〔〈《「『【〘〖〝‘“«｟｢$#¥￥＄')
