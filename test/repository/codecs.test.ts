import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  BlockPiece,
  StartedBlock,
  StreamEvent,
} from '../../adapters/model/anthropic/stream-event.js'
import { eventCodecs } from '../../domain/event/event.js'
import { methodCodecs } from '../../domain/protocol/method.js'
import { ReplyBlock } from '../../domain/reply.js'
import { segmentCodecs } from '../../domain/segment.js'
import { ItemBlock } from '../../domain/turn/item.js'

type Union = t.Mixed & { readonly types: ReadonlyArray<t.Mixed> }

const unions: ReadonlyArray<Union> = [ReplyBlock, ItemBlock, StreamEvent, StartedBlock, BlockPiece]

// A union with an index by tag tries one member; one without tries each, and has an error of each.
const triedBy = (union: Union, value: unknown): ReadonlySet<string> => {
  const decoded = union.decode(value)
  const errors = E.isLeft(decoded) ? decoded.left : []
  return new Set(errors.map(({ context }) => context[1]?.key ?? ''))
}

// The literal with which a codec demands this key, wherever in an intersection it stands.
const literalAt = (codec: t.Mixed, key: string): unknown => {
  if (codec instanceof t.IntersectionType)
    return (codec.types as ReadonlyArray<t.Mixed>)
      .map((one) => literalAt(one, key))
      .find((one) => one !== undefined)
  const property: unknown = codec instanceof t.InterfaceType ? codec.props[key] : undefined
  return property instanceof t.LiteralType ? property.value : undefined
}

for (const union of unions)
  test(`${union.name} finds its member by the tag and tries no other`, (t) => {
    t.true(union.types.length > 3)
    for (const [index, member] of union.types.entries()) {
      const tag = literalAt(member, 'type')
      t.is(typeof tag, 'string')
      const tried = triedBy(union, { type: tag, text: 0, data: 0, id: 0, thinking: 0, index: 'x' })
      for (const key of tried) t.is(key, String(index))
    }
  })

test('a union with an open member would be found out', (t) => {
  const open = openUnion()
  t.is(triedBy(open, { type: 'a', a: 0 }).size, 2)
})

test('each event, method and segment has the tag and the name under which it is found', (t) => {
  for (const [name, codec] of Object.entries(eventCodecs)) {
    t.is(literalAt(codec, 'type'), name)
    t.is(codec.name, name)
  }
  for (const [name, codec] of Object.entries(methodCodecs)) {
    t.is(literalAt(codec, 'method'), name)
    t.is(codec.name, name)
  }
  for (const [kind, codec] of Object.entries(segmentCodecs)) t.is(literalAt(codec, 'kind'), kind)
})

const openUnion = (): Union =>
  t.union([t.type({ type: t.literal('a'), a: t.string }), t.type({ type: t.string, b: t.string })])
