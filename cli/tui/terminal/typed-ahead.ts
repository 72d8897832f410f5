/** Bytes as they were meant; `isAhead`: they were typed before the terminal was ours. */
export type ReadBytes = { readonly bytes: string; readonly isAhead: boolean }

/**
 * Reads what was typed before the terminal was ours. It was still making LF of the Enter key then,
 * which means Ctrl-J afterwards, so in all that waits at the first turn of the loop LF is Enter.
 */
export const typedAhead = (): ((bytes: string) => ReadBytes) => {
  let waits = true
  // The first may come before the loop has looked at its inputs once, the second never does.
  setImmediate(() => setImmediate(() => (waits = false)))
  return (bytes) =>
    waits ? { bytes: bytes.replaceAll(/\r?\n/g, '\r'), isAhead: true } : { bytes, isAhead: false }
}
