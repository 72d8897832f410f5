/** Damage to a log of good lines: its bytes then, and the line that has to be named. */
export type Damage = {
  readonly name: string
  readonly make: (lines: ReadonlyArray<Buffer>, chance: number) => Damaged
}

type Damaged = { readonly bytes: Buffer; readonly line: number }

const newline = Buffer.from('\n')

const bytesOf = (lines: ReadonlyArray<Buffer>): Buffer =>
  Buffer.concat(lines.flatMap((line) => [line, newline]))

// One of the lines but the last, by its index.
const inner = (lines: ReadonlyArray<Buffer>, chance: number): number => chance % (lines.length - 1)

const at = (lines: ReadonlyArray<Buffer>, index: number): Buffer => lines[index] as Buffer

// Puts other bytes in the place of one line.
const inPlace = (
  name: string,
  change: (line: Buffer, chance: number, lines: ReadonlyArray<Buffer>) => Buffer,
): Damage => ({
  name,
  make: (lines, chance) => {
    const index = inner(lines, chance)
    const bytes = bytesOf(lines.with(index, change(at(lines, index), chance, lines)))
    return { bytes, line: index + 1 }
  },
})

const inserted = (line: Buffer, place: number, bytes: Buffer): Buffer =>
  Buffer.concat([line.subarray(0, place), bytes, line.subarray(place)])

/** Every kind of damage that is made by chance; each must be reported on the line that it gives. */
export const damages: ReadonlyArray<Damage> = [
  {
    name: 'a record dropped',
    make: (lines, chance) => {
      const index = inner(lines, chance)
      return { bytes: bytesOf(lines.toSpliced(index, 1)), line: index + 1 }
    },
  },
  {
    name: 'a record doubled',
    make: (lines, chance) => {
      const index = inner(lines, chance)
      return { bytes: bytesOf(lines.toSpliced(index, 0, at(lines, index))), line: index + 2 }
    },
  },
  {
    name: 'two records swapped',
    make: (lines, chance) => {
      const index = inner(lines, chance)
      const other = index + 1 + (chance % (lines.length - 1 - index))
      const swapped = lines.with(index, at(lines, other)).with(other, at(lines, index))
      return { bytes: bytesOf(swapped), line: index + 1 }
    },
  },
  {
    name: 'two records glued',
    make: (lines, chance) => {
      const index = inner(lines, chance)
      const glued = Buffer.concat([at(lines, index), at(lines, index + 1)])
      return { bytes: bytesOf(lines.toSpliced(index, 2, glued)), line: index + 1 }
    },
  },
  {
    name: 'a record with a stranger for the end of its text',
    make: (lines, chance) => {
      const index = inner(lines, chance)
      const half = at(lines, index).subarray(0, 1 + (chance % 200))
      return {
        bytes: bytesOf(lines.with(index, Buffer.concat([half, at(lines, index + 1)]))),
        line: index + 1,
      }
    },
  },
  {
    name: 'a record moved in from another session',
    make: (lines, chance) => {
      const index = inner(lines, chance)
      const other = at(lines, index)
        .toString()
        .replaceAll('0192', '0193')
        .replace(/"prev":"[0-9a-f]{8}/, '"prev":"00000001')
      return { bytes: bytesOf(lines.with(index, Buffer.from(other))), line: index + 1 }
    },
  },
  {
    name: 'the beginning gone',
    make: (lines, chance) => ({ bytes: bytesOf(lines.slice(inner(lines, chance) + 1)), line: 1 }),
  },
  inPlace('a run of zeros', (line, chance) => {
    const zeroed = Buffer.from(line)
    const from = chance % line.length
    return zeroed.fill(0, from, Math.min(line.length, from + 1 + (chance % 512)))
  }),
  inPlace('a line of zeros', (line) => Buffer.alloc(line.length)),
  inPlace('an empty line', () => Buffer.alloc(0)),
  inPlace('a carriage return at its end', (line) => Buffer.concat([line, Buffer.from('\r')])),
  inPlace('a byte order mark', (line) => Buffer.concat([Buffer.from('\ufeff'), line])),
  inPlace('a byte that is no UTF-8', (line, chance) =>
    inserted(line, chance % line.length, Buffer.from([0xff])),
  ),
  inPlace('a key doubled in front', (line) => inserted(line, 1, Buffer.from('"prev":"0000",'))),
  inPlace('another object', () => Buffer.from('{"type":"user","text":"hello"}')),
  inPlace('a list', () => Buffer.from('[[1, 2]]')),
  inPlace('deep nesting', () => Buffer.from(`${'['.repeat(100_000)}`)),
  inPlace('cut short', (line, chance) => line.subarray(0, chance % line.length)),
]
