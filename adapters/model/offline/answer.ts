import { type Chat, readChat } from './chat.js'
import { nextCalls } from './next-calls.js'
import { english, japanese, type Phrases } from './phrases.js'
import type { OfflineCall, OfflineReply } from './reply.js'
import { attachedReport, report } from './report.js'
import type { RequestShape } from './request-shape.js'
import { isJapanese, understand } from './understand.js'
import type { Understood } from './wish.js'

/**
 * The reply of the offline model by its rules (docs/offline-model.md). Pure: it depends on the
 * request alone, so the same request gets the same reply after any restart.
 */
export const answer = (request: RequestShape): OfflineReply => {
  const chat = readChat(request)
  const understood = understand(chat.asked ?? '')
  const words = isJapanese(chat.asked ?? chat.notes.join(' ')) ? japanese : english
  const tools = (request.tools ?? []).map(({ name }) => name)
  const calls = nextCalls(understood.wishes, chat.done)
  const usable = calls.filter(({ name }) => tools.includes(name))
  const missing = calls.filter(({ name }) => !tools.includes(name))
  const plan: Plan = { chat, understood, usable, missing, words }
  const text = textOf(plan)
  const reply = usable.length === 0 ? { text } : { text, calls: usable }
  return thinks(request) ? { thinking: thoughtOf(plan), ...reply } : reply
}

type Plan = {
  readonly chat: Chat
  readonly understood: Understood
  readonly usable: ReadonlyArray<OfflineCall>
  readonly missing: ReadonlyArray<OfflineCall>
  readonly words: Phrases
}

const thinks = ({ thinking }: RequestShape): boolean =>
  thinking?.type === 'enabled' || thinking?.type === 'adaptive'

const thoughtOf = ({ usable, words }: Plan): string =>
  words.thinking(usable.length === 0 ? words.inWords : usable.map(actOf(words)).join(', '))

const textOf = (plan: Plan): string => {
  const { chat, missing, words } = plan
  const parts = [
    ...(chat.first ? [words.intro] : []),
    ...(chat.notes.length > 0 ? [words.notes(chat.notes)] : []),
    ...(plan.usable.length > 0 ? [words.doing(plan.usable.map(actOf(words)))] : toldOf(plan)),
    ...missing.map(({ name }) => words.noTool(name)),
  ]
  return parts.length > 0 ? parts.join('\n\n') : words.nothing
}

const toldOf = ({ chat, understood, missing, words }: Plan): ReadonlyArray<string> => {
  if (chat.done.length > 0) return [report(chat.done, understood.wishes, words)]
  if (chat.asked === undefined || missing.length > 0) return []
  return chat.attached.length > 0 && understood.talk === 'unknown'
    ? [attachedReport(chat.attached, words)]
    : [words[understood.talk]]
}

const actOf =
  (words: Phrases) =>
  ({ name, input }: OfflineCall): string =>
    words.act(
      name,
      String(
        told(name)
          .map((key) => input[key])
          .find((it) => it !== undefined),
      ),
    )

// What is sought tells more than where.
const told = (name: string): ReadonlyArray<string> =>
  name === 'Grep' ? ['pattern'] : ['command', 'path', 'pattern']
