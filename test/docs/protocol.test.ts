import { readFileSync } from 'node:fs'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { errorCodes } from '../../domain/protocol/error-code.js'
import { methodCodecs } from '../../domain/protocol/method.js'
import { notificationEvents } from '../../domain/protocol/notification.js'
import { decodeNotification } from '../../domain/protocol/notification-line.js'
import { parseMethod } from '../../domain/protocol/parse-method.js'

const page = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8')

/** The first column of the tables under a heading. */
const tableOf = (heading: string) => {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  const table = section.split(/\n\n/).find((part) => part.includes('|---|')) ?? ''
  return [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1])
}

test('the page has every method, event and error code of the code, and no other', (t) => {
  t.deepEqual(tableOf('Calls'), Object.keys(methodCodecs))
  t.deepEqual(tableOf('Events'), [...notificationEvents])
  t.deepEqual(tableOf('Errors'), [...errorCodes])
})

const MiB = 1024 * 1024

const numbers: ReadonlyArray<readonly [string, string]> = [
  ['socketPathBytesMax', `at most ${limits.socketPathBytesMax}\nbytes`],
  ['socketCheckMs', `within ${limits.socketCheckMs / 1000} seconds`],
  ['methodIdCharsMax', `at most ${limits.methodIdCharsMax} characters`],
  ['frameBytesMax', `at most ${limits.frameBytesMax / MiB} MiB; a longer one`],
  ['frameDepthMax', `at most ${limits.frameDepthMax} levels`],
  ['clientBacklogBytesMax', `more than ${limits.clientBacklogBytesMax / MiB} MiB of the stream`],
  ['clientAnswersBytesMax', `more than ${limits.clientAnswersBytesMax / MiB} MiB`],
  ['clientsMax', `At most ${limits.clientsMax} clients`],
  ['keysKept', `last ${limits.keysKept.toLocaleString('en')} keys`],
  ['queueMax', `at most ${limits.queueMax} wait`],
  [
    'segmentsMax',
    `1 to ${limits.segmentsMax} segments of at most ${limits.segmentBytesMax / MiB} MiB`,
  ],
  ['noticeBytesMax', `at most ${limits.noticeBytesMax / 1024} KiB`],
  ['historyLimitMax', `1 to ${limits.historyLimitMax}, ${limits.historyLimitDefault} when`],
  ['snapshotBytesMax', `into ${limits.snapshotBytesMax / MiB} MiB each`],
]

for (const [limit, words] of numbers) {
  test(`the page gives ${limit} as the code has it`, (t) => {
    t.true(page.includes(words), words)
  })
}

test('every line of the session on the page is one that the code takes', (t) => {
  const lines = [...page.matchAll(/^([<>]) (\{.*\})$/gm)]
  t.true(lines.length > 20)
  for (const [, side, line = ''] of lines) {
    const bytes = new TextEncoder().encode(line)
    const taken: E.Either<unknown, unknown> =
      side === '>' ? parseMethod(bytes) : decodeNotification(bytes)
    t.true(E.isRight(taken) && taken.right !== undefined, line)
  }
})
