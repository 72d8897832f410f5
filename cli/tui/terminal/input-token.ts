/**
 * What the filter makes of the terminal's bytes. All texts are byte strings (one character a byte);
 * `bytes` go on to terminal-kit, each by itself, so that a sequence it does not know harms nothing.
 */
export type InputToken =
  | { readonly type: 'bytes'; readonly bytes: string }
  | { readonly type: 'paste'; readonly bytes: string }
  | { readonly type: 'key'; readonly name: string }

/** A token found in the bytes with its length there; no token for what means nothing. */
export type Found =
  | { readonly length: number; readonly token: InputToken | undefined }
  | 'incomplete'
