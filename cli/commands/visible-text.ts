/**
 * The same lines with everything else that a terminal would obey shown as a visible mark, so that
 * what a model or a tool wrote cannot move the cursor or reach the clipboard.
 */
export const visibleText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, mark)

const mark = (char: string): string => {
  const code = char.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`
}
