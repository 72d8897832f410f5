import test from 'ava'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { decode } from '../../../domain/decode.js'
import type { Permission, Rule } from '../../../domain/scope/rule.js'
import {
  folderScope,
  permits,
  refusalText,
  Scope,
  summarise,
  writeOverlap,
} from '../../../domain/scope/scope.js'
import { fcOptions } from '../../support/rounds.js'

const rule = (permission: Permission, target: string, recursive = true): Rule => ({
  target,
  permission,
  recursive,
})

const scope = (allow: ReadonlyArray<Rule>, deny: ReadonlyArray<Rule> = []): Scope => ({
  allow,
  deny,
})

const may = (given: Scope, permission: Permission, path: string) =>
  E.isRight(permits(given, permission, path))

const name = fc.constantFrom('a', 'b', 'ab', '...', ' ', 'ä')
const path = fc.array(name, { maxLength: 4 }).map((names) => `/${names.join('/')}`)
const permission = fc.constantFrom<Permission>('read', 'write')
const anyRule = fc.record({ target: path, permission, recursive: fc.boolean() })
const anyScope = fc.record({
  allow: fc.array(anyRule, { maxLength: 4 }),
  deny: fc.array(anyRule, { maxLength: 2 }),
})

test('a folder scope lets its folder and all below be read and written, and nothing else', (t) => {
  const given = folderScope('/home/x/proj')
  t.true(may(given, 'write', '/home/x/proj'))
  t.true(may(given, 'write', '/home/x/proj/a/b'))
  t.true(may(given, 'read', '/home/x/proj/a'))
  t.false(may(given, 'read', '/home/x'))
  t.false(may(given, 'read', '/'))
})

test('a path is compared by its segments, never by its text', (t) => {
  const given = folderScope('/home/x/proj')
  t.false(may(given, 'read', '/home/x/project'))
  t.false(may(given, 'read', '/home/x/proj2/a'))
  t.true(may(folderScope('/'), 'write', '/etc'))
})

test('an allow to read does not let write', (t) => {
  const given = scope([rule('read', '/a')])
  t.true(may(given, 'read', '/a/b'))
  t.false(may(given, 'write', '/a/b'))
})

test('a rule that is not recursive reaches its target and what lies directly in it', (t) => {
  const given = scope([rule('write', '/a', false)])
  t.true(may(given, 'write', '/a'))
  t.true(may(given, 'write', '/a/b'))
  t.false(may(given, 'write', '/a/b/c'))
})

test('a deny of write leaves reading, a deny of read takes both', (t) => {
  const given = scope([rule('write', '/a')], [rule('write', '/a/w'), rule('read', '/a/r')])
  t.true(may(given, 'read', '/a/w/x'))
  t.false(may(given, 'write', '/a/w/x'))
  t.false(may(given, 'read', '/a/r'))
  t.false(may(given, 'write', '/a/r'))
})

for (const odd of ['', 'a', './a', '/a/../b', '/a/./b', '/a//b', '/a/', '/a/..', '/a\0b']) {
  test(`a path that is not absolute and normalised is refused: ${JSON.stringify(odd)}`, (t) => {
    const answer = permits(folderScope('/'), 'read', odd)
    t.deepEqual(answer, E.left({ path: odd, permission: 'read', reason: 'not_absolute' }))
    t.true(E.isLeft(decode(Scope, scope([rule('read', odd)]))))
  })
}

test('a refusal names path, permission and scope in one sentence', (t) => {
  const given = scope([rule('write', '/p')], [rule('read', '/p/secret', false)])
  const outside = permits(given, 'write', '/etc/x')
  const excluded = permits(given, 'read', '/p/secret/k')
  t.is(
    E.isLeft(outside) ? refusalText(given, outside.left) : '',
    'No permission to write "/etc/x": it lies outside the scope, which is: ' +
      'write /p; never read /p/secret (not below).',
  )
  t.is(
    E.isLeft(excluded) ? refusalText(given, excluded.left) : '',
    'No permission to read "/p/secret/k": the scope says "never read /p/secret (not below)".',
  )
})

