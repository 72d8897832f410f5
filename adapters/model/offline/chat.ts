import { continueText, startText } from '../../../domain/turn/request/lay-out.js'
import { type Block, type ChatMessage, messagesOf, type RequestShape } from './request-shape.js'

/** A call that has its result. */
export type Done = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly ok: boolean
  readonly output: string
}

/** A file that a Submit named, read by the Pod. */
export type Attached = { readonly file: string; readonly content: string }

/** What the offline model sees in a request. */
export type Chat = {
  /** No reply has been given yet. */
  readonly first: boolean
  /** The user's last text, when it is still to be answered. */
  readonly asked?: string
  /** Files whose content came with it. */
  readonly attached: ReadonlyArray<Attached>
  /** Calls made for what was asked, in order. */
  readonly done: ReadonlyArray<Done>
  /** What yoi said since the user's last text: notes and notices. */
  readonly notes: ReadonlyArray<string>
}

/** Reads a request as a chat: everything that the rules decide on, from the request alone. */
export const readChat = (request: RequestShape): Chat => {
  const spots = messagesOf(request).flatMap(spotsOf)
  const closed = spots.findLastIndex(({ role, ends }) => role === 'assistant' && ends)
  const open = spots.slice(closed + 1)
  const asked = open.findLastIndex(isAsked)
  const since = open.slice(asked + 1)
  return {
    first: !spots.some(({ role }) => role === 'assistant'),
    ...askedText(open[asked]),
    attached: since.flatMap(attachedIn),
    done: doneIn(asked < 0 ? open : since),
    notes: since.flatMap(noteText),
  }
}

/** A block with its speaker. `ends`: its message holds no call, so it closes what was asked. */
type Spot = { readonly role: ChatMessage['role']; readonly block: Block; readonly ends: boolean }

const spotsOf = ({ role, content }: ChatMessage): ReadonlyArray<Spot> => {
  const ends = !content.some(({ type }) => type === 'tool_use')
  return content.map((block) => ({ role, block, ends }))
}

const isAsked = ({ role, block }: Spot): boolean =>
  role === 'user' &&
  block.type === 'text' &&
  frame.exec(block.text) === null &&
  attachment.exec(block.text) === null &&
  block.text !== startText &&
  block.text !== continueText

const askedText = (spot: Spot | undefined): Pick<Chat, 'asked'> =>
  spot?.block.type === 'text' ? { asked: spot.block.text } : {}

const doneIn = (spots: ReadonlyArray<Spot>): ReadonlyArray<Done> =>
  spots.flatMap(({ block }) => {
    if (block.type !== 'tool_use') return []
    const answer = spots.find((it) => isAnswerTo(block.id, it.block))?.block
    if (answer?.type !== 'tool_result') return []
    const { name, input } = block
    return [{ name, input, ok: answer.is_error !== true, output: outputOf(answer) }]
  })

const isAnswerTo = (id: string, block: Block): boolean =>
  block.type === 'tool_result' && block.tool_use_id === id

type Answer = Extract<Block, { readonly type: 'tool_result' }>

const outputOf = ({ content = '' }: Answer): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')

const attachment = /^Content of ([^\n]+?)(?: \(the beginning\))?:\n([^]*)$/

const attachedIn = ({ role, block }: Spot): ReadonlyArray<Attached> => {
  const match = role === 'user' && block.type === 'text' ? attachment.exec(block.text) : null
  const [, file, content] = match ?? []
  return file === undefined || content === undefined ? [] : [{ file, content }]
}

const frame = /^<system_note>\n([^]*)\n<\/system_note>$/

const noteText = ({ role, block }: Spot): ReadonlyArray<string> => {
  if (block.type !== 'text' || role === 'assistant') return []
  if (role === 'system') return [block.text]
  return [...(frame.exec(block.text)?.slice(1) ?? [])]
}
