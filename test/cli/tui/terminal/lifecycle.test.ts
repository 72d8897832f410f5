import test from 'ava'
import { createLifecycle, type LastDeeds } from '../../../../cli/tui/terminal/lifecycle.js'

const modes = { setRaw: () => undefined, withTitle: false, withFocus: false, withMouse: false }

/** A lifecycle whose process does nothing but write down what it is told. */
const given = (deeds: LastDeeds) => {
  const listeners = new Map<string, (error?: unknown) => void>()
  const seen: Array<string | number> = []
  const lifecycle = createLifecycle(
    { ...modes, write: (text) => void seen.push(text) },
    {
      on: (event, listener) => listeners.set(event, listener),
      removeListener: () => undefined,
      exit: (code) => void seen.push(code),
      printError: (text) => void seen.push(text.split('\n')[0] ?? ''),
    },
    deeds,
  )
  lifecycle.enter()
  seen.length = 0
  return { seen, ends: (event: string, error?: unknown) => listeners.get(event)?.(error) }
}

const fails = (): never => {
  throw new Error('no room')
}

test('a signal gives the terminal back, keeps what was typed, and says the last words', (t) => {
  const kept: string[] = []
  const { seen, ends } = given({ keep: () => void kept.push('kept'), words: () => 'Come back.' })
  ends('SIGTERM')
  t.deepEqual(kept, ['kept'])
  t.regex(String(seen[0]), /1049l/)
  t.deepEqual(seen.slice(1), ['Come back.\n', 143])
})

test('what fails while the last is kept is told, and the words and the code stay', (t) => {
  const { seen, ends } = given({ keep: fails, words: () => 'Come back.' })
  ends('SIGHUP')
  t.deepEqual(seen.slice(1), ['Come back.\n', 'Error: no room', 129])
})

test('a fault on the way out from a fault keeps the code of a fault', (t) => {
  const { seen, ends } = given({ keep: () => undefined, words: fails })
  ends('uncaughtException', new Error('first'))
  t.deepEqual(seen.slice(1), ['Error: first', 'Error: no room', 1])
})

test('a SIGCONT without a stop keeps no title twice, so the one from before comes back', (t) => {
  const written: string[] = []
  const count = (sequence: string) => written.join('').split(sequence).length - 1
  const { enter, restore } = createLifecycle(
    { ...modes, withTitle: true, write: (text) => void written.push(text) },
    { on: () => undefined, removeListener: () => undefined, exit: fails, printError: fails },
    { keep: () => undefined, words: () => '' },
  )
  // given a screen that is taken, stopped and taken again, with signals to go on in between
  for (const act of [enter, enter, enter, restore, restore, enter, enter, restore]) act()
  // then the modes are set each time, and each title that was kept was put back
  t.is(count('\x1b[?1049h'), 5)
  t.is(count('\x1b[22;0t'), 2)
  t.is(count('\x1b[23;0t'), 2)
})
