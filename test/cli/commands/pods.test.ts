import test from 'ava'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { podsCommand } from '../../../cli/commands/pods.js'
import type { LivePod } from '../../../cli/pods-table.js'
import { textWidth } from '../../../cli/tui/text/width.js'
import { collectedIo } from '../../support/collected-io.js'

const pod = (name: string, session?: string): LivePod => ({
  pod: name,
  session,
  socket: `/run/${name}/sock`,
  pid: 7,
  status: 'idle',
})

const ran = async (
  argv: ReadonlyArray<string>,
  pods: TE.TaskEither<string, ReadonlyArray<LivePod>>,
) => {
  const io = collectedIo()
  const code = await podsCommand(() => pods).run(argv, io)
  return { code, out: io.out(), err: io.err() }
}

test('live Pods are listed by name', async (t) => {
  const { code, out } = await ran([], TE.right([pod('b', 's1'), pod('a')]))
  t.is(code, 0)
  t.is(
    out,
    [
      'POD  STATUS  SESSION  PID  SOCKET',
      'a    idle    -        7    /run/a/sock',
      'b    idle    s1       7    /run/b/sock',
      '',
    ].join('\n'),
  )
})

test('--json is an array of the documented fields and no others', async (t) => {
  const more = { ...pod('b', 's1'), bootId: 'x' }
  const { out } = await ran(['--json'], TE.right([more, pod('a')]))
  t.deepEqual(JSON.parse(out), [
    { pod: 'a', session: null, socket: '/run/a/sock', pid: 7, status: 'idle' },
    { pod: 'b', session: 's1', socket: '/run/b/sock', pid: 7, status: 'idle' },
  ])
})

test('no Pod is no failure', async (t) => {
  t.deepEqual(await ran([], TE.right([])), { code: 0, out: 'No Pod runs.\n', err: '' })
  t.deepEqual(await ran(['--json'], TE.right([])), { code: 0, out: '[]\n', err: '' })
})

test('a registry that cannot be read is said', async (t) => {
  t.deepEqual(await ran(['--json'], TE.left('The registry cannot be read.')), {
    code: 1,
    out: '',
    err: 'yoi: The registry cannot be read.\n',
  })
})

test('a wrong option is a usage error', async (t) => {
  t.is((await ran(['--jsn'], TE.right([]))).code, 2)
})

const terminal = async (columns: number, pods: ReadonlyArray<LivePod>) => {
  const io = collectedIo()
  const stdout = Object.assign(io.stdout, { columns })
  await podsCommand(() => TE.right(pods)).run([], { ...io, stdout })
  return io.out().trimEnd().split('\n')
}

const sessionId = '01a22eb6-cdfb-774f-93a5-182c35185499'
const some = [
  { ...pod('調査-lab', sessionId), socket: '/run/user/1000/yoi/調査-lab/sock', pid: 123_456 },
  { ...pod('b'), status: 'running' },
]

test('on a terminal the socket goes first, and no line is wider than the screen', async (t) => {
  t.true((await terminal(200, some))[0]?.endsWith('SOCKET'))
  const [head = '', ...rows] = await terminal(80, some)
  t.regex(head, /^POD +STATUS +SESSION +PID$/)
  t.is(rows.length, 2)
  t.deepEqual(await terminal(40, some), [
    'b',
    '  running · pid 7',
    '  no session yet',
    '調査-lab',
    '  idle · pid 123456',
    `  ${sessionId}`,
  ])
  for (let columns = 2; columns < 140; columns += 1)
    for (const line of await terminal(columns, some)) t.true(textWidth(line) <= columns, line)
})

test('the name of a Pod is told whole on a narrow terminal', async (t) => {
  const name = '調査と実装'.repeat(9)
  const lines = await terminal(40, [pod(name, sessionId)])
  t.true(lines.join('').startsWith(name))
})

test('a Pod whose log cannot be written is listed so, in words and in JSON', async (t) => {
  const pods = TE.right([{ ...pod('a'), storage: 'failed' } as const])
  t.regex((await ran([], pods)).out, /a +idle, log not written /)
  t.like(JSON.parse((await ran(['--json'], pods)).out), [{ status: 'idle', storage: 'failed' }])
})
