import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { loadManifest } from '../../../adapters/manifest/load-manifest.js'
import { put, tempHome } from '../../support/temp-home.js'

const machine = async (t: ExecutionContext) => {
  const root = await tempHome(t)
  const cwd = join(root, 'proj', 'deep', 'er')
  await mkdir(cwd, { recursive: true })
  return {
    root,
    cwd,
    userFile: join(root, 'config', 'manifest.toml'),
    projectFile: join(root, 'proj', '.yoi', 'manifest.toml'),
    load: (overlays: ReadonlyArray<string> = [], env: Record<string, string> = {}) =>
      loadManifest({
        env: { HOME: root, ...env },
        cwd,
        paths: { config: join(root, 'config') },
        overlays,
      })(),
  }
}

const sentenceOf = (result: E.Either<string, unknown>) => (E.isLeft(result) ? result.left : '')

const right = <A>(result: E.Either<string, A>): A => {
  if (E.isLeft(result)) throw new Error(result.left)
  return result.right
}

test('without any file the built-in values hold', async (t) => {
  const { load } = await machine(t)
  t.is(right(await load()).manifest.model.ref, 'offline')
})

test('the key makes the default model a real one; an empty one counts as unset', async (t) => {
  const { load } = await machine(t)
  const refWith = async (key: string) =>
    right(await load([], { ANTHROPIC_API_KEY: key })).manifest.model.ref
  t.is(await refWith('k'), 'anthropic/claude-sonnet-5-5')
  t.is(await refWith(''), 'offline')
})

test('user, nearest project and overlays are put together in this order', async (t) => {
  const { root, load, userFile, projectFile } = await machine(t)
  await put(userFile, '[model]\nmax_tokens = 1\nretries = 1\neffort = "low"\n')
  await put(projectFile, '[model]\nmax_tokens = 2\nretries = 2\n')
  await put(join(root, '.yoi', 'manifest.toml'), '[worker]\nmax_rounds = 7\n')
  const { manifest, origins } = right(
    await load(['model.max_tokens = 3', 'pod.name = "x"\nmodel.max_tokens = 4']),
  )
  t.like(manifest.model, { max_tokens: 4, retries: 2, effort: 'low' })
  t.is(manifest.pod.name, 'x' as never)
  t.is(manifest.worker.max_rounds, 200)
  t.deepEqual(origins['model.retries'], { origin: 'project', file: projectFile })
  t.deepEqual(origins['model.effort'], { origin: 'user', file: userFile })
})

test('a project may not allow by a link what lies outside its folder', async (t) => {
  const { root, load, projectFile } = await machine(t)
  await mkdir(join(root, 'secret'))
  await symlink(join(root, 'secret'), join(root, 'proj', 'link'))
  await symlink(join(root, 'not-yet'), join(root, 'proj', 'dangling'))
  await put(
    projectFile,
    `[scope]
allow = [
  { target = "link", permission = "read" },
  { target = "dangling/x", permission = "read" },
  { target = "new/folder", permission = "write" },
]`,
  )
  const { manifest, warnings } = right(await load())
  t.deepEqual(
    manifest.scope.allow.map(({ target }) => target),
    [join(root, 'proj', 'new', 'folder')],
  )
  t.is(warnings.length, 2)
})

test('a circle of links is no way out either, and no endless loop', async (t) => {
  const { root, load, projectFile } = await machine(t)
  await symlink('b', join(root, 'proj', 'a'))
  await symlink('a', join(root, 'proj', 'b'))
  await put(projectFile, '[scope]\nallow = [{ target = "a", permission = "read" }]')
  t.is(right(await load()).manifest.scope.allow.length, 1)
})

test('trust written with ~ and through a link finds the project', async (t) => {
  const { root, load, userFile, projectFile } = await machine(t)
  await symlink(join(root, 'proj'), join(root, 'link'))
  await put(projectFile, 'hooks = [{ on = "turn_end", command = ["true"] }]')
  t.is(right(await load()).manifest.hooks.length, 0)
  await put(userFile, 'trust = ["~/link"]')
  t.is(right(await load()).manifest.hooks.length, 1)
})

