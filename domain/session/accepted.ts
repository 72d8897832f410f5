import type { InputId, SubmitKey } from '../ids.js'
import { limits } from '../limits.js'
import type { AcceptedKey } from './state.js'

/** The keys with this Submit's, if it had one; the oldest fall away past the limit. */
export const accepted = (
  keys: ReadonlyArray<AcceptedKey>,
  submit: { readonly input: InputId; readonly key?: SubmitKey },
): ReadonlyArray<AcceptedKey> => {
  const { key, input } = submit
  if (key === undefined || keys.some((one) => one.key === key)) return keys
  return [...keys, { key, input }].slice(-limits.keysKept)
}
