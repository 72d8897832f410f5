import { safeLine } from '../../adapters/node/safe-line.js'
import type { CallId } from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import { oneLine } from '../../projections/one-line.js'
import { addReply } from '../../projections/transcript/add-reply.js'
import type { ToolBlock } from '../../projections/transcript/block.js'
import { completeCall, startCall } from '../../projections/transcript/call.js'
import { type Core, emptyCore } from '../../projections/transcript/core.js'
import { itemAt } from '../../projections/transcript/sequence.js'
import { stateWords } from '../tui/tools/tool-head.js'
import { callAsked } from '../tui/tools/tool-lines.js'

/** Tells the calls of a turn, a line each as it starts and as it is over. */
export type CallTeller = {
  /** Takes note of what happened before, so that a call that was cut off is named at its end. */
  readonly before: (records: ReadonlyArray<LogRecord>) => void
  /**
   * The line that this record makes, safe to print; nothing for what is no news of a call. Paths
   * below the folder are told without it.
   */
  readonly line: (record: LogRecord, cwd: string | undefined) => string | undefined
}

/** A teller before the first call. */
export const callTeller = (): CallTeller => {
  const telling: Telling = { core: emptyCore, told: undefined }
  return {
    before: (records) => {
      for (const record of records) lineOf(record, telling, undefined)
      telling.told = undefined
    },
    line: (record, cwd) => lineOf(record, telling, cwd),
  }
}

const lineOf = (
  record: LogRecord,
  telling: Telling,
  cwd: string | undefined,
): string | undefined => {
  switch (record.type) {
    case 'AssistantReplied':
      telling.core = addReply(record, emptyCore)
      return undefined
    case 'ToolCallStarted':
      telling.core = startCall(record, telling.core)
      return startLine(record.data.call, telling, cwd)
    case 'ToolCallCompleted': {
      const at = telling.core.openCalls.get(record.data.call)
      telling.core = completeCall(record, record.seq, telling.core)
      return endLine(at, telling, cwd)
    }
    default:
      return undefined
  }
}

type Telling = {
  /** The calls of the newest reply. */
  core: Core
  /** The call that the last line was of. */
  told: CallId | undefined
}

const startLine = (call: CallId, telling: Telling, cwd: string | undefined): string | undefined => {
  const block = blockAt(telling.core.openCalls.get(call), telling.core)
  telling.told = call
  return block === undefined ? undefined : `→ ${callWords(block, cwd)}`
}

// Calls that run beside each other are named again: their ends come in any order.
const endLine = (
  at: number | undefined,
  telling: Telling,
  cwd: string | undefined,
): string | undefined => {
  const { core, told } = telling
  const block = blockAt(at ?? core.blocks.length - 1, core)
  telling.told = undefined
  if (block === undefined) return undefined
  const whose = block.call === told ? '' : `${callWords(block, cwd)}: `
  return `  ${whose}${safeLine(oneLine(stands(block), lineCharsMax))}`
}

const blockAt = (at: number | undefined, { blocks }: Core): ToolBlock | undefined => {
  const block = at === undefined ? undefined : itemAt(at, blocks)
  return block?.kind === 'tool' ? block : undefined
}

const lineCharsMax = 300

const callWords = (block: ToolBlock, cwd: string | undefined): string =>
  safeLine(`${block.name} ${oneLine(callAsked(block, cwd), lineCharsMax)}`.trimEnd())

const stands = (block: ToolBlock): string => {
  const words = stateWords(block, {})
  const reason = reasonOf(block)
  if (reason === '') return words
  return words === block.state ? `${words}: ${reason}` : `${words} · ${reason}`
}

// What a command printed last is why it failed; every other tool says it in its first line.
const reasonOf = ({ name, state, summary, output }: ToolBlock): string => {
  if (state !== 'failed' && state !== 'denied') return ''
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason = name === 'Bash' ? lines.findLast((line) => !isRemark(line)) : lines[0]
  return reason === undefined || reason === summary ? '' : reason
}

// What the tool itself says stands in brackets behind what the command printed.
const isRemark = (line: string): boolean => /^\[.*\]$/.test(line)
