import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { readInstruction } from '../../../adapters/manifest/read-instruction.js'
import { put, tempHome } from '../../support/temp-home.js'

test('text is taken as it is', async (t) => {
  t.deepEqual(await readInstruction('Answer in Japanese.')(), E.right('Answer in Japanese.'))
})

test('a path is read', async (t) => {
  const file = await put(join(await tempHome(t), 'role.md'), 'You tidy logs.\n')
  t.deepEqual(await readInstruction(file)(), E.right('You tidy logs.\n'))
})

test('a missing file is refused by name', async (t) => {
  const file = join(await tempHome(t), 'role.md')
  t.deepEqual(
    await readInstruction(file)(),
    E.left(`The file ${file} of worker.instruction cannot be used: there is no such file.`),
  )
})

test('a file that is too long is refused rather than cut', async (t) => {
  const file = await put(join(await tempHome(t), 'role.md'), 'x'.repeat(256 * 1024 + 1))
  const read = await readInstruction(file)()
  t.regex(E.isLeft(read) ? read.left : '', /it is over 262144 bytes\.$/)
})
