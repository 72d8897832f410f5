import * as crypto from 'node:crypto'
import type { Hash } from '../../domain/ids.js'
import type { Sha256 } from '../../domain/ports.js'

/** SHA-256 by node:crypto; the one-shot form where this Node has it (from 20.12). */
export const sha256: Sha256 = (content) =>
  (crypto.hash === undefined
    ? crypto.createHash('sha256').update(content).digest('hex')
    : crypto.hash('sha256', content, 'hex')) as Hash
