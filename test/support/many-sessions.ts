import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../domain/event/event.js'
import { firstTurn, sealStory, someSession, started, wholeTurn } from './story.js'

type Groups = ReadonlyArray<ReadonlyArray<Event>>

/** The groups of session `n` that worked in `cwd`: one turn, whose words name the session. */
export const namedTurn = (n: number, cwd: string, question = `question ${n}`): Groups => {
  const [first = [], ...rest] = firstTurn(someSession(n), question, `answer ${n}`)
  return [[started(someSession(n), cwd), ...first.slice(1)], ...rest]
}

/** The bytes of a log with these groups. */
export const logText = (groups: Groups): string =>
  sealStory(groups)
    .map(({ line }) => `${line}\n`)
    .join('')

/** Writes the log of session `n`, which was used last `n` seconds after some start; gives its path. */
export const putLog = (folder: string, n: number, content: string | Uint8Array): string => {
  const path = join(folder, `${someSession(n)}.jsonl`)
  writeFileSync(path, content)
  usedAt(path, n)
  return path
}

/** Makes session `n` the nth that was used. */
export const usedAt = (path: string, n: number): void => {
  utimesSync(path, n, 1_700_000_000 + n)
}

/** So many whole sessions of one turn, the last of them used last. */
export const putMany = (folder: string, count: number, cwd: string): void => {
  mkdirSync(folder, { recursive: true })
  for (let n = 1; n <= count; n += 1) putLog(folder, n, logText(namedTurn(n, cwd)))
}

const GiB = 1024 ** 3

/** A log of 1 GiB that takes no room: two turns, with a line of nothing in between. */
export const putHugeLog = (folder: string, n: number, cwd: string): void => {
  const groups = [...namedTurn(n, cwd), ...wholeTurn(2, 'further question', 'further answer')]
  const lines = sealStory(groups).map(({ line }) => `${line}\n`)
  const path = putLog(folder, n, lines.slice(0, 6).join(''))
  const file = openSync(path, 'r+')
  ftruncateSync(file, GiB)
  closeSync(file)
  appendFileSync(path, `\n${lines.slice(6).join('')}`)
  usedAt(path, n)
}
