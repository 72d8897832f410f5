import test from 'ava'
import { keyedQueue } from '../../../adapters/tools/keyed-queue.js'

const gate = () => {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

test('work of one key runs in the order of the calls, work of another beside it', async (t) => {
  const alone = keyedQueue()
  const { passed, open } = gate()
  const order: string[] = []
  const first = alone('a', () => passed.then(() => order.push('a1')))
  const second = alone('a', async () => order.push('a2'))
  await alone('b', async () => order.push('b1'))
  t.deepEqual(order, ['b1'])
  open()
  await Promise.all([first, second])
  t.deepEqual(order, ['b1', 'a1', 'a2'])
})

test('work that fails stops nobody behind it', async (t) => {
  const alone = keyedQueue()
  const first = alone('a', () => Promise.reject(new Error('first')))
  const second = alone('a', async () => 'second')
  await t.throwsAsync(first, { message: 'first' })
  t.is(await second, 'second')
})
