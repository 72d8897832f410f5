import { clusterWidth } from '../text/width.js'

/**
 * Whether a line may end after the cluster (or run of letters) `before` and the next begin with
 * `after`: behind spaces, and beside wide characters where Japanese typesetting allows it.
 */
export const mayBreakBetween = (before: string, after: string): boolean => {
  if (after === ' ') return false
  if (before === ' ') return true
  if (neverFirst.has(after) || neverLast.has(before) || clusterWidth(after) === 0) return false
  return isWide(before) || isWide(after)
}

const isWide = (cluster: string): boolean =>
  cluster > '~' && (clusterWidth(cluster) === 2 || /^[\uff61-\uff9f]/.test(cluster))

// Closing marks, stops, marks of length and repetition, small kana.
const neverFirst = new Set(
  '、。，．・：；？！‼⁇⁈⁉｡､･ｰﾞﾟ,.!?:;%)]}）］｝〕〉》」』】〙〗〟’”»｠｣‐–〜ー…‥々〻ゝゞヽヾ゛゜％℃' +
    'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶｧｨｩｪｫｯｬｭｮ',
)

// Opening marks and what belongs to a number behind it.
const neverLast = new Set('([{（［｛〔〈《「『【〘〖〝‘“«｟｢$#¥￥＄')
