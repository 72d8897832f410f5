/** Every code that `error` and `run_end` may carry. */
export const errorCodes = [
  'already_running',
  'not_running',
  'not_paused',
  'invalid_request',
  'unknown_input',
  'queue_full',
  'frame_too_large',
  'too_many_clients',
  'unknown_session',
  'session_in_use',
  'scope_conflict',
  'read_only',
  'storage_failed',
  'provider_error',
  'tool_error',
  'shutting_down',
  'internal',
] as const
export type ErrorCode = (typeof errorCodes)[number]
