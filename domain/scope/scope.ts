import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { covers, depthBelow, isAbsolutePath, Permission, Rule } from './rule.js'

/** What a Pod's file tools may touch: what `allow` gives minus what `deny` takes. Deny wins. */
export const Scope = t.readonly(
  t.type({ allow: t.readonlyArray(Rule), deny: t.readonlyArray(Rule) }),
  'Scope',
)
export type Scope = t.TypeOf<typeof Scope>

/** Why a path may not be touched. `rule` is the deny that took it. */
export type ScopeRefusal = {
  readonly path: string
  readonly permission: Permission
  readonly reason: 'not_absolute' | 'not_allowed' | 'denied'
  readonly rule?: Rule
}

/** What a Pod may do that was told nothing else: read and write its session's folder. */
export const folderScope = (cwd: string): Scope => ({
  allow: [{ target: cwd, permission: 'write', recursive: true }],
  deny: [],
})

/**
 * Whether the path may be read or written. The path is absolute and normalised, with links already
 * resolved by the caller; any other is refused. Allowing write allows read; denying read denies
 * write too, denying write leaves reading.
 */
export const permits = (
  scope: Scope,
  permission: Permission,
  path: string,
): E.Either<ScopeRefusal, void> => {
  if (!isAbsolutePath(path)) return E.left({ path, permission, reason: 'not_absolute' })
  const rule = deniedBy(scope, permission, path)
  if (rule !== undefined) return E.left({ path, permission, reason: 'denied', rule })
  return scope.allow.some((allow) => gives(allow, permission) && covers(allow, path))
    ? E.right(undefined)
    : E.left({ path, permission, reason: 'not_allowed' })
}

/** The deny rule that takes this permission from the path, if there is one. */
export const deniedBy = (scope: Scope, permission: Permission, path: string): Rule | undefined =>
  scope.deny.find((deny) => takes(deny, permission) && covers(deny, path))

const gives = (allow: Rule, permission: Permission) =>
  allow.permission === 'write' || permission === 'read'

const takes = (deny: Rule, permission: Permission) =>
  deny.permission === 'read' || permission === 'write'

/**
 * The refusal as a sentence for the model and for people: the rule that denies it, or else what the
 * scope does allow.
 */
export const refusalText = (scope: Scope, refusal: ScopeRefusal): string => {
  const { path, permission, reason, rule } = refusal
  const shown = JSON.stringify(path)
  if (reason === 'not_absolute') return `${shown} is not an absolute path without . and .. in it.`
  const why =
    rule === undefined
      ? `it lies outside the scope, which is: ${scopeText(scope)}`
      : `the scope says "${denyText(rule)}"`
  return `No permission to ${permission} ${shown}: ${why}.`
}

const scopeText = (scope: Scope) =>
  scope.allow.length === 0 ? 'nothing' : summarise(scope).join('; ')

/** The rules for people, in order: `write /home/x/proj`, `never read /home/x/proj/secret`. */
export const summarise = (scope: Scope): ReadonlyArray<string> => [
  ...scope.allow.map((rule) => `${rule.permission} ${placeText(rule)}`),
  ...scope.deny.map(denyText),
]

const denyText = (rule: Rule) => `never ${rule.permission} ${placeText(rule)}`

const placeText = (rule: Rule) => `${visible(rule.target)}${rule.recursive ? '' : ' (not below)'}`

// A line break in the name of a folder must not look like another rule.
const visible = (path: string) =>
  /[\p{Cc}\u2028\u2029"]/u.test(path) ? JSON.stringify(path) : path

/**
 * A pair of allow rules by which some path could be written under both scopes, named by their
 * targets; undefined when there is no such path (a deny of either side may see to that). Paths are
 * compared as they are: resolve links in both scopes before.
 */
export const writeOverlap = (
  mine: Scope,
  theirs: Scope,
): { readonly mine: string; readonly theirs: string } | undefined => {
  const denies = [...mine.deny, ...theirs.deny]
  const pairs = mine.allow.flatMap((a) => theirs.allow.map((b) => [a, b] as const))
  const pair = pairs.find(([a, b]) => {
    const shared = sharedPart(a, b)
    return shared !== undefined && !denies.some((deny) => coversPart(deny, shared))
  })
  return pair === undefined ? undefined : { mine: pair[0].target, theirs: pair[1].target }
}

/** What two rules have in common: a path alone, with its direct children, or with all below. */
type Part = { readonly top: string; readonly reach: 'alone' | 'children' | 'below' }

const sharedPart = (a: Rule, b: Rule): Part | undefined => {
  if (a.permission !== 'write' || b.permission !== 'write') return undefined
  const down = depthBelow(a.target, b.target)
  const [upper, lower] = down === undefined ? [b, a] : [a, b]
  const depth = depthBelow(upper.target, lower.target)
  if (depth === undefined) return undefined
  if (upper.recursive || depth === 0)
    return { top: lower.target, reach: upper.recursive && lower.recursive ? 'below' : 'children' }
  return depth === 1 ? { top: lower.target, reach: 'alone' } : undefined
}

const coversPart = (deny: Rule, part: Part): boolean => {
  const depth = depthBelow(deny.target, part.top)
  if (depth === undefined) return false
  if (deny.recursive) return true
  return part.reach === 'alone' ? depth <= 1 : part.reach === 'children' && depth === 0
}
