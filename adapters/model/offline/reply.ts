/** A call of a tool in a reply; without an id the stream gives it one. */
export type OfflineCall = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly id?: string
}

/** What the offline model says in one reply, in the order thinking, text, calls. */
export type OfflineReply = {
  readonly thinking?: string
  readonly text?: string
  readonly calls?: ReadonlyArray<OfflineCall>
  readonly stop_reason?: string
}
