import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import type { OutputCut } from '../../domain/tool/outcome.js'
import type { ReadInput } from '../../domain/tool/read-input.js'
import { type Done, failed } from './done.js'
import { readWindow, type Window, type WindowView } from './line-window.js'
import { openPlace } from './open-place.js'
import { type Place, placeOf } from './place.js'
import type { Tool, ToolSetting } from './tool-setting.js'

/** Bytes kept free for what is said below the lines. */
const notesBytes = 400

/** Read: numbered lines of a text file. Remembers the digest of what was there. */
export const readTool: Tool<ReadInput> = async (input, setting) => {
  const place = await placeOf(input.path, 'read', setting)
  if (E.isLeft(place)) return place.left
  const opened = await openPlace(place.right)
  if (E.isLeft(opened)) return opened.left
  const { handle, stats } = opened.right
  const window = windowOf(input, stats.size, setting)
  const view = await readWindow(handle, stats.size, window).finally(() => handle.close())
  if (view === undefined) return binary(place.right, stats.size)
  if (view.whole !== undefined) setting.seen.remember(place.right.real, view.whole.digest)
  return described(place.right, input, view)
}

const windowOf = (input: ReadInput, size: number, setting: ToolSetting): Window => {
  const first = input.offset ?? 1
  const last = first + (input.limit ?? limits.readLinesDefault) - 1
  const bytesMax = Math.max(32, setting.outputBytesMax - notesBytes)
  return { first, last, bytesMax, stopsEarly: size > limits.toolFileBytesMax }
}

const binary = (place: Place, size: number): Done =>
  failed(
    `${JSON.stringify(place.shown)} is a binary file of ${size} bytes; Read shows text only.`,
    'binary file',
  )

const described = (place: Place, input: ReadInput, view: WindowView): Done => {
  const first = input.offset ?? 1
  if (view.whole !== undefined && first > Math.max(1, view.whole.lines))
    return failed(
      `${JSON.stringify(place.shown)} has ${view.whole.lines} lines; offset ${first} is behind ` +
        'its end.',
    )
  const cut = cutOf(place, view)
  return {
    outcome: 'ok',
    summary: view.lines.length === 1 ? '1 line' : `${view.lines.length} lines`,
    content: [...view.lines, ...notesOf(first, view)].join('\n'),
    ...(cut === undefined ? {} : { cut }),
  }
}

const cutOf = (place: Place, view: WindowView): OutputCut | undefined =>
  view.cutLine === undefined
    ? undefined
    : { bytes: view.bytesLeftOut + view.bytesUnread, file: place.real }

const notesOf = (first: number, view: WindowView): ReadonlyArray<string> => [
  ...(view.whole?.lines === 0 ? ['[The file is empty.]'] : []),
  ...restNote(first, view),
  ...(view.crlf ? ['[Lines end in CR LF.]'] : []),
  ...(view.invalid ? ['[Bytes that are not UTF-8 are shown as U+FFFD.]'] : []),
]

const restNote = (first: number, view: WindowView): ReadonlyArray<string> => {
  const { cutLine, whole, lines } = view
  const total = whole === undefined ? '' : ` of ${whole.lines}`
  if (cutLine !== undefined && cutLine === first)
    return [
      `[Line ${first}${total} is too long to be shown whole: ${leftOut(view)}. Use Bash ` +
        `(sed -n ${first}p … | cut -c …) for its rest; go on with offset ${first + 1}.]`,
    ]
  const next = first + lines.length
  if (cutLine !== undefined)
    return [`[Cut before line ${next}${total}: ${leftOut(view)}. Go on with offset ${next}.]`]
  return whole !== undefined && next > whole.lines
    ? []
    : [`[Lines ${first} to ${next - 1}${total}. Go on with offset ${next}.]`]
}

const leftOut = (view: WindowView) => `${view.bytesLeftOut + view.bytesUnread} bytes are left out`
