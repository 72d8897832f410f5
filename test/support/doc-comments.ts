import { readFile } from 'node:fs/promises'
import { globSync } from 'tinyglobby'

/** Where a name is defined, and what the comment above it says. */
export type Documented = { readonly file: string; readonly words: string }

/** The doc comment above every const of the folder, by the const's name; `''` where there is none. */
export const docComments = async (folder: string): Promise<ReadonlyMap<string, Documented>> => {
  const files = globSync(`${folder}/**/*.ts`).sort()
  const each = await Promise.all(
    files.map(async (file) => commentsOf(file, await readFile(file, 'utf8'))),
  )
  return new Map(each.flat())
}

const commentsOf = (file: string, source: string): ReadonlyArray<readonly [string, Documented]> =>
  [...source.matchAll(definition)].map(([, comment = '', name = '', rest = '']) => [
    codecName(rest) ?? name,
    { file, words: plain(comment) },
  ])

// A const at the margin, its comment if one stands right above it, and its text up to the next.
const definition =
  /(?:^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?const (\w+)\b((?:(?!^(?:export |const |type |\/\*\*))[\s\S])*)/gm

// A codec is known by the name it was given, which is its last argument.
const codecName = (rest: string): string | undefined =>
  /^\s*= t\./.test(rest) || /^\s*= new t\.Type/.test(rest)
    ? (/'(\w+)',?\s*\)+\s*$/.exec(rest)?.[1] ?? /^\s*'(\w+)',$/m.exec(rest)?.[1])
    : /^\s*= branded\('(\w+)'/.exec(rest)?.[1]

const plain = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .filter((line) => line !== '')
    .join(' ')
