declare module 'fs-native-extensions' {
  /** An exclusive lock on the whole file; false when another open file has one. */
  export const tryLock: (fd: number) => boolean
}
