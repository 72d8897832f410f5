import { limits } from '../../domain/limits.js'

type Show = (stream: 'stdout' | 'stderr', text: string) => void

/**
 * Passes live output on, but no more than limits.liveOutputBytesPerSecond within one second, so
 * that a flood does not keep a screen from anything else. What is left out is marked once; the
 * result has it all.
 */
export const liveOutput = (show: Show): Show => {
  let second = -1
  let room = 0
  return (stream, text) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) room = limits.liveOutputBytesPerSecond
    second = now
    if (room <= 0 || text === '') return
    room -= Buffer.byteLength(text)
    show(stream, room > 0 ? text : `${text}\n[… too fast to be shown live …]\n`)
  }
}
