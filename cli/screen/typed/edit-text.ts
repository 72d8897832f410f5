import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../../adapters/node/message-of.js'
import { readRegular } from '../../../adapters/node/open-regular.js'
import { limits } from '../../../domain/limits.js'
import { cleanPaste } from '../../tui/terminal/input-reader.js'
import type { EditedText } from '../../tui/tui-options.js'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Lets the person change a text in the editor that VISUAL or EDITOR names, on a private file that is
 * gone afterwards. An editor that fails changes nothing. Never rejects.
 */
export const editText =
  (env: Environment) =>
  async (text: string): Promise<EditedText> => {
    const editor = [env['VISUAL'], env['EDITOR']].find((one) => (one ?? '').trim() !== '')
    if (editor === undefined)
      return { fault: 'No editor is named. Set VISUAL or EDITOR, for example: export EDITOR=vim' }
    try {
      return await editIn(await mkdtemp(join(tmpdir(), 'yoi-')), editor, text)
    } catch (error) {
      return { fault: `The text could not be given to ${editor}: ${messageOf(error)}` }
    }
  }

const editIn = async (folder: string, editor: string, text: string): Promise<EditedText> => {
  const path = join(folder, 'message.md')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  let isKept = false
  try {
    await chmod(folder, 0o700)
    // Editors end a file with a newline; one that was not there is taken off again.
    const ending = text.endsWith('\n') ? '' : '\n'
    await writeFile(path, text === '' ? '' : text + ending, { mode: 0o600, flag: 'wx' })
    await chmod(path, 0o600)
    const fault = await run(editor, path)
    if (fault !== undefined) return { fault }
    isKept = (await stat(path)).size > limits.frameBytesMax
    if (isKept) return { fault: tooLong(path) }
    const edited = cleanPaste(await readRegular(path))
    return { text: ending === '' ? edited : edited.replace(/\n$/, '') }
  } finally {
    process.removeListener('exit', remove)
    if (!isKept) remove()
  }
}

// The shell takes the words apart, as git does: an editor may be named with options. A Ctrl-C is the
// editor's, whatever that makes of it; the shell must not end by it.
const run = (editor: string, path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', `trap : INT; ${editor} "$@"`, editor, path], {
      stdio: 'inherit',
    })
    const end = () => child.kill('SIGTERM')
    process.once('exit', end)
    const finish = (fault: string | undefined) => {
      process.removeListener('exit', end)
      resolve(fault)
    }
    child.once('error', (error) => finish(`${editor} could not be started: ${error.message}`))
    child.once('exit', (code, signal) => finish(faultOf(editor, code, signal)))
  })

const faultOf = (editor: string, code: number | null, signal: string | null) => {
  if (code === 0) return undefined
  if (code === 127)
    return `There is no editor ${editor}: set VISUAL or EDITOR to one that is there.`
  return `${editor} ended with ${signal ?? code}: the text is as it was.`
}

const tooLong = (path: string): string =>
  `The text is too long for a message and was left in ${path}; name that file with @path.`
