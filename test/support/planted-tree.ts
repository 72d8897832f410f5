import { spawn } from 'node:child_process'
import { cp, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { put, tempHome } from './temp-home.js'

/** Paths below a tree's root, and what the files hold. */
export type Plants = Readonly<Record<string, string>>

/** A folder with this repository's settings and checks, and the given files for its source. */
export const plantedTree = async (t: ExecutionContext, plants: Plants): Promise<string> => {
  const root = await tempHome(t)
  for (const name of ['package.json', 'tsconfig.json', '.ci', 'test/run.mjs'])
    await cp(name, join(root, name), { recursive: true })
  await symlink(await realpath('node_modules'), join(root, 'node_modules'))
  for (const [path, content] of Object.entries(plants)) await put(join(root, path), content)
  return root
}

export type Ran = { readonly code: number | null; readonly output: string }

/** Runs one of the checks of `npm run check` on a tree. */
export const check = (root: string, name: string): Promise<Ran> =>
  runNode([join(root, '.ci', 'check.mjs'), name])

/** Runs Node without colours and gives both of its streams as one text. */
export const runNode = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output: `${out}${err}` }
}
