import { tryLock as tryNative } from 'fs-native-extensions'

/**
 * Takes the kernel's lock on an open file that may be written, without waiting; false when another
 * open file holds it, in this process or in any other. Closing the file, and any death of the
 * process, frees it. Throws where the file system has no locks.
 */
export const tryLock = (fd: number): boolean => tryNative(fd)
