import { v7 } from 'uuid'
import type { Ids } from '../../domain/ports.js'

/** UUIDv7, increasing within this process. */
export const randomIds: Ids = { next: () => v7() }
