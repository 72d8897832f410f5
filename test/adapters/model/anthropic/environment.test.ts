import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { serve } from '../../../support/ask-loopback.js'
import { refuses, replies } from '../../../support/loopback-behaviours.js'

const script = fileURLToPath(new URL('one-request.js', import.meta.url))

/** A folder that holds an SDK profile with a token and another address. */
const profileFolder = async (t: ExecutionContext, elsewhere: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'yoi-profile-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'configs'))
  await mkdir(join(folder, 'credentials'))
  const authentication = { type: 'user_oauth', client_id: 'c' }
  await writeFile(
    join(folder, 'configs', 'default.json'),
    JSON.stringify({ base_url: elsewhere, authentication, workspace_id: 'w' }),
  )
  const token = { access_token: 'profile-token', expires_at: 4_000_000_000, refresh_token: 'r' }
  await writeFile(join(folder, 'credentials', 'default.json'), JSON.stringify(token))
  return folder
}

const hostileEnvironment = (folder: string, elsewhere: string) => ({
  PATH: process.env['PATH'],
  HOME: folder,
  ANTHROPIC_BASE_URL: elsewhere,
  ANTHROPIC_API_KEY: 'environment-key',
  ANTHROPIC_AUTH_TOKEN: 'environment-token',
  ANTHROPIC_CUSTOM_HEADERS: 'x-foreign: 1\nanthropic-version: 1999-01-01\nbad name: 日本',
  ANTHROPIC_CONFIG_DIR: folder,
  ANTHROPIC_PROFILE: 'default',
  ANTHROPIC_LOG: 'debug',
  ANTHROPIC_WEBHOOK_SIGNING_KEY: 'whsec_x',
})

type Run = { readonly args: ReadonlyArray<string>; readonly without?: ReadonlyArray<string> }

/** Runs the script under the hostile environment, less the variables of `without`. */
const runUnder = async (t: ExecutionContext, { args, without = [] }: Run) => {
  const elsewhere = await serve(t, refuses(500))
  const folder = await profileFolder(t, elsewhere.url)
  const all = Object.entries(hostileEnvironment(folder, elsewhere.url))
  const env = Object.fromEntries(all.filter(([name]) => !without.includes(name)))
  const printed = await promisify(execFile)(process.execPath, [script, ...args], { env })
  t.is(elsewhere.requests.length, 0)
  return printed
}

test('with a key that is passed, no variable and no profile has a say', async (t) => {
  const server = await serve(t, replies('ok'))

  const printed = await runUnder(t, { args: [server.url, 'passed-key'] })

  t.like(JSON.parse(printed.stdout), { right: { content: [{ type: 'text', text: 'ok' }] } })
  const headers = server.requests[0]?.headers ?? {}
  t.is(headers.authorization, 'Bearer passed-key')
  t.is(headers['anthropic-version'], '2026-10-21')
  t.false('x-foreign' in headers)
  t.false('x-stainless-timeout' in headers)
})

const sendsNoCredentials = test.macro(async (t, without: ReadonlyArray<string>) => {
  const server = await serve(t, replies('ok'))

  const printed = await runUnder(t, { args: [server.url], without })

  t.like(JSON.parse(printed.stdout), { right: { content: [{ type: 'text', text: 'ok' }] } })
  const sent = JSON.stringify(server.requests[0]?.headers)
  t.notRegex(sent, /authorization|x-api-key|environment-|profile-token|workspace|anthropic-beta/)
})
const variables = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']
test('without a key no credentials leave, from no variable', sendsNoCredentials, [])
test('without a key no credentials leave, from no profile', sendsNoCredentials, variables)

test('the console stays untouched, also when all goes wrong', async (t) => {
  const server = await serve(t, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('event: message_start\ndata: {"broken\n\n')
  })

  const printed = await runUnder(t, { args: [server.url] })

  t.like(JSON.parse(printed.stdout), { left: { code: 'malformed' } })
  t.is(printed.stderr, '')
})
