import type { Lifecycle } from './lifecycle.js'
import type { Painter } from './painter.js'

/** What a lent terminal concerns. */
type Lender = {
  readonly lifecycle: Pick<Lifecycle, 'lend'>
  readonly painter: Pick<Painter, 'hold' | 'release'>
  /** Gives the terminal away and takes it again. */
  readonly leave: () => void
  readonly enter: () => void
}

export type Lending = {
  readonly isLent: () => boolean
  /** Runs what needs the terminal for itself; the screen is drawn whole afterwards. */
  readonly lend: <A>(work: () => Promise<A>) => Promise<A>
}

/** The lending of a terminal to another program. */
export const lendTerminal = ({ lifecycle, painter, leave, enter }: Lender): Lending => {
  let isLent = false
  return {
    isLent: () => isLent,
    lend: async (work) => {
      isLent = true
      painter.hold()
      leave()
      lifecycle.lend()
      const done = await work()
      isLent = false
      enter()
      painter.release()
      return done
    },
  }
}
