import { EventEmitter } from 'node:events'
import test from 'ava'
import { watchTerminal } from '../../../../cli/tui/terminal/watch-terminal.js'

/** A terminal of two streams, and what one screen after the other hears of it. */
const watched = () => {
  const stdin = new EventEmitter()
  const stdout = Object.assign(new EventEmitter(), { columns: 20, rows: 5 })
  const heard: string[] = []
  const watch = (name: string) =>
    watchTerminal({ stdin, stdout } as never, {
      enter: () => undefined,
      resized: () => undefined,
      events: {
        onMessage: ({ type }) => heard.push(`${name} ${type}`),
        onHangUp: () => heard.push(`${name} is gone`),
        lastWords: () => '',
      },
    })
  return { stdin, stdout, heard, watch }
}

test('after many screens a terminal has no more listeners than after one', (t) => {
  const { stdin, stdout, watch } = watched()
  const count = () =>
    [stdin, stdout].flatMap((stream) =>
      stream.eventNames().map((name) => `${String(name)} ${stream.listenerCount(name)}`),
    )
  watch('first')()
  const afterOne = count()
  for (let n = 0; n < 20; n += 1) watch('one more')()
  t.deepEqual(count(), afterOne)
})

test('a terminal that is gone is told to the screen that is there, and ends nothing besides', (t) => {
  for (const how of ['stdin end', 'stdin close', 'stdin error', 'stdout error']) {
    const { stdin, stdout, heard, watch } = watched()
    const [stream, event = ''] = how.split(' ')
    const gone = () => (stream === 'stdin' ? stdin : stdout).emit(event, new Error('EIO'))
    watch('first')()
    t.notThrows(gone, `${how} between two screens`)
    const end = watch('second')
    stdout.emit('resize')
    gone()
    end()
    t.notThrows(gone, `${how} behind the last screen`)
    t.deepEqual(heard, ['second Resize', 'second is gone'])
  }
})
