import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { createInputReader } from '../../../cli/tui/input-reader.js'
import { eventually } from '../../support/eventually.js'
import { tempHome } from '../../support/temp-home.js'

const ignored = () => undefined

/** Nothing of this process runs for longer than the silence that ends a paste. */
const fallAsleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)

test('what waits to be read when a busy machine wakes us late still belongs to the paste', async (t) => {
  const pastes: string[] = []
  const onPaste = (text: string) => void pastes.push(text)
  const reader = createInputReader({
    onBytes: ignored,
    onKey: ignored,
    onReadEnd: ignored,
    onPaste,
  })
  t.teardown(reader.stop)
  const [first, second] = ['a line\r'.repeat(200), 'and another\r'.repeat(3)]
  const path = join(await tempHome(t), 's')
  const server = createServer((typing) => {
    typing.setEncoding('latin1')
    typing.on('data', reader.read)
    typing.once('data', () => {
      client.write(second)
      fallAsleep()
    })
  }).listen(path)
  t.teardown(() => server.close())
  const client = connect(path, () => client.write(first))
  t.teardown(() => client.destroy())

  await eventually(() => pastes.join('').length >= first.length + second.length)

  t.deepEqual(pastes, [first + second])
})
