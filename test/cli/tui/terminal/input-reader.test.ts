import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import {
  createInputReader,
  type InputReader,
  type Unread,
} from '../../../../cli/tui/terminal/input-reader.js'
import { eventually } from '../../../support/eventually.js'
import { fcOptions } from '../../../support/rounds.js'
import { tempHome } from '../../../support/temp-home.js'

const bytes = (text: string) => Buffer.from(text).toString('latin1')

/** Readers one after the other: each is stopped by the key that `ends` tells. */
const readers = (ends: (bytes: string) => boolean) => {
  const given: string[][] = []
  let unread: Unread | undefined
  const open = (): InputReader => {
    const mine: string[] = []
    given.push(mine)
    const give = (text: string) => {
      mine.push(text)
      if (ends(text)) reader.stop()
    }
    const reader: InputReader = createInputReader({
      onBytes: give,
      onPaste: (text) => give(`{${text}}`),
      onKey: (name) => give(`<${name}>`),
      onReadEnd: () => undefined,
      onUnread: (left) => (unread = left),
    })
    const left = unread
    unread = undefined
    if (left !== undefined) reader.resume(left)
    return reader
  }
  return { given: () => given.map((all) => all.join('')), open }
}

test('what is read behind the key that ends a screen goes to the next screen', (t) => {
  const { given, open } = readers((text) => text === '\r')
  open().read('lab\rhello\r more')
  open()
  open()
  t.deepEqual(given(), ['lab\r', 'hello\r', ' more'])
})

test('a paste without brackets that waits for its end is given at once when there is no more', (t) => {
  const { given, open } = readers(() => false)
  const reader = open()
  reader.read('line\r'.repeat(40))
  t.deepEqual(given(), [''])
  reader.flush()
  t.deepEqual(given(), [`{${'line\r'.repeat(40)}}`])
  reader.flush()
  t.is(given().length, 1)
})

test('half a character and an open paste behind that key are whole in the next screen', (t) => {
  const { given, open } = readers((text) => text === '\r')
  const kanji = bytes('漢')
  open().read(`\r${kanji.slice(0, 2)}`)
  open().read(`${kanji.slice(2)}\r\x1b[200~pas`)
  const last = open()
  last.read('ted\x1b[201~')
  last.stop()
  t.deepEqual(given(), ['\r', `${kanji}\r`, '{pasted}'])
})

test('a reader that is stopped between two reads leaves what it holds', (t) => {
  const { given, open } = readers(() => false)
  const first = open()
  first.read(bytes('a漢').slice(0, 2))
  first.stop()
  const second = open()
  second.read(bytes('漢').slice(1))
  second.stop()
  t.deepEqual(given(), ['a', bytes('漢')])
})

test('however reads are cut, nothing is lost and nothing is doubled over many screens', (t) => {
  const text = fc.array(fc.constantFrom('a', '漢', '\r', '😀', 'bc'), { maxLength: 30 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (parts, size) => {
      const { given, open } = readers((one) => one === '\r')
      const all = bytes(parts.join(''))
      let reader = open()
      for (let at = 0; at < all.length; at += size) {
        reader.read(all.slice(at, at + size))
        // One screen per Enter; the last one stays.
        while (given().length <= given().filter((one) => one.endsWith('\r')).length) reader = open()
      }
      reader.stop()
      t.is(given().join(''), all)
    }),
    fcOptions(3),
  )
})

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
    onUnread: ignored,
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
