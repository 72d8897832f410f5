import { render } from '../../cli/tui/terminal/render.js'
import { themeOf } from '../../cli/tui/theme/theme.js'
import { view } from '../../cli/tui/view.js'
import { turnNo } from './record-list.js'
import { attached, play, running } from './tui-given.js'

/** What a terminal is sent, and what of it a person reads. */
export type StreamedBytes = { readonly sent: number; readonly visible: number }

const theme = themeOf('dark', '16')
// A model that streams fast gives some tokens to each of the 60 frames of a second.
const tokensPerFrame = 4

/** Lets so many tokens of a reply stream over a screen, and counts. */
export const streamedBytes = (tokens: number): StreamedBytes => {
  let state = attached({ status: running })
  let before = view(state)
  let sent = 0
  let visible = 0
  for (let n = 0; n < tokens; n += 1) {
    const text = `token${n % 7} `
    const data = { turn: turnNo(1), round: 1, block: 0, text }
    state = play(state, { event: 'text_delta', data }).state
    visible += text.length
    if ((n + 1) % tokensPerFrame !== 0) continue
    const after = view(state)
    sent += Buffer.byteLength(render(before, after, theme))
    before = after
  }
  return { sent, visible }
}
