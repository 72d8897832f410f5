/** The path as one reads it in the session's folder: what lies below it without the folder. */
export const shortPath = (path: string, folder = ''): string => {
  const base = folder.replace(/\/+$/, '')
  if (base === '' || !path.startsWith(base)) return path
  if (path === base || path === `${base}/`) return '.'
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
}
