import { protocolVersion } from './notification.js'

/** Why nothing can be asked of a Pod that greets with this protocol; undefined when it is ours. */
export const protocolFault = (protocol: number): string | undefined =>
  protocol === protocolVersion
    ? undefined
    : `The Pod speaks protocol ${protocol} and this yoi speaks ${protocolVersion}; ` +
      'use the yoi that started the Pod, or start the Pod again.'
