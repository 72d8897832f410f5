const lf = 0x0a
const cr = 0x0d

/** Whether the content has line ends and all of them are CR LF. */
export const isCrlf = (bytes: Uint8Array): boolean => {
  let at = bytes.indexOf(lf)
  if (at === -1) return false
  while (at !== -1) {
    if (at === 0 || bytes[at - 1] !== cr) return false
    at = bytes.indexOf(lf, at + 1)
  }
  return true
}

/** The text with every line end as CR LF. */
export const toCrlf = (text: string): string => text.replace(/\r?\n/g, '\r\n')
