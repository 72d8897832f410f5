/** The absolute path that `path` means from `folder`; `~` and `~/…` are meant from `home`. */
export const resolvedPath = (
  path: string,
  from: { readonly folder: string; readonly home: string },
): string => {
  if (path === '~' || path.startsWith('~/')) return normalized(`${from.home}/${path.slice(1)}`)
  return normalized(path.startsWith('/') ? path : `${from.folder}/${path}`)
}

/** Whether an absolute path is the folder or lies under it. Both are taken as they are written. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

const normalized = (path: string): string =>
  `/${path.split('/').reduce<ReadonlyArray<string>>(stepped, []).join('/')}`

const stepped = (parts: ReadonlyArray<string>, part: string): ReadonlyArray<string> => {
  if (part === '' || part === '.') return parts
  return part === '..' ? parts.slice(0, -1) : [...parts, part]
}
