import { structuredPatch } from 'diff'
import { limits } from '../../domain/limits.js'
import { cutText } from './cut-text.js'

/**
 * What changed as a unified diff without file names, for the model to check. Cut to
 * limits.diffBytesMax; a sentence when it would take too long to find.
 */
export const shortDiff = (before: Uint8Array, after: Uint8Array): string => {
  const patch = structuredPatch('', '', textOf(before), textOf(after), '', '', {
    context: 2,
    timeout: limits.diffTimeoutMs,
  })
  if (patch === undefined) return '[The change is too large to be shown as a diff.]'
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ])
  const { text, leftOut } = cutText(lines.join('\n'), limits.diffBytesMax)
  return leftOut === 0 ? text : `${text}\n[${leftOut} more bytes of the diff are left out.]`
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
