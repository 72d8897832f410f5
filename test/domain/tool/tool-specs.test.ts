import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type * as io from 'io-ts'
import { decode } from '../../../domain/decode.js'
import { BashInput } from '../../../domain/tool/bash-input.js'
import { EditInput } from '../../../domain/tool/edit-input.js'
import { GlobInput } from '../../../domain/tool/glob-input.js'
import { GrepInput } from '../../../domain/tool/grep-input.js'
import { ReadInput } from '../../../domain/tool/read-input.js'
import { toolTraits } from '../../../domain/tool/spec.js'
import { toolSpecs } from '../../../domain/tool/tool-specs.js'
import { WriteInput } from '../../../domain/tool/write-input.js'

const codecs: Readonly<Record<string, io.Mixed>> = {
  Bash: BashInput,
  Edit: EditInput,
  Glob: GlobInput,
  Grep: GrepInput,
  Read: ReadInput,
  Write: WriteInput,
}

const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Bash: { command: 'ls', timeout_ms: 10, description: 'lists' },
  Edit: { path: 'a', old_string: 'x', new_string: '', replace_all: true },
  Glob: { pattern: '*', path: 'a' },
  Grep: {
    pattern: 'x',
    path: 'a',
    glob: '*.ts',
    case_insensitive: true,
    context: 0,
    output_mode: 'count',
    limit: 1,
  },
  Read: { path: 'a', offset: 1, limit: 1 },
  Write: { path: 'a', content: '' },
}

type Schema = { readonly properties: object; readonly required: ReadonlyArray<string> }

const schemaOf = (name: string): Schema =>
  toolSpecs.find((spec) => spec.name === name)?.input_schema as Schema

test('the tools are sorted by name and each has traits of its own', (t) => {
  const names = toolSpecs.map((spec) => spec.name)
  t.deepEqual(names, ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'])
  t.deepEqual(
    names.filter((name) => toolTraits(name).stop === 'long'),
    ['Bash'],
  )
})

for (const [name, codec] of Object.entries(codecs)) {
  const example = examples[name] ?? {}

  test(`${name}: schema and codec know the same keys`, (t) => {
    const { properties, required } = schemaOf(name)
    t.deepEqual(Object.keys(properties).toSorted(), Object.keys(example).toSorted())
    for (const key of Object.keys(example)) {
      const { [key]: _, ...rest } = example
      t.is(E.isLeft(decode(codec, rest)), required.includes(key), key)
    }
  })

  test(`${name}: an unknown key is tolerated, a key of another type is named`, (t) => {
    t.true(E.isRight(decode(codec, { ...example, unheard_of: 1 })))
    for (const key of Object.keys(example)) {
      const decoded = decode(codec, { ...example, [key]: [] })
      t.true(E.isLeft(decoded) && decoded.left.startsWith(`${key}: expected `), key)
    }
  })
}

for (const path of ['', 'a\0b']) {
  test(`a path is neither empty nor holds a NUL: ${JSON.stringify(path)}`, (t) => {
    t.true(E.isLeft(decode(ReadInput, { path })))
    t.true(E.isLeft(decode(WriteInput, { path, content: '' })))
  })
}

for (const limit of [0, -1, 1.5, Number.NaN, 1e9]) {
  test(`a limit is a whole number within bounds: ${limit} is not`, (t) => {
    t.true(E.isLeft(decode(ReadInput, { path: 'a', limit })))
  })
}
