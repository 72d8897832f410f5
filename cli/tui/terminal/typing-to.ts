import type { ScreenEvents, Terminal } from './screen.js'

/**
 * Turns what is typed into messages; characters between two keys, or of one read, are one text
 * unless the screen takes them one by one.
 */
export const typingTo = (
  { onMessage, isCharacterwise = false }: Pick<ScreenEvents, 'onMessage' | 'isCharacterwise'>,
  { newId, monotonicMs }: Pick<Terminal, 'newId' | 'monotonicMs'>,
) => {
  let typed = ''
  const flush = () => {
    const text = typed
    typed = ''
    if (text !== '') onMessage({ type: 'Text', text, atMs: monotonicMs(), id: newId() })
  }
  return {
    flush,
    text: (character: string) => {
      typed += character
      if (isCharacterwise) flush()
    },
    key: (name: string) => {
      flush()
      onMessage({ type: 'Key', name, atMs: monotonicMs(), id: newId() })
    },
    paste: (text: string) => {
      flush()
      onMessage({ type: 'Paste', text, atMs: monotonicMs() })
    },
  }
}
