import * as t from 'io-ts'

/** `write` includes `read`. */
export const Permission = t.keyof({ read: null, write: null }, 'Permission')
export type Permission = t.TypeOf<typeof Permission>

/** Whether a text is an absolute path with nothing left to resolve: `/a/b`, no `.`, `..`, `//`. */
export const isAbsolutePath = (text: string): boolean =>
  text === '/' || (text.startsWith('/') && text.slice(1).split('/').every(isPlainSegment))

const isPlainSegment = (segment: string) =>
  segment !== '' && segment !== '.' && segment !== '..' && !segment.includes('\0')

/** An absolute, normalised path; links in it may still be unresolved. */
export const AbsolutePath = new t.Type<string, string>(
  'an absolute path without . and ..',
  (u): u is string => typeof u === 'string' && isAbsolutePath(u),
  (u, context) =>
    typeof u === 'string' && isAbsolutePath(u) ? t.success(u) : t.failure(u, context),
  (a) => a,
)

/**
 * A piece of the file system. `recursive`: the target and all below it. Not recursive: the target
 * and what lies directly in it, no deeper.
 */
export const Rule = t.readonly(
  t.type({ target: AbsolutePath, permission: Permission, recursive: t.boolean }),
  'Rule',
)
export type Rule = t.TypeOf<typeof Rule>

/** Whether the rule speaks of this path, whatever it says about it. */
export const covers = (rule: Rule, path: string): boolean => {
  const depth = depthBelow(rule.target, path)
  return depth !== undefined && (rule.recursive || depth <= 1)
}

/** Steps from `above` down to `path` (0 when equal), undefined when it does not lie below. */
export const depthBelow = (above: string, path: string): number | undefined => {
  const upper = segmentsOf(above)
  const lower = segmentsOf(path)
  return upper.every((segment, index) => segment === lower[index])
    ? lower.length - upper.length
    : undefined
}

const segmentsOf = (path: string): ReadonlyArray<string> =>
  path === '/' ? [] : path.slice(1).split('/')
