/** The most bytes, at most `bytesMax`, that end between two characters of UTF-8. */
export const cutAt = (bytes: Uint8Array, bytesMax: number): number => {
  if (bytes.length <= bytesMax) return bytes.length
  let end = Math.max(0, Math.floor(bytesMax))
  while (end > 0 && isContinuation(bytes[end])) end -= 1
  return end
}

/** The fewest bytes to leave out at the front, at least `bytesMin`, to start with a character. */
export const cutFrom = (bytes: Uint8Array, bytesMin: number): number => {
  let start = Math.min(Math.max(0, Math.ceil(bytesMin)), bytes.length)
  while (start < bytes.length && isContinuation(bytes[start])) start += 1
  return start
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** The start of a text in at most `bytesMax` bytes of UTF-8, and how many bytes were left out. */
export const cutText = (
  text: string,
  bytesMax: number,
): { readonly text: string; readonly leftOut: number } => {
  const bytes = Buffer.from(text)
  const end = cutAt(bytes, bytesMax)
  return end === bytes.length
    ? { text, leftOut: 0 }
    : { text: bytes.toString('utf8', 0, end), leftOut: bytes.length - end }
}
