import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { editText } from '../../../../cli/screen/typed/edit-text.js'
import { limits } from '../../../../domain/limits.js'
import { tempHome } from '../../../support/temp-home.js'

/** An editor that is a shell script; `$1` is the file. */
const scripted = async (t: ExecutionContext, ...lines: ReadonlyArray<string>) => {
  const folder = await tempHome(t)
  const path = join(folder, 'my editor')
  await writeFile(path, ['#!/bin/sh', ...lines].join('\n'))
  await chmod(path, 0o755)
  return { command: `'${path}'`, folder }
}

const notes = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readFile(join(folder, 'notes'), 'utf8')).trim().split('\n')

test.serial('the text goes through a private file that is gone afterwards', async (t) => {
  const { command, folder } = await scripted(
    t,
    `stat -c '%a' "$1" > "$(dirname "$0")/notes"`,
    `echo "$1" >> "$(dirname "$0")/notes"`,
    `cat "$1" >> "$(dirname "$0")/notes"`,
    `printf 'また\\r\\nchanged\\033[31m\\n' > "$1"`,
  )
  t.deepEqual(await editText({ EDITOR: command })('日本語'), { text: 'また\nchanged[31m' })
  const [mode, path = '', text] = await notes(folder)
  t.deepEqual([mode, text], ['600', '日本語'])
  await t.throwsAsync(stat(dirname(path)), { code: 'ENOENT' })
})

test.serial('a newline that was there stays, and one that an editor adds does not', async (t) => {
  const { command } = await scripted(t, ':')
  const edit = editText({ EDITOR: command })
  for (const text of ['', 'a', 'a\n', 'a\n\n', '\n']) t.deepEqual(await edit(text), { text })
})

test.serial(
  'VISUAL comes before EDITOR, options may follow, an empty one counts as unset',
  async (t) => {
    const { command } = await scripted(t, `printf '%s' "$1" > "$2"`)
    const env = { VISUAL: `${command} --wait`, EDITOR: 'false' }
    t.deepEqual(await editText(env)('a'), { text: '--wait' })
    t.deepEqual(await editText({ VISUAL: ' ', EDITOR: `${command} x` })('a'), { text: 'x' })
  },
)

test.serial('without an editor it says what to set', async (t) => {
  const edited = await editText({ VISUAL: '', EDITOR: ' ' })('a')
  t.regex('fault' in edited ? edited.fault : '', /Set VISUAL or EDITOR/)
})

test.serial('an editor that fails or is not there is named, and its file is gone', async (t) => {
  const { command, folder } = await scripted(
    t,
    `echo "$1" > "$(dirname "$0")/notes"`,
    'echo lost > "$1"',
    'exit 3',
  )
  const failed = await editText({ EDITOR: command })('a')
  t.is('fault' in failed && failed.fault, `${command} ended with 3: the text is as it was.`)
  const [path = ''] = await notes(folder)
  await t.throwsAsync(stat(dirname(path)), { code: 'ENOENT' })
  const missing = await editText({ EDITOR: join(folder, 'none') })('a')
  t.regex('fault' in missing ? missing.fault : '', /There is no editor .*none/)
})

test.serial('a text that grew too long is not lost: it stays in its file', async (t) => {
  const bytes = limits.frameBytesMax + 1
  const { command } = await scripted(t, `head -c ${bytes} /dev/zero | tr '\\0' x > "$1"`)
  const edited = await editText({ EDITOR: command })('a')
  const path = /left in (\S+);/.exec('fault' in edited ? edited.fault : '')?.[1] ?? ''
  t.is((await stat(path)).size, bytes)
  t.deepEqual(await readdir(dirname(path)), ['message.md'])
  await rm(dirname(path), { recursive: true })
})
