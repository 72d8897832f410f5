import test from 'ava'
import type { Message } from '../../../../cli/tui/message.js'
import {
  createInputReader,
  type InputReader,
  type Unread,
} from '../../../../cli/tui/terminal/input-reader.js'
import { typingTo } from '../../../../cli/tui/terminal/typing-to.js'

type Shown = Extract<Message, { readonly type: 'Key' | 'Text' | 'Paste' }>

const words = (message: Shown): string => (message.type === 'Key' ? message.name : message.text)

/** Screens one after the other: each ends with the message that `ends` tells. */
const screens = (isCharacterwise: boolean, ends: (words: string) => boolean) => {
  const heard: string[][] = []
  let unread: Unread | undefined
  const open = (): InputReader => {
    const mine: string[] = []
    let isOver = false
    heard.push(mine)
    const onMessage = (message: Message) => {
      if (isOver) return
      mine.push(words(message as Shown))
      isOver = ends(words(message as Shown))
      if (isOver) reader.stop()
    }
    const typing = typingTo(
      { onMessage, isCharacterwise },
      { newId: () => 'id', monotonicMs: () => 1 },
    )
    const reader: InputReader = createInputReader({
      onBytes: (bytes) => (bytes === '\r' ? typing.key('Enter') : typing.text(bytes)),
      onPaste: typing.paste,
      onKey: typing.key,
      onReadEnd: typing.flush,
      onUnread: (left) => (unread = left),
    })
    const left = unread
    unread = undefined
    if (left !== undefined) reader.resume(left)
    return reader
  }
  return { heard, open }
}

test('a character that ends a screen ends it in whatever read it comes, and the rest is the next one’s', (t) => {
  const { heard, open } = screens(true, (one) => one === 'r')
  open().read('xrab\r')
  open()
  t.deepEqual(heard, [
    ['x', 'r'],
    ['a', 'b', 'Enter'],
  ])
})

test('the key behind a text that ends a screen is not lost with it', (t) => {
  for (const key of ['\r', '\x1f', '\x1b[200~p\x1b[201~']) {
    const { heard, open } = screens(false, (one) => one === 'ab')
    open().read(`ab${key}c`)
    open()
    t.deepEqual(heard[0], ['ab'])
    t.is(heard[1]?.length, 2, JSON.stringify(key))
  }
})

test('the characters of one read are one text in an editor', (t) => {
  const { heard, open } = screens(false, () => false)
  open().read('abc\rde')
  t.deepEqual(heard, [['abc', 'Enter', 'de']])
})
