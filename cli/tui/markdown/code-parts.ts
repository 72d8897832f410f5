import { limits } from '../../../domain/limits.js'
import { highlighted } from './highlighted.js'

const partLinesMin = 40
const partLinesMax = 120
const cutsTried = 3

/**
 * Code cut into parts that are coloured each by itself, so that a block that streams costs no more
 * the longer it is. All but the last never change when lines are added: a part ends at an empty
 * line with nothing open, or where it gets too long.
 */
export const codeParts = (
  lines: ReadonlyArray<string>,
  language: string | undefined,
): ReadonlyArray<ReadonlyArray<string>> => {
  const parts: ReadonlyArray<string>[] = []
  let rest = lines
  for (let end = partEnd(rest, language); end > 0; end = partEnd(rest, language)) {
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}

/** Where the first part ends; 0 when it may still grow. */
const partEnd = (lines: ReadonlyArray<string>, language: string | undefined): number => {
  let chars = 0
  let tried = 0
  // The last line may still be on its way.
  for (let end = 1; end < lines.length; end += 1) {
    const line = lines[end - 1] ?? ''
    chars += line.length + 1
    if (chars > limits.codeColoredCharsMax) return Math.max(1, end - 1)
    if (end >= partLinesMax) return end
    if (end < partLinesMin || line.trim() !== '' || tried >= cutsTried) continue
    tried += 1
    if (highlighted(lines.slice(0, end).join('\n'), language).isClosed) return end
  }
  return 0
}
