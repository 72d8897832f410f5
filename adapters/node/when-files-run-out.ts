/**
 * What to do when these words of the system say that no more files can be opened; undefined for any
 * others. It may happen wherever one is opened and has nothing to do with that file.
 */
export const whenFilesRunOut = (words: string): string | undefined => {
  if (/\bEMFILE\b/.test(words))
    return 'raise the limit of open files with `ulimit -n` and try again'
  return /\bENFILE\b/.test(words)
    ? 'this machine has too many files open: close some programs and try again'
    : undefined
}
