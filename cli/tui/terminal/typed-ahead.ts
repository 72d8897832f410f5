/**
 * Reads what was typed before the terminal was ours. It was still making LF of the Enter key then,
 * which means Ctrl-J afterwards, so in all that waits at the first turn of the loop LF is Enter.
 */
export const typedAhead = (): ((bytes: string) => string) => {
  let waits = true
  // The first may come before the loop has looked at its inputs once, the second never does.
  setImmediate(() => setImmediate(() => (waits = false)))
  return (bytes) => (waits ? bytes.replaceAll('\n', '\r') : bytes)
}
