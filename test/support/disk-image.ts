import { dirname } from 'node:path'

/** What a disk holds: the file that each path names, and the bytes of each file. */
export type DiskImage = {
  readonly names: ReadonlyMap<string, number>
  readonly contents: ReadonlyMap<number, Buffer>
}

export const emptyDisk: DiskImage = { names: new Map(), contents: new Map() }

/** A change of names in a folder, durable once the folder is synced. */
export type NameOp =
  | { readonly op: 'name'; readonly path: string; readonly file: number }
  | { readonly op: 'unname'; readonly path: string }
  | { readonly op: 'rename'; readonly path: string; readonly to: string; readonly file: number }

/** A change of bytes, durable once the file is synced. */
export type DataOp =
  | { readonly op: 'write'; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly op: 'truncate'; readonly file: number; readonly size: number }

/**
 * What was asked of a disk. `lost` is a sync that failed: the system takes the bytes for written
 * and never writes them again.
 */
export type DiskOp =
  | NameOp
  | DataOp
  | { readonly op: 'synced' | 'lost'; readonly file: number }
  | { readonly op: 'folder_synced'; readonly folder: string }

/** The bytes that a path names; undefined when it names nothing. */
export const bytesAt = ({ names, contents }: DiskImage, path: string): Buffer | undefined => {
  const file = names.get(path)
  return file === undefined ? undefined : (contents.get(file) ?? Buffer.alloc(0))
}

/** The disk as running processes see it after an operation. */
export const seenAfter = (image: DiskImage, op: DiskOp): DiskImage => {
  switch (op.op) {
    case 'name':
    case 'unname':
    case 'rename':
      return { ...image, names: namesAfter(image.names, op) }
    case 'write':
    case 'truncate': {
      const before = image.contents.get(op.file) ?? Buffer.alloc(0)
      const contents = new Map(image.contents).set(op.file, dataAfter(before, op))
      return { ...image, contents }
    }
    case 'synced':
    case 'lost':
    case 'folder_synced':
      return image
  }
}

/** The folder whose sync makes a change of names durable. */
export const folderOf = (op: NameOp): string => dirname(op.path)

export const namesAfter = (
  names: ReadonlyMap<string, number>,
  op: NameOp,
): ReadonlyMap<string, number> => {
  const after = new Map(names)
  after.delete(op.path)
  if (op.op === 'name') after.set(op.path, op.file)
  if (op.op === 'rename') after.set(op.to, op.file)
  return after
}

export const dataAfter = (bytes: Buffer, op: DataOp): Buffer =>
  op.op === 'truncate' ? resized(bytes, op.size) : writtenAt(bytes, op.at, op.bytes)

/** Bytes with others from `at` on; what was missing before them is NUL. */
export const writtenAt = (bytes: Buffer, at: number, more: Uint8Array): Buffer =>
  Buffer.concat([resized(bytes, at), more, bytes.subarray(at + more.length)])

const resized = (bytes: Buffer, size: number): Buffer =>
  bytes.length >= size
    ? bytes.subarray(0, size)
    : Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
