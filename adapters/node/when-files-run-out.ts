/**
 * What to do when these words of the system say that no more files can be opened; undefined for any
 * others. It may happen wherever one is opened and has nothing to do with that file.
 */
export const whenFilesRunOut = (words: string): string | undefined => {
  // The loader of native code gives no code of the error, but its words.
  if (/\bENFILE\b|Too many open files in system/i.test(words))
    return 'this machine has too many files open: close some programs and try again'
  return /\bEMFILE\b|Too many open files/i.test(words)
    ? 'raise the limit of open files with `ulimit -n` and try again'
    : undefined
}
