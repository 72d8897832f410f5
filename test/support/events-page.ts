import type * as t from 'io-ts'
import { type EventType, eventCodecs } from '../../domain/event/event.js'
import { segmentCodecs } from '../../domain/segment.js'
import { choicesOf, type Field, fieldsOf, typeWords, wordsOf } from './codec-fields.js'
import type { Documented } from './doc-comments.js'

type Comments = ReadonlyMap<string, Documented>

/** docs/events.md: every event with its fields, then the types that they speak of. */
export const eventsPage = (comments: Comments): string => {
  const families = ['session', 'turn', 'conversation', 'inbox'].map((family) =>
    familySection(family, comments),
  )
  const types = [...typesOf(Object.values(eventCodecs).map(dataOf))]
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map((codec) => typeSection(codec, comments))
  return [head, ...families, '## Types', ...types].join('\n\n').trimEnd().concat('\n')
}

const head = `# Events

<!-- Made from the codecs in domain/event/ by \`npm run docs\`. -->

What a record of the log can say. The line around it (\`prev\`, \`seq\`, \`at\`, \`hash\`) and the rules of
change are in [log-format.md](log-format.md). Names and fields are the storage format: unknown fields
are kept, and an event of an unknown name makes a session read-only. \`by\` says who or what caused it:
\`host\` is a person or program outside the agent.`

const familySection = (family: string, comments: Comments): string => {
  const names = (Object.keys(eventCodecs) as ReadonlyArray<EventType>).filter(
    (name) => comments.get(name)?.file === `domain/event/${family}.ts`,
  )
  const title = `## ${family.charAt(0).toUpperCase()}${family.slice(1)}`
  return [title, ...names.map((name) => eventSection(name, comments))].join('\n\n')
}

const eventSection = (name: EventType, comments: Comments): string =>
  [`### ${name}`, commentOf(name, comments), table(fieldsOf(dataOf(eventCodecs[name])) ?? [])].join(
    '\n\n',
  )

const typeSection = (codec: t.Mixed, comments: Comments): string =>
  [`### ${codec.name}`, commentOf(codec.name, comments), body(codec)]
    .filter((part) => part !== '')
    .join('\n\n')

const body = (codec: t.Mixed): string => {
  const choices = membersOf(codec)
  if (choices !== undefined)
    return `One of:\n\n${choices.map((one) => `- ${typeWords(one).type}`).join('\n')}`
  const words = wordsOf(codec)
  if (words !== undefined) return words.map((word) => `- \`"${word}"\``).join('\n')
  const fields = fieldsOf(codec)
  if (fields !== undefined) return table(fields)
  return codec.name === 'Segments' ? `A list of ${typeWords(elementOf(codec)).type}.` : ''
}

const table = (fields: ReadonlyArray<Field>): string =>
  [
    '| field | type | |',
    '| --- | --- | --- |',
    ...fields.map(
      ({ name, type, optional }) => `| \`${name}\` | ${type} |${optional ? ' optional' : ''} |`,
    ),
  ].join('\n')

const commentOf = (name: string, comments: Comments): string => comments.get(name)?.words ?? ''

const dataOf = (codec: t.Mixed): t.Mixed =>
  (codec as unknown as { readonly props: { readonly data: t.Mixed } }).props.data

// Every codec with a name that the given ones lead to, each once.
const typesOf = (
  codecs: ReadonlyArray<t.Mixed>,
  found: Map<string, t.Mixed> = new Map(),
): Iterable<t.Mixed> => {
  for (const codec of codecs.flatMap(namedWithin)) {
    if (found.has(codec.name)) continue
    found.set(codec.name, codec)
    typesOf([codec], found)
  }
  return found.values()
}

const namedWithin = (codec: t.Mixed): ReadonlyArray<t.Mixed> => {
  const choices = membersOf(codec)
  if (choices !== undefined) return choices.flatMap((one) => typeWords(one).named)
  const fields = fieldsOf(codec)
  if (fields !== undefined) return fields.flatMap(({ named }) => named)
  return codec.name === 'Segments' ? typeWords(elementOf(codec)).named : []
}

// A segment is decoded by hand, so that unknown kinds pass; its known kinds are these.
const membersOf = (codec: t.Mixed): ReadonlyArray<t.Mixed> | undefined =>
  codec.name === 'Segment' ? Object.values(segmentCodecs) : choicesOf(codec)

const elementOf = (codec: t.Mixed): t.Mixed => (codec as unknown as { readonly type: t.Mixed }).type
