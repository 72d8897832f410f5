import test from 'ava'
import { previewLoader } from '../../../../cli/screen/pick/preview-loader.js'
import type { Preview } from '../../../../cli/tui/picker/picker-row.js'
import { eventually } from '../../../support/eventually.js'

const preview: Preview = { facts: [], blocks: [] }

const given = () => {
  const asked: string[] = []
  const shown: string[] = []
  const answers = new Map<string, (preview: Preview | undefined) => void>()
  const loader = previewLoader(
    (id) =>
      new Promise((resolve, reject) => {
        asked.push(id)
        answers.set(id, (of) => (of === undefined ? reject(new Error('no')) : resolve(of)))
      }),
  )
  const select = (id: string | undefined) => loader.select(id, (one) => shown.push(one))
  return { asked, shown, answers, loader, select }
}

test('rows that are passed by are not read, the one that stays selected is', async (t) => {
  const { asked, shown, answers, select } = given()
  for (const id of ['a', 'b', 'c', 'c']) select(id)
  await eventually(
    () => asked.length > 0,
    () => 'it is read',
  )
  answers.get('c')?.(preview)
  await eventually(
    () => shown.length > 0,
    () => 'it is shown',
  )
  t.deepEqual([asked, shown], [['c'], ['c']])
})

test('what comes too late is not shown, and one is read at a time', async (t) => {
  const { asked, shown, answers, select } = given()
  select('a')
  await eventually(
    () => asked.length === 1,
    () => 'the first is read',
  )
  select('b')
  answers.get('a')?.(preview)
  await eventually(
    () => asked.length === 2,
    () => 'the second is read',
  )
  answers.get('b')?.(preview)
  await eventually(
    () => shown.length === 1,
    () => 'it is shown',
  )
  t.deepEqual([asked, shown], [['a', 'b'], ['b']])
})

test('one that cannot be read is none, and others are still read', async (t) => {
  const { asked, shown, answers, select } = given()
  select('a')
  await eventually(
    () => asked.length === 1,
    () => 'the first is read',
  )
  answers.get('a')?.(undefined)
  select('b')
  await eventually(
    () => asked.length === 2,
    () => 'the second is read',
  )
  answers.get('b')?.(preview)
  await eventually(
    () => shown.length === 1,
    () => 'it is shown',
  )
  t.deepEqual(shown, ['b'])
})

test('behind the end of the dialog nothing is shown any more', async (t) => {
  const { asked, shown, answers, loader, select } = given()
  select('a')
  await eventually(
    () => asked.length === 1,
    () => 'it is read',
  )
  loader.close()
  answers.get('a')?.(preview)
  await new Promise(setImmediate)
  t.deepEqual(shown, [])
})
