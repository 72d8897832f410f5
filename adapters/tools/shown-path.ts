import { relative } from 'node:path'
import { depthBelow } from '../../domain/scope/rule.js'

/**
 * A path as the model reads it in a list: relative to `folder` when it lies below, else absolute;
 * as a JSON string when a control character or a quote in it could be taken for something else.
 */
export const shownPath = (folder: string, path: string): string => {
  const depth = depthBelow(folder, path)
  const short = depth !== undefined && depth > 0 ? relative(folder, path) : path
  return /[\p{Cc}\u2028\u2029"]/u.test(short) ? JSON.stringify(short) : short
}
