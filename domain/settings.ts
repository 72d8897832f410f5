import * as t from 'io-ts'

/**
 * What a request needs besides the conversation. Frozen in the log by `SessionStarted` (later
 * changed by `ConfigChanged`), so that a resumed session sends what it sent before.
 */
export const ModelSettings = t.intersection(
  [
    t.type({
      /** `anthropic/<model id>` or `offline`. */
      ref: t.string,
      max_tokens: t.number,
      system_messages: t.keyof({ native: null, user: null }),
    }),
    t.partial({
      wire: t.string,
      base_url: t.string,
      api_key_env: t.string,
      thinking: t.unknown,
      effort: t.string,
      context_window: t.number,
      price: t.type({
        input: t.number,
        output: t.number,
        cache_read: t.number,
        cache_write: t.number,
      }),
      first_byte_timeout_ms: t.number,
      idle_timeout_ms: t.number,
      retries: t.number,
    }),
  ],
  'ModelSettings',
)
export type ModelSettings = Readonly<t.TypeOf<typeof ModelSettings>>
