import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type { EventLog } from '../../domain/ports.js'

/** A log under test, how to read what it kept, and how to let its storage fail and work again. */
export type EventLogSubject = {
  readonly log: EventLog
  readonly lines: () => Promise<ReadonlyArray<string>>
  readonly breakDown: () => void
  readonly mend: () => void
}

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
    t.deepEqual(await log.append(['{"a":"é"}', '{"b":1}'])(), E.right(undefined))
    t.deepEqual(await log.append(['{"c":1}'])(), E.right(undefined))
    t.deepEqual(await lines(), ['{"a":"é"}', '{"b":1}', '{"c":1}'])
    t.is(log.size(), Buffer.byteLength('{"a":"é"}\n{"b":1}\n{"c":1}\n'))
  })

  promise('an empty batch changes nothing', async (t, { log, lines }) => {
    t.deepEqual(await log.append([])(), E.right(undefined))
    t.deepEqual(await lines(), [])
    t.is(log.size(), 0)
  })

  promise('a failed batch leaves nothing and poisons the writer', async (t, subject) => {
    const { log, lines } = subject
    await log.append(['{"a":1}'])()
    subject.breakDown()
    t.true(E.isLeft(await log.append(['{"b":1}', '{"c":1}'])()))
    subject.mend()
    t.is(codeOf(await log.append(['{"d":1}'])()), 'poisoned')
    t.deepEqual(await lines(), ['{"a":1}'])
    t.is(log.size(), 8)
  })

  promise('reopen cures when the storage works again, and not before', async (t, subject) => {
    const { log, lines } = subject
    await log.append(['{"a":1}'])()
    subject.breakDown()
    await log.append(['{"b":1}'])()
    t.true(E.isLeft(await log.reopen()()))
    t.is(codeOf(await log.append(['{"c":1}'])()), 'poisoned')
    subject.mend()
    t.deepEqual(await log.reopen()(), E.right(undefined))
    t.deepEqual(await log.append(['{"d":1}'])(), E.right(undefined))
    t.deepEqual(await lines(), ['{"a":1}', '{"d":1}'])
    t.is(log.size(), 16)
  })

  promise('a first batch that fails leaves no log and can be followed', async (t, subject) => {
    const { log, lines } = subject
    subject.breakDown()
    t.true(E.isLeft(await log.append(['{"a":1}'])()))
    t.deepEqual(await lines(), [])
    subject.mend()
    t.deepEqual(await log.reopen()(), E.right(undefined))
    t.deepEqual(await log.append(['{"b":1}'])(), E.right(undefined))
    t.deepEqual(await lines(), ['{"b":1}'])
  })

  promise('reopening a good log changes nothing', async (t, { log, lines }) => {
    t.deepEqual(await log.reopen()(), E.right(undefined))
    await log.append(['{"a":1}'])()
    t.deepEqual(await log.reopen()(), E.right(undefined))
    await log.append(['{"b":1}'])()
    t.deepEqual(await lines(), ['{"a":1}', '{"b":1}'])
  })

  promise('a closed log takes nothing and can be closed again', async (t, { log, lines }) => {
    await log.append(['{"a":1}'])()
    await log.close()
    await log.close()
    t.true(E.isLeft(await log.append(['{"b":1}'])()))
    t.true(E.isLeft(await log.reopen()()))
    t.deepEqual(await lines(), ['{"a":1}'])
  })
}

const codeOf = (result: E.Either<{ readonly code: string }, void>): string | undefined =>
  E.isLeft(result) ? result.left.code : undefined
