import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type { EventLog } from '../../domain/ports.js'
import { bytesOf, linesOf, note, sealAll } from '../support/sample-log.js'

/** A log under test, how to read what it kept, and how to let its storage fail and work again. */
export type EventLogSubject = {
  readonly log: EventLog
  readonly lines: () => Promise<ReadonlyArray<string>>
  readonly breakDown: () => void
  readonly mend: () => void
}

const [a, b, c, d] = linesOf(sealAll([[note('é')], [note('b')], [note('c')], [note('d')]])) as [
  string,
  string,
  string,
  string,
]

/** What every `EventLog` must do: registers one test for each promise of the port. */
export const eventLogContract = (
  name: string,
  make: (t: ExecutionContext) => Promise<EventLogSubject>,
): void => {
  const promise = (
    title: string,
    body: (t: ExecutionContext, subject: EventLogSubject) => Promise<void>,
  ) =>
    test(`${name}: ${title}`, async (t) => {
      const subject = await make(t)
      t.teardown(() => subject.log.close())
      await body(t, subject)
    })

  promise('batches are kept in order and size counts their bytes', async (t, { log, lines }) => {
    t.deepEqual(await log.append([a, b])(), E.right(undefined))
    t.deepEqual(await log.append([c])(), E.right(undefined))
    t.deepEqual(await lines(), [a, b, c])
    t.is(log.size(), bytesOf([a, b, c]).length)
  })

  promise('an empty batch changes nothing', async (t, { log, lines }) => {
    t.deepEqual(await log.append([])(), E.right(undefined))
    t.deepEqual(await lines(), [])
    t.is(log.size(), 0)
  })

  promise('a page is the newest lines that fit in it, and one always does', async (t, subject) => {
    const { log } = subject
    await log.append([a, b])()
    await log.append([c, d])()
    const seqs = async (before: number, limit: number, bytesMax: number) => {
      const page = await log.page({ before, limit, bytesMax })()
      return E.isLeft(page) ? [] : [page.right.from, page.right.records.map(({ seq }) => seq)]
    }
    t.deepEqual(await seqs(4, 9, 10_000), [0, [0, 1, 2, 3]])
    t.deepEqual(await seqs(3, 2, 10_000), [1, [1, 2]])
    t.deepEqual(await seqs(0, 9, 10_000), [0, []])
    t.deepEqual(await seqs(4, 9, bytesOf([c, d]).length), [2, [2, 3]])
    t.deepEqual(await seqs(4, 9, bytesOf([c, d]).length - 1), [3, [3]])
    t.deepEqual(await seqs(2, 9, 1), [1, [1]])
  })

  promise('what was kept can be read back while the log cannot be written', async (t, subject) => {
    const { log } = subject
    await log.append([a])()
    subject.breakDown()
    await log.append([b])()
    const page = await log.page({ before: 9, limit: 9, bytesMax: 10_000 })()
    t.deepEqual(E.isRight(page) && page.right, { from: 0, records: [JSON.parse(a)] })
  })

  promise('a failed batch leaves nothing and poisons the writer', async (t, subject) => {
    const { log, lines } = subject
    await log.append([a])()
    subject.breakDown()
    t.true(E.isLeft(await log.append([b, c])()))
    subject.mend()
    t.is(codeOf(await log.append([d])()), 'poisoned')
    t.deepEqual(await lines(), [a])
    t.is(log.size(), bytesOf([a]).length)
  })

  promise('reopen cures when the storage works again, and not before', async (t, subject) => {
    const { log, lines } = subject
    await log.append([a])()
    subject.breakDown()
    await log.append([b])()
    t.true(E.isLeft(await log.reopen()()))
    t.is(codeOf(await log.append([c])()), 'poisoned')
    subject.mend()
    t.deepEqual(await log.reopen()(), E.right(undefined))
    t.deepEqual(await log.append([d])(), E.right(undefined))
    t.deepEqual(await lines(), [a, d])
    t.is(log.size(), bytesOf([a, d]).length)
  })

  promise('a first batch that fails leaves no log and can be followed', async (t, subject) => {
    const { log, lines } = subject
    subject.breakDown()
    t.true(E.isLeft(await log.append([a])()))
    t.deepEqual(await lines(), [])
    subject.mend()
    t.deepEqual(await log.reopen()(), E.right(undefined))
    t.deepEqual(await log.append([b])(), E.right(undefined))
    t.deepEqual(await lines(), [b])
  })

  promise('reopening a good log changes nothing', async (t, { log, lines }) => {
    t.deepEqual(await log.reopen()(), E.right(undefined))
    await log.append([a])()
    t.deepEqual(await log.reopen()(), E.right(undefined))
    await log.append([b])()
    t.deepEqual(await lines(), [a, b])
  })

  promise('a closed log takes nothing and can be closed again', async (t, { log, lines }) => {
    await log.append([a])()
    await log.close()
    await log.close()
    t.true(E.isLeft(await log.append([b])()))
    t.true(E.isLeft(await log.reopen()()))
    t.deepEqual(await lines(), [a])
  })
}

const codeOf = (result: E.Either<{ readonly code: string }, void>): string | undefined =>
  E.isLeft(result) ? result.left.code : undefined
