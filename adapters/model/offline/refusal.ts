/** An answer of the Messages API that is an error: HTTP status, error type and message. */
export type Refusal = {
  readonly status: number
  readonly type: string
  readonly message: string
}

/** One rule: what it refuses, or nothing. */
export type Rule<A> = (value: A) => Refusal | undefined

/** The refusal that a request of a wrong form gets. */
export const badRequest = (message: string): Refusal => ({
  status: 400,
  type: 'invalid_request_error',
  message,
})

/** The refusal of the first rule that has one. */
export const firstRefusal = <A>(rules: ReadonlyArray<Rule<A>>, value: A): Refusal | undefined => {
  for (const rule of rules) {
    const refusal = rule(value)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** The bad-request refusal with the first message that is not undefined. */
export const firstBad = (messages: Iterable<string | undefined>): Refusal | undefined => {
  for (const message of messages) if (message !== undefined) return badRequest(message)
  return undefined
}
