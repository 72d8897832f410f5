import test from 'ava'
import { limits } from '../../domain/limits.js'
import type { Segments } from '../../domain/segment.js'
import { segmentFault } from '../../domain/segment-fault.js'
import { fitsFrame } from '../../domain/segment-size.js'

const most = limits.segmentBytesMax
const text = (content: string): Segments => [{ kind: 'text', content }]

test('a segment is measured by the UTF-8 of its text, not by what it takes as JSON', (t) => {
  for (const content of ['x'.repeat(most), '"'.repeat(most), '日'.repeat(Math.floor(most / 3))])
    t.is(segmentFault(text(content)), undefined)
  t.is(
    segmentFault([{ kind: 'paste', id: 1, chars: most, lines: 1, content: 'x'.repeat(most) }]),
    undefined,
  )
  for (const content of ['x'.repeat(most + 1), '日'.repeat(most / 2)])
    t.regex(segmentFault(text(content)) ?? '', /^Segment 0 is larger than 4194304 bytes: put it/)
})

test('a text fits into a frame as long as it does as JSON', (t) => {
  t.true(fitsFrame(text('x'.repeat(most))))
  t.true(fitsFrame(text('"'.repeat(most - 1024))))
  t.false(fitsFrame(text('"'.repeat(most))))
  t.false(fitsFrame(text('\x01'.repeat(most / 2))))
})
