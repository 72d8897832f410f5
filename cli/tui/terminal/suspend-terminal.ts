/** Whether the terminal is taken; `over`: the screen is closed, and takes it never again. */
export type Place = { at: 'in' | 'out' | 'over' }

/**
 * Gives the terminal back and stops all processes of the job; takes it again after `fg`, unless
 * SIGCONT has done that already or the person has left by then.
 */
export const suspendTerminal = (place: Place, leave: () => void, enter: () => void): void => {
  leave()
  place.at = 'out'
  process.kill(0, 'SIGTSTP')
  // The timer fires also where the signal stops nobody, and keeps the process alive.
  setTimeout(() => (place.at === 'out' ? enter() : undefined), 50)
}