test('text that is no TOML is refused with file and line', async (t) => {
  const { load, userFile } = await machine(t)
  await put(userFile, '[model]\n\nref =\n')
  t.regex(sentenceOf(await load()), /manifest\.toml: line 3, column \d+: this is not TOML: /)
})

test('a key given twice is refused with the line of the second', async (t) => {
  const { load, userFile } = await machine(t)
  await put(userFile, '[model]\nref = "offline"\nref = "offline"\n')
  const sentence = sentenceOf(await load())
  t.true(sentence.startsWith(`${userFile}: line 3, `))
  t.false(sentence.includes('\n'))
})

test('a wrong overlay is named as such', async (t) => {
  const { load } = await machine(t)
  t.regex(
    sentenceOf(await load(['pod.name = '])),
    /^--overlay: line 1, column \d+: this is not TOML/,
  )
  t.regex(sentenceOf(await load(['worker.max_rounds = "x"'])), /^--overlay: worker\.max_rounds: /)
})

test('a byte order mark is no part of the first key', async (t) => {
  const { load, userFile } = await machine(t)
  await put(userFile, '\uFEFFtrust = []\n')
  t.deepEqual(right(await load()).warnings, [])
})

const unusable: ReadonlyArray<
  readonly [title: string, make: (path: string) => unknown, reason: RegExp]
> = [
  [
    'a folder',
    (path) => mkdir(path, { recursive: true }),
    /cannot be read: it is a folder, not a file\.$/,
  ],
  [
    'a pipe, without waiting for it',
    async (path) => {
      await mkdir(join(path, '..'), { recursive: true })
      execFileSync('mkfifo', [path])
    },
    /cannot be read: it is a FIFO, not a file\.$/,
  ],
  [
    'no UTF-8',
    (path) => put(path, Uint8Array.of(0x61, 0xff, 0x62)),
    /cannot be read: it is not UTF-8 text\.$/,
  ],
  [
    'a circle of links',
    async (path) => {
      await mkdir(join(path, '..'), { recursive: true })
      await symlink(path, path)
    },
    /cannot be read: its links lead in a circle\.$/,
  ],
  [
    'too long',
    (path) => put(path, `# ${'x'.repeat(1024 * 1024)}\n`),
    /over 1048576 bytes, which no manifest needs\.$/,
  ],
  [
    'too deep',
    (path) => put(path, `model.${'a.'.repeat(50_000)}b = 1\n`),
    /tables nested deeper than 32 levels/,
  ],
  ['too deep inline', (path) => put(path, `a = ${'['.repeat(5000)}${']'.repeat(5000)}`), /line 1/],
]

for (const [title, make, reason] of unusable) {
  test(`a manifest that is ${title} is refused in one sentence`, async (t) => {
    const { load, userFile } = await machine(t)
    await make(userFile)
    const sentence = sentenceOf(await load())
    t.regex(sentence, reason)
    t.true(sentence.includes(userFile))
    t.false(sentence.includes('\n'))
    t.true(sentence.length < 400)
  })
}

test('a project manifest that cannot be read is refused, not passed over', async (t) => {
  const { load, projectFile } = await machine(t)
  await mkdir(projectFile, { recursive: true })
  t.true(sentenceOf(await load()).startsWith(`The manifest ${projectFile} cannot be read`))
})

test('keys of the prototype reach nothing', async (t) => {
  const { load, projectFile } = await machine(t)
  await put(
    projectFile,
    '[__proto__]\nref = "x"\n[model.__proto__]\nref = "anthropic/evil"\n[constructor.prototype]\nx = 1\n',
  )
  const { manifest, warnings } = right(await load())
  t.is(manifest.model.ref, 'offline')
  t.is(warnings.length, 3)
  t.is(({} as Record<string, unknown>)['ref'], undefined)
})

test('an unknown key in a large manifest costs no flood of warnings', async (t) => {
  const { load, projectFile } = await machine(t)
  const keys = Array.from({ length: 20_000 }, (_, i) => `max_token${i} = 1`)
  await put(projectFile, `[model]\n${keys.join('\n')}\n`)
  t.is(right(await load()).warnings.length, 21)
})
