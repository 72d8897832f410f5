import type * as t from 'io-ts'

/** A field as a codec states it. `type` is what to print; `named` are the codecs it speaks of. */
export type Field = {
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly named: ReadonlyArray<t.Mixed>
}

/** The fields of an object's codec, in order; undefined when it is no object. */
export const fieldsOf = (codec: t.Mixed): ReadonlyArray<Field> | undefined => {
  switch (tagOf(codec)) {
    case 'InterfaceType':
      return propertiesOf(codec, false)
    case 'PartialType':
      return propertiesOf(codec, true)
    case 'ReadonlyType':
    case 'ExactType':
      return fieldsOf(innerOf(codec))
    case 'IntersectionType':
      return membersOf(codec).flatMap((member) => fieldsOf(member) ?? [])
    default:
      return undefined
  }
}

/** The members of a union, else undefined. */
export const choicesOf = (codec: t.Mixed): ReadonlyArray<t.Mixed> | undefined =>
  tagOf(codec) === 'UnionType' ? membersOf(codec) : undefined

/** The words of a keyof, else undefined. */
export const wordsOf = (codec: t.Mixed): ReadonlyArray<string> | undefined =>
  tagOf(codec) === 'KeyofType'
    ? Object.keys((codec as unknown as { readonly keys: object }).keys)
    : undefined

type Told = Pick<Field, 'type' | 'named'>

/** A type in words. Named codecs are linked to their own section; the rest is spelled out. */
export const typeWords = (codec: t.Mixed): Told => {
  switch (tagOf(codec)) {
    case 'StringType':
      return plain('text')
    case 'NumberType':
      return plain('number')
    case 'BooleanType':
      return plain('`true` or `false`')
    case 'UnknownType':
      return plain('any JSON')
    case 'AnyDictionaryType':
      return plain('any object')
    case 'LiteralType':
      return plain(`\`${JSON.stringify((codec as unknown as { readonly value: unknown }).value)}\``)
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return listWords(codec)
    case 'ReadonlyType':
      return isGivenName(codec) ? link(codec) : typeWords(innerOf(codec))
    default:
      return isGivenName(codec) ? link(codec) : spelled(codec)
  }
}

const spelled = (codec: t.Mixed): Told => {
  const words = wordsOf(codec)
  if (words !== undefined) return plain(words.map((word) => `\`"${word}"\``).join(' or '))
  const parts = choicesOf(codec)?.map(typeWords)
  if (parts !== undefined)
    return { type: parts.map(({ type }) => type).join(' or '), named: namedIn(parts) }
  const fields = fieldsOf(codec)
  if (fields === undefined) throw new Error(`No words for the codec ${codec.name}.`)
  const inner = fields.map(
    ({ name, type, optional }) => `\`${name}\`${optional ? '?' : ''}: ${type}`,
  )
  return { type: `{ ${inner.join(', ')} }`, named: namedIn(fields) }
}

const listWords = (codec: t.Mixed): Told => {
  if (isGivenName(codec)) return link(codec)
  const { type, named } = typeWords(innerOf(codec))
  return { type: `list of ${type}`, named }
}

const namedIn = (parts: ReadonlyArray<Told>): ReadonlyArray<t.Mixed> =>
  parts.flatMap(({ named }) => named)

const plain = (type: string): Told => ({ type, named: [] })

const link = (codec: t.Mixed): Told => ({
  type: `[${codec.name}](#${codec.name.toLowerCase()})`,
  named: [codec],
})

// io-ts makes up names such as `{ a: string }` or `Array<string>`; ours are one word.
const isGivenName = ({ name }: t.Mixed): boolean => /^[A-Z]\w+$/.test(name)

const propertiesOf = (codec: t.Mixed, optional: boolean): ReadonlyArray<Field> =>
  Object.entries((codec as unknown as { readonly props: t.Props }).props).map(([name, type]) => ({
    name,
    optional,
    ...typeWords(type),
  }))

const tagOf = (codec: t.Mixed): unknown => ('_tag' in codec ? codec._tag : undefined)

const innerOf = (codec: t.Mixed): t.Mixed => (codec as unknown as { readonly type: t.Mixed }).type

const membersOf = (codec: t.Mixed): ReadonlyArray<t.Mixed> =>
  (codec as unknown as { readonly types: ReadonlyArray<t.Mixed> }).types
