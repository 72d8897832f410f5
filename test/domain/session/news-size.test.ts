import test from 'ava'
import { limits } from '../../../domain/limits.js'
import { ask, newMachine } from '../../support/machine.js'

const largest = 'あ'.repeat(Math.floor(limits.noticeBytesMax / 3))

const news = {
  notify: (message: string) => ({ method: 'notify', message, autoRun: false }) as const,
  pod_event: (message: string) =>
    ({ method: 'pod_event', kind: 'errored', podName: 'child', message }) as const,
} as const

for (const [method, asked] of Object.entries(news))
  test(`the message of ${method} is measured in bytes`, (t) => {
    const taken = ask(newMachine, asked(largest))
    const refused = ask(newMachine, asked(`${largest}あ`))

    t.is(taken.rejected, undefined)
    t.is(refused.rejected?.code, 'invalid_request')
    t.deepEqual(refused.records, newMachine.records)
  })
