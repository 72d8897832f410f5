import * as t from 'io-ts'

const Text = t.type({ kind: t.literal('text'), content: t.string }, 'TextSegment')

const Paste = t.type(
  {
    kind: t.literal('paste'),
    id: t.union([t.string, t.number]),
    chars: t.number,
    lines: t.number,
    content: t.string,
  },
  'PasteSegment',
)

const FileRef = t.intersection(
  [
    t.type({ kind: t.literal('file_ref'), path: t.string }),
    t.partial({ content: t.string, truncated: t.boolean }),
  ],
  'FileRefSegment',
)

/** A kind this version does not know is kept and shown as such. */
const Unknown = t.type({ kind: t.string }, 'UnknownSegment')

/** The codec of each kind of segment that this version knows. */
export const segmentCodecs = { text: Text, paste: Paste, file_ref: FileRef } as const

/**
 * A typed piece of a Submit. `file_ref` arrives with a path alone; the Pod reads the file within
 * scope before the decision and adds `content`, so that what the model sees is in the log.
 */
export type Segment =
  | Readonly<t.TypeOf<typeof Text>>
  | Readonly<t.TypeOf<typeof Paste>>
  | Readonly<t.TypeOf<typeof FileRef>>

/** Storage form: unknown kinds pass through untouched. Known kinds must be whole. */
export const Segment = new t.Type<Segment, unknown>(
  'Segment',
  (u): u is Segment => Unknown.is(u) && codecOf(u.kind).is(u),
  (u, context) => {
    if (!Unknown.is(u)) return t.failure(u, context, 'a segment is an object with a kind')
    return codecOf(u.kind).validate(u, context) as t.Validation<Segment>
  },
  (a) => a,
)

const codecOf = (kind: string): t.Mixed =>
  Object.hasOwn(segmentCodecs, kind) ? segmentCodecs[kind as keyof typeof segmentCodecs] : Unknown

export const Segments = t.readonlyArray(Segment, 'Segments')
export type Segments = ReadonlyArray<Segment>

/** The words of a Submit as the model and a preview read them. */
export const textOf = (segments: Segments): string => segments.map(segmentText).join('')

const segmentText = (segment: Segment): string => {
  switch (segment.kind) {
    case 'text':
    case 'paste':
      return segment.content
    case 'file_ref':
      return `@${segment.path}`
    default:
      return unknownText(segment)
  }
}

const unknownText = (segment: { readonly kind: string }): string => `[${segment.kind}]`
