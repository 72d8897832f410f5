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
  const isAsked = (count: number) =>
    eventually(
      () => asked.length === count,
      () => `asked for: ${asked}`,
    )
  const isShown = (count: number) =>
    eventually(
      () => shown.length === count,
      () => `shown: ${shown}`,
    )
  return { asked, shown, answers, loader, select, isAsked, isShown }
}

test('rows that are passed by are not read, the one that stays selected is', async (t) => {
  const { asked, shown, answers, select, isAsked, isShown } = given()
  for (const id of ['a', 'b', 'c', 'c']) select(id)
  await isAsked(1)
  answers.get('c')?.(preview)
  await isShown(1)
  t.deepEqual([asked, shown], [['c'], ['c']])
})

test('what comes too late is not shown, and one is read at a time', async (t) => {
  const { asked, shown, answers, select, isAsked, isShown } = given()
  select('a')
  await isAsked(1)
  select('b')
  answers.get('a')?.(preview)
  await isAsked(2)
  answers.get('b')?.(preview)
  await isShown(1)
  t.deepEqual([asked, shown], [['a', 'b'], ['b']])
})

test('one that cannot be read is none, and others are still read', async (t) => {
  const { shown, answers, select, isAsked, isShown } = given()
  select('a')
  await isAsked(1)
  answers.get('a')?.(undefined)
  select('b')
  await isAsked(2)
  answers.get('b')?.(preview)
  await isShown(1)
  t.deepEqual(shown, ['b'])
})

test('behind the end of the dialog nothing is shown any more', async (t) => {
  const { shown, answers, loader, select, isAsked } = given()
  select('a')
  await isAsked(1)
  loader.close()
  answers.get('a')?.(preview)
  await new Promise(setImmediate)
  t.deepEqual(shown, [])
})
