import { resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import type { Permission } from '../../domain/scope/rule.js'
import { deniedBy, permits, refusalText } from '../../domain/scope/scope.js'
import { codeOf } from '../node/code-of.js'
import { type Done, denied, failed } from './done.js'
import { fsSentence } from './fs-sentence.js'
import { isLink, realPath } from './real-path.js'
import type { ToolSetting } from './tool-setting.js'

/** A path that the scope permits. `real` has no links; what does not exist yet is kept in it. */
export type Place = { readonly shown: string; readonly real: string }

/**
 * Where a path of the model leads, checked against the scope after resolving links, and against
 * its denies also as it was written. Left is the result to give back.
 */
export const placeOf = async (
  path: string,
  permission: Permission,
  setting: Pick<ToolSetting, 'cwd' | 'scope'>,
): Promise<E.Either<Done, Place>> => {
  const shown = resolve(setting.cwd, path)
  const rule = deniedBy(setting.scope, permission, shown)
  if (rule !== undefined) {
    const refusal = { path: shown, permission, reason: 'denied', rule } as const
    return E.left(denied(refusalText(setting.scope, refusal)))
  }
  const real = await resolveLinks(shown)
  if (E.isLeft(real)) return real
  const allowed = permits(setting.scope, permission, real.right)
  return E.isRight(allowed)
    ? E.right({ shown, real: real.right })
    : E.left(denied(leadingTo(shown, real.right) + refusalText(setting.scope, allowed.left)))
}

const resolveLinks = async (shown: string): Promise<E.Either<Done, string>> => {
  try {
    return E.right(await realPath(shown))
  } catch (error) {
    const dangling = codeOf(error) === 'ENOENT' && (await isLink(shown))
    return E.left(
      failed(
        dangling
          ? `${JSON.stringify(shown)} is a link to something that does not exist.`
          : fsSentence(shown, error),
      ),
    )
  }
}

const leadingTo = (shown: string, real: string) =>
  shown === real ? '' : `${JSON.stringify(shown)} leads to ${JSON.stringify(real)}. `
