import { join } from 'node:path'
import test from 'ava'
import { rawLine } from '../../../cli/replay/raw-line.js'
import type { LogProblem } from '../../../domain/log/reading.js'
import { put, tempHome } from '../../support/temp-home.js'

const problem = (kind: LogProblem['kind'], offset = 0): LogProblem => ({
  line: 1,
  offset,
  kind,
  message: 'it is wrong',
})

test('a damaged line is shown from its first byte to its end', async (t) => {
  const path = await put(join(await tempHome(t), 'log'), 'good\nbad line\ngood\n')

  t.is(await rawLine(path, problem('not_json', 5)), 'bad line')
})

test('of a long line the beginning is shown, and that it goes on', async (t) => {
  const folder = await tempHome(t)
  const long = await put(join(folder, 'long'), `${'x'.repeat(241)}\n`)
  const fitting = await put(join(folder, 'fitting'), `${'x'.repeat(240)}\n`)

  t.is(await rawLine(long, problem('not_json')), `${'x'.repeat(240)}…`)
  t.is(await rawLine(fitting, problem('not_json')), 'x'.repeat(240))
})

for (const kind of ['unreadable', 'other_session', 'no_log'] as const)
  test(`no line is shown of a log that is ${kind}: it is not the line that is wrong`, async (t) => {
    const path = await put(join(await tempHome(t), 'log'), 'a good line\n')

    t.is(await rawLine(path, problem(kind)), '')
  })

test('a line that cannot be read is not shown', async (t) => {
  t.is(await rawLine(join(await tempHome(t), 'gone'), problem('not_json')), '')
})
