/** One thing that a request asks for, as far as the rules understand it. */
export type Wish =
  | { readonly kind: 'read'; readonly file: string }
  | { readonly kind: 'list'; readonly folder?: string }
  | { readonly kind: 'find'; readonly pattern: string }
  | { readonly kind: 'search'; readonly pattern: string; readonly where?: string }
  | { readonly kind: 'write'; readonly file: string; readonly content: string }
  | { readonly kind: 'edit'; readonly file: string; readonly from: string; readonly to: string }
  | { readonly kind: 'run'; readonly command: string }

/** Talk that asks for nothing. */
export type Talk = 'greeting' | 'help' | 'thanks' | 'unknown'

/** What a text asks for: wishes, or talk when there are none. */
export type Understood = { readonly wishes: ReadonlyArray<Wish>; readonly talk: Talk }
