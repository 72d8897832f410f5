import {
  type DataOp,
  type DiskImage,
  type DiskOp,
  dataAfter,
  folderOf,
  type NameOp,
  namesAfter,
  writtenAt,
} from './disk-image.js'

/** Where a write of so many bytes may be cut. */
export type Cuts = (length: number) => ReadonlyArray<number>

/** At most so many places, evenly spread, and always next to both ends. */
export const cutsOf =
  (most: number): Cuts =>
  (length) => {
    const step = Math.max(1, length / most)
    const spread = Array.from({ length: Math.floor(length / step) }, (_, n) => Math.floor(n * step))
    return [...new Set([...spread, 1, length - 1, length])].filter((at) => at >= 0 && at <= length)
  }

/**
 * Every disk that a loss of power after these operations may leave. What was synced is there. Of
 * names that were not, any may be missing. The bytes of a file that were not synced are missing
 * from any place on, or NUL from there to the size that the write gave the file. A file whose sync
 * failed may have its bytes or not, whatever came later.
 */
export function* crashImages(
  start: DiskImage,
  ops: ReadonlyArray<DiskOp>,
  cuts: Cuts,
): Generator<DiskImage> {
  for (const names of namesLeft(start.names, ops)) {
    const files = [...new Set(names.values())]
    const left = files.map((file) => bytesLeft(start.contents.get(file), opsOn(ops, file), cuts))
    for (const chosen of choices(left))
      yield { names, contents: new Map(files.map((file, n) => [file, chosen[n] as Buffer])) }
  }
}

const allSubsetsUpTo = 4

function* namesLeft(
  start: DiskImage['names'],
  ops: ReadonlyArray<DiskOp>,
): Generator<DiskImage['names']> {
  const changes = ops.filter(isNameOp)
  const durable = changes.filter((op) => isFolderSynced(op, ops))
  const open = changes.filter((op) => !isFolderSynced(op, ops))
  for (const kept of subsets(open)) {
    const done = changes.filter((op) => durable.includes(op) || kept.includes(op))
    yield done.reduce(namesAfter, start)
  }
}

const isNameOp = (op: DiskOp): op is NameOp =>
  op.op === 'name' || op.op === 'unname' || op.op === 'rename'

const isFolderSynced = (op: NameOp, ops: ReadonlyArray<DiskOp>): boolean =>
  ops
    .slice(ops.indexOf(op))
    .some((later) => later.op === 'folder_synced' && later.folder === folderOf(op))

// All subsets of a few; of many, those that begin them, and those that lack one.
const subsets = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  if (all.length > allSubsetsUpTo)
    return [
      ...all.map((_, n) => all.slice(0, n)),
      ...all.map((_, n) => all.filter((__, m) => m !== n)),
      all,
    ]
  return Array.from({ length: 2 ** all.length }, (_, bits) =>
    all.filter((__, n) => (bits & (1 << n)) !== 0),
  )
}

type FileOp = DataOp | Extract<DiskOp, { readonly op: 'synced' | 'lost' }>

const opsOn = (ops: ReadonlyArray<DiskOp>, file: number): ReadonlyArray<FileOp> =>
  ops.filter((op): op is FileOp => 'file' in op && !isNameOp(op) && op.file === file)

const bytesLeft = (
  start: Buffer | undefined,
  ops: ReadonlyArray<FileOp>,
  cuts: Cuts,
): ReadonlyArray<Buffer> => {
  let durable: ReadonlyArray<Buffer> = [start ?? Buffer.alloc(0)]
  let open: DataOp[] = []
  for (const op of ops) {
    if (op.op === 'write' || op.op === 'truncate') open.push(op)
    else {
      durable = op.op === 'synced' ? durable.map((one) => whole(one, open)) : lost(durable, open)
      open = []
    }
  }
  return distinct(durable.flatMap((one) => torn(one, open, cuts)))
}

const whole = (bytes: Buffer, ops: ReadonlyArray<DataOp>): Buffer => ops.reduce(dataAfter, bytes)

const lost = (
  durable: ReadonlyArray<Buffer>,
  ops: ReadonlyArray<DataOp>,
): ReadonlyArray<Buffer> => {
  const nothing = ops.map(asNul)
  return distinct(durable.flatMap((one) => [one, whole(one, nothing), whole(one, ops)]))
}

const asNul = (op: DataOp): DataOp =>
  op.op === 'write' ? { ...op, bytes: Buffer.alloc(op.bytes.length) } : op

const torn = (bytes: Buffer, ops: ReadonlyArray<DataOp>, cuts: Cuts): ReadonlyArray<Buffer> => {
  const found: Buffer[] = [bytes]
  let before = bytes
  for (const op of ops) {
    if (op.op === 'write') found.push(...tornWrite(before, op, cuts))
    before = dataAfter(before, op)
    found.push(before)
  }
  return found
}

const tornWrite = (
  before: Buffer,
  { at, bytes }: Extract<DataOp, { readonly op: 'write' }>,
  cuts: Cuts,
): ReadonlyArray<Buffer> =>
  cuts(bytes.length).flatMap((cut) => {
    const come = bytes.subarray(0, cut)
    const filled = Buffer.concat([come, Buffer.alloc(bytes.length - cut)])
    return [writtenAt(before, at, come), writtenAt(before, at, filled)]
  })

const distinct = (all: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> => [
  ...new Map(all.map((bytes) => [bytes.toString('latin1'), bytes])).values(),
]

const choicesMax = 256

// One of each. When these are too many, every one of each beside the first or the last of the rest.
function* choices<A>(of: ReadonlyArray<ReadonlyArray<A>>): Generator<ReadonlyArray<A>> {
  const count = of.reduce((product, { length }) => product * length, 1)
  if (count <= choicesMax) yield* product(of)
  else
    for (const [n, some] of of.entries())
      for (const one of some)
        for (const rest of [0, -1])
          yield of.map((others, m) => (m === n ? one : (others.at(rest) as A)))
}

function* product<A>(of: ReadonlyArray<ReadonlyArray<A>>): Generator<ReadonlyArray<A>> {
  const [first, ...rest] = of
  if (first === undefined) yield []
  else for (const one of first) for (const others of product(rest)) yield [one, ...others]
}
