import { stat } from 'node:fs/promises'

/** Whether a folder lies at this path, also behind a link; what cannot be looked at is none. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
