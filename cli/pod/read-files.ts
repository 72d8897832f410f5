import * as E from 'fp-ts/lib/Either.js'
import type { Ask } from '../../domain/input.js'
import type { FileReader } from '../../domain/ports.js'
import type { Segment, Segments } from '../../domain/segment.js'
import type { Arrived } from './loop-world.js'

/**
 * The batch with every file read that an input names, in order. An input that names a file that
 * cannot be read is refused here and left out; its text stays with the client.
 */
export const readAll = async (
  batch: ReadonlyArray<Arrived>,
  files: FileReader,
): Promise<ReadonlyArray<Arrived>> => {
  const ready: Arrived[] = []
  for (const arrived of batch) {
    const read = await readOne(arrived, files)
    if (read !== undefined) ready.push(read)
  }
  return ready
}

const readOne = async (arrived: Arrived, files: FileReader): Promise<Arrived | undefined> => {
  if (arrived.kind !== 'input' || arrived.input.type !== 'command') return arrived
  const ask = await readFiles(arrived.input.ask, files)
  if (E.isRight(ask)) return { ...arrived, input: { ...arrived.input, ask: ask.right } }
  arrived.answer?.(E.left({ code: 'invalid_request', message: ask.left }))
  return undefined
}

/**
 * The Ask with the content of every file that it names, read now and within scope. Left: a sentence
 * naming the file that cannot be read.
 */
const readFiles = async (ask: Ask, files: FileReader): Promise<E.Either<string, Ask>> => {
  if (ask.method !== 'run' && ask.method !== 'queue') return E.right(ask)
  const read = await Promise.all(ask.segments.map((segment) => readSegment(segment, files)))
  const segments = E.traverseArray((one: E.Either<string, Segment>) => one)(read)
  return E.isLeft(segments) ? segments : E.right(withSegments(ask, segments.right))
}

type Submit = Extract<Ask, { readonly method: 'run' | 'queue' }>

const withSegments = (ask: Submit, segments: Segments): Ask => ({ ...ask, segments })

const readSegment = async (
  segment: Segment,
  files: FileReader,
): Promise<E.Either<string, Segment>> => {
  if (segment.kind !== 'file_ref') return E.right(segment)
  const file = await files.read(segment.path)
  if (!file.ok) return E.left(file.message)
  const { content, truncated } = file
  return E.right({ ...segment, content, ...(truncated ? { truncated } : {}) })
}
