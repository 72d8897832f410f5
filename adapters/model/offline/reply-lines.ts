/**
 * The lines, from 1, on which the replies of a script begin. The text is a script that was read
 * without a fault: a list of objects, or an object with that list as `replies`.
 */
export const replyLines = (text: string): ReadonlyArray<number> => {
  const lines: number[] = []
  let line = 1
  let depth = 0
  const begin = text.trimStart().startsWith('[') ? 0 : text.search(/"replies"\s*:\s*\[/)
  for (const { 0: sign, index } of text.matchAll(signs)) {
    if (sign === '\n') line += 1
    if (index < begin || sign.startsWith('"')) continue
    if (sign === '[' || sign === '{') {
      depth += 1
      if (depth === 2) lines.push(line)
    }
    if (sign === ']' || sign === '}') depth -= 1
    if (depth < 0) break
  }
  return lines
}

// What nests, and texts, in which nothing does.
const signs = /"(?:[^"\\]|\\.)*"|[[\]{}\n]/g
