/**
 * What brought a stop, a rest or an ending about, to be put behind a sentence; nothing for what a
 * person asked for, or the model's own doing.
 */
export const causeWords = (by: string | undefined): string => {
  const cause = by === undefined ? '' : (causes.get(by) ?? by)
  return cause === '' ? '' : `: ${cause}`
}

const causes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    host: '',
    user: '',
    model: '',
    hook: 'a hook asked for it',
    run: 'the next message came',
    signal: 'the Pod was told to end',
    starter: 'the program that had started the Pod was gone',
    crash: 'the Pod had ended in the middle of it',
    storage: 'the log could not be written',
  }),
)
