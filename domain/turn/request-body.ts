import type { Seq } from '../ids.js'
import type { ModelSettings } from '../settings.js'
import type { ToolSpec } from '../tool/spec.js'

export type CacheMark = { readonly cache_control: { readonly type: 'ephemeral' } }

/** A content block of a request, as the Messages API takes it. */
export type RequestBlock = (
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: unknown
    }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly content: string
      readonly is_error?: boolean
    }
) &
  Partial<CacheMark>

export type RequestMessage = {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: ReadonlyArray<RequestBlock>
}

/**
 * The body of one request. Its JSON text, in the key order that the builder gives, is what leaves
 * and what `RoundStarted.request` is the SHA-256 of. `stream` is always true.
 */
export type RequestBody = {
  readonly model: string
  readonly max_tokens: number
  readonly system?: ReadonlyArray<
    { readonly type: 'text'; readonly text: string } & Partial<CacheMark>
  >
  readonly tools?: ReadonlyArray<ToolSpec & Partial<CacheMark>>
  readonly messages: ReadonlyArray<RequestMessage>
  readonly thinking?: unknown
  readonly output_config?: { readonly effort: string }
  readonly stream: true
}

/** What the builder needs besides the conversation; all of it is in the log. */
export type RequestSettings = {
  readonly system: string
  readonly model: ModelSettings
  readonly tools: ReadonlyArray<ToolSpec>
  /** Thinking of records before this one is left out: the provider has refused it. */
  readonly thinkingFrom?: Seq
}
