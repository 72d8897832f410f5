import { openRegular } from '../../adapters/node/open-regular.js'

const shownBytes = 240

/** How the line at this byte of a file begins, whatever it holds; nothing when it cannot be read. */
export const rawLine = async (path: string, offset: number): Promise<string> => {
  const handle = await openRegular(path).catch(() => undefined)
  if (handle === undefined) return ''
  try {
    const bytes = Buffer.alloc(shownBytes + 1)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset)
    const end = bytes.subarray(0, bytesRead).indexOf(0x0a)
    const shown = bytes.subarray(0, end === -1 ? Math.min(bytesRead, shownBytes) : end)
    return `${shown.toString('utf8')}${end === -1 && bytesRead > shownBytes ? '…' : ''}`
  } catch {
    return ''
  } finally {
    await handle.close()
  }
}
