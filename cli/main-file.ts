import { fileURLToPath } from 'node:url'

/** The program as it was started; it lies beside this file, bundled or not. */
export const mainFile = fileURLToPath(new URL('./main.js', import.meta.url))
