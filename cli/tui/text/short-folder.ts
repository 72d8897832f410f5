/** The folder as people write it: `~` for their own. For the eye; a command needs the whole path. */
export const shortFolder = (folder: string, home: string | undefined): string => {
  if (home === undefined || home === '' || home === '/') return folder
  const own = home.replace(/\/+$/, '')
  return folder === own || folder.startsWith(`${own}/`) ? `~${folder.slice(own.length)}` : folder
}
