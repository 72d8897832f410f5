import * as E from 'fp-ts/lib/Either.js'
import { freeName } from '../../pod/prepare-pod.js'
import { listEntries } from '../../pod-registry.js'
import type { ScreenWorld } from '../world.js'
import { nameFault } from './name-fault.js'

/** The name of a Pod when nobody chooses one: the one that it had if that is free, or its folder's. */
export const podNameFor = async (
  { name, folder }: { readonly name?: string; readonly folder: string },
  paths: ScreenWorld['paths'],
): Promise<string> => {
  if (name === undefined) return freeName(folder, paths)
  const faultOf = await nameFaultNow(paths)
  return faultOf(name) === undefined ? name : freeName(folder, paths)
}

/**
 * Says what is wrong with a name, as the live Pods are now. A registry that cannot be read is left
 * to the Pod to say.
 */
export const nameFaultNow = async (paths: ScreenWorld['paths']) => {
  const live = await listEntries(paths)
  return nameFault(E.isLeft(live) ? [] : live.right)
}
