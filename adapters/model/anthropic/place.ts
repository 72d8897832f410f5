/** What a sentence about a failure must be able to name. */
export type Place = {
  readonly baseURL: string
  readonly model: string
  /** The environment variable that the key comes from. */
  readonly keyName: string
  readonly keyGiven: boolean
  /** Whether the request holds thinking of earlier replies. */
  readonly hasThinking: boolean
}
