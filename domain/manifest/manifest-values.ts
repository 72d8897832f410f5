/**
 * The values of a manifest, or of one layer of it, under dotted keys in their order. Lists and
 * `model.thinking` are values; the rules of the scope are one value each: `scope.allow[0]`.
 */
export const manifestValues = (
  table: object,
  rulesBefore: RuleCounts = { allow: 0, deny: 0 },
): ReadonlyArray<readonly [key: string, value: unknown]> =>
  Object.entries(table).flatMap(([key, value]) => valuesUnder(key, value, rulesBefore))

/** How many rules earlier layers have given. */
export type RuleCounts = { readonly allow: number; readonly deny: number }

type Values = ReadonlyArray<readonly [string, unknown]>

const valuesUnder = (key: string, value: unknown, before: RuleCounts): Values => {
  if (value === undefined) return []
  if (key === 'scope.allow') return ruleValues(key, value, before.allow)
  if (key === 'scope.deny') return ruleValues(key, value, before.deny)
  if (!isTable(value) || key === 'model.thinking') return [[key, value]]
  return Object.entries(value).flatMap(([name, inner]) =>
    valuesUnder(`${key}.${name}`, inner, before),
  )
}

const ruleValues = (key: string, rules: unknown, before: number): Values =>
  Array.isArray(rules) ? rules.map((rule, i) => [`${key}[${before + i}]`, rule] as const) : []

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