test('a summary is one line for each rule, whatever the names hold', (t) => {
  const given = scope([rule('read', '/usr/share', false), rule('write', '/a\nwrite /etc')])
  t.deepEqual(summarise(given), ['read /usr/share (not below)', 'write "/a\\nwrite /etc"'])
})

test('a scope survives its codec and a relative target does not pass it', (t) => {
  const given = scope([rule('write', '/a', false)], [rule('read', '/a/b')])
  t.deepEqual(decode(Scope, JSON.parse(JSON.stringify(given))), E.right(given))
  t.true(E.isLeft(decode(Scope, { allow: [{ ...rule('read', '/a'), permission: 'all' }] })))
})

test('a path under a deny is never permitted, whatever is allowed', (t) => {
  fc.assert(
    fc.property(anyScope, path, permission, path, (given, denied, asked, below) => {
      const harder = scope(given.allow, [...given.deny, rule('read', denied)])
      const inside = denied === '/' ? below : `${denied}${below === '/' ? '' : below}`
      t.false(may(harder, asked, inside))
    }),
    fcOptions(4),
  )
})

test('an allow gives everything below it when it is recursive', (t) => {
  fc.assert(
    fc.property(anyScope, path, name, permission, (given, at, child, asked) => {
      const allow = given.allow.map((one) => ({ ...one, recursive: true }))
      const child1 = at === '/' ? `/${child}` : `${at}/${child}`
      if (may(scope(allow), asked, at)) t.true(may(scope(allow), asked, child1))
      else t.pass()
    }),
    fcOptions(4),
  )
})

test('what may be written may be read', (t) => {
  fc.assert(
    fc.property(anyScope, path, (given, at) => {
      t.true(!may(given, 'write', at) || may(given, 'read', at))
    }),
    fcOptions(4),
  )
})

const both = (mine: Scope, theirs: Scope, at: string) =>
  may(mine, 'write', at) && may(theirs, 'write', at)

const places = (given: ReadonlyArray<Scope>): ReadonlyArray<string> =>
  given
    .flatMap(({ allow, deny }) => [...allow, ...deny].map(({ target }) => target))
    .flatMap((at) => [at, join(at, 'new'), join(at, 'new/new')])

const join = (at: string, more: string) => (at === '/' ? `/${more}` : `${at}/${more}`)

test('two scopes overlap for one exactly when they overlap for the other', (t) => {
  fc.assert(
    fc.property(anyScope, anyScope, (mine, theirs) => {
      t.is(writeOverlap(mine, theirs) === undefined, writeOverlap(theirs, mine) === undefined)
    }),
    fcOptions(10),
  )
})

test('scopes that do not overlap share no path to write, and those that do share one', (t) => {
  fc.assert(
    fc.property(anyScope, anyScope, path, (mine, theirs, at) => {
      const shared = [at, ...places([mine, theirs])].some((one) => both(mine, theirs, one))
      t.is(writeOverlap(mine, theirs) !== undefined, shared)
    }),
    fcOptions(10),
  )
})

test('an overlap names the rules that make it', (t) => {
  const mine = scope([rule('read', '/'), rule('write', '/p/a')])
  const theirs = scope([rule('write', '/q'), rule('write', '/p')])
  t.deepEqual(writeOverlap(mine, theirs), { mine: '/p/a', theirs: '/p' })
  t.is(writeOverlap(mine, scope([rule('read', '/p')])), undefined)
})

test('a deny on either side that covers what is shared ends the overlap', (t) => {
  const mine = folderScope('/p')
  t.is(writeOverlap(mine, scope([rule('write', '/p/a')], [rule('write', '/p/a')])), undefined)
  t.is(
    writeOverlap(scope(mine.allow, [rule('write', '/p/a')]), scope([rule('write', '/p/a')])),
    undefined,
  )
  t.deepEqual(
    writeOverlap(scope(mine.allow, [rule('write', '/p/a/b')]), scope([rule('write', '/p/a')])),
    { mine: '/p', theirs: '/p/a' },
  )
})
