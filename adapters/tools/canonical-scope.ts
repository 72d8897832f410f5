import type { Rule } from '../../domain/scope/rule.js'
import type { Scope } from '../../domain/scope/scope.js'
import { realPath } from './real-path.js'

/**
 * The scope with links in its targets resolved, as paths of files are before they are checked. A
 * deny keeps its written target beside the resolved one, so that it also holds when a link changes
 * later. Never rejects: a target that cannot be resolved stays as it is.
 */
export const canonicalScope = async (scope: Scope): Promise<Scope> => {
  const allow = await Promise.all(scope.allow.map(resolved))
  const deny = await Promise.all(scope.deny.map(resolved))
  const moved = deny.filter((rule, index) => rule.target !== scope.deny[index]?.target)
  return { allow, deny: [...scope.deny, ...moved] }
}

const resolved = async (rule: Rule): Promise<Rule> => {
  try {
    return { ...rule, target: await realPath(rule.target) }
  } catch {
    // Nothing can be read through a target that does not resolve, so its text does no harm.
    return rule
  }
}
