import type { OutputCut } from '../../domain/tool/outcome.js'
import { messageOf } from '../node/message-of.js'
import { cutAt, cutFrom } from './cut-text.js'
import { type SpillFile, spillFile } from './spill-file.js'

/** What is left of an output: its text, cut in the middle when it was long. */
export type KeptOutput = { readonly text: string; readonly cut?: OutputCut }

export type OutputKeeper = {
  /** Takes the next piece. Calls are worked through in order; resolves when it is stored. */
  readonly add: (text: string) => Promise<void>
  /** What was kept. Call it once, after all pieces. */
  readonly finish: () => Promise<KeptOutput>
}

/** Bytes kept free for the sentence in the middle. */
const noteBytes = 700

/**
 * Keeps the start and the end of an output in `bytesMax` bytes, whatever comes. From the moment it
 * gets longer, the whole of it goes into a file in `spillFolder`.
 */
export const outputKeeper = (bytesMax: number, spillFolder: string): OutputKeeper => {
  const state: State = { head: [], headBytes: 0, tail: [], tailBytes: 0, leftOut: 0 }
  const room = Math.max(16, bytesMax - noteBytes)
  const keeping = { headMax: Math.floor(room / 2), tailMax: Math.ceil(room / 2), spillFolder }
  let last: Promise<void> = Promise.resolve()
  return {
    add: (text) => {
      if (text === '') return last
      last = last.then(() => take(state, keeping, Buffer.from(text)))
      return last
    },
    finish: async () => {
      await last
      return finished(state)
    },
  }
}

type Keeping = {
  readonly headMax: number
  readonly tailMax: number
  readonly spillFolder: string
}

type State = {
  readonly head: Buffer[]
  headBytes: number
  readonly tail: Buffer[]
  tailBytes: number
  leftOut: number
  spill?: SpillFile
  spillProblem?: string
}

const take = async (state: State, keeping: Keeping, bytes: Buffer): Promise<void> => {
  await state.spill?.add(bytes)
  const end = state.tailBytes > 0 ? 0 : cutAt(bytes, keeping.headMax - state.headBytes)
  if (end > 0) state.head.push(bytes.subarray(0, end))
  state.headBytes += end
  state.tail.push(bytes.subarray(end))
  state.tailBytes += bytes.length - end
  // Head and tail still hold everything when the first byte is about to be left out.
  const overflows = state.leftOut === 0 && state.tailBytes > keeping.tailMax
  if (overflows) await openSpill(state, keeping.spillFolder)
  dropFront(state, keeping.tailMax)
}

const openSpill = async (state: State, folder: string): Promise<void> => {
  try {
    state.spill = await spillFile(folder)
    for (const piece of [...state.head, ...state.tail]) await state.spill.add(piece)
  } catch (error) {
    state.spillProblem = messageOf(error)
  }
}

const dropFront = (state: State, tailMax: number): void => {
  while (state.tailBytes > tailMax) {
    const first = state.tail[0] ?? Buffer.alloc(0)
    const cut = cutFrom(first, Math.min(first.length, state.tailBytes - tailMax))
    if (cut === first.length) state.tail.shift()
    else state.tail[0] = first.subarray(cut)
    state.tailBytes -= cut
    state.leftOut += cut
  }
}

const finished = async (state: State): Promise<KeptOutput> => {
  const problem = (await state.spill?.close()) ?? state.spillProblem
  const head = Buffer.concat(state.head).toString('utf8')
  const tail = Buffer.concat(state.tail).toString('utf8')
  if (state.leftOut === 0) return { text: head + tail }
  const file = state.spill?.path
  return {
    text: `${head}\n${cutNote(state.leftOut, file, problem)}\n${tail}`,
    cut: { bytes: state.leftOut, ...(file === undefined ? {} : { file }) },
  }
}

const cutNote = (leftOut: number, file: string | undefined, problem: string | undefined) => {
  const place = file === undefined ? '' : ` The whole output is in ${file}; use Read or Grep on it.`
  const trouble = problem === undefined ? '' : ` Not all of it could be kept: ${problem}.`
  return `[… ${leftOut} bytes are left out here.${place}${trouble} …]`
}
