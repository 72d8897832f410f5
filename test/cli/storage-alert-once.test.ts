import test from 'ava'
import { storageAlertOnce } from '../../cli/storage-alert-once.js'
import type { Notification } from '../../domain/protocol/notification.js'

const broken: Notification = {
  event: 'alert',
  data: { level: 'error', code: 'storage_failed', message: 'It takes nothing.' },
}
const ack: Notification = { event: 'ack', data: { id: 'run' } }
const shutdown: Notification = { event: 'shutdown', data: { by: 'storage' } }
const refusal = (code: 'storage_failed' | 'already_running'): Notification => ({
  event: 'error',
  data: { code, message: 'No.', id: 'run' },
})

const rows: ReadonlyArray<
  readonly [title: string, said: ReadonlyArray<Notification>, heard: ReadonlyArray<string>]
> = [
  ['a refusal for its sake stands alone', [broken, refusal('storage_failed')], ['error']],
  ['another refusal leaves it as it is', [broken, refusal('already_running')], ['alert', 'error']],
  ['a call that is taken lets it through', [broken, ack], ['alert', 'ack']],
  ['in a turn that was taken it is heard at once', [ack, broken], ['ack', 'alert']],
  ['a Pod that leaves lets it through', [broken, shutdown], ['alert', 'shutdown']],
]

for (const [title, said, heard] of rows)
  test(`the alert of a log that takes nothing: ${title}`, (t) => {
    const events: string[] = []
    const hear = storageAlertOnce(({ event }) => events.push(event))
    for (const notification of said) hear(notification)
    t.deepEqual(events, heard)
  })
