import test from 'ava'
import fc from 'fast-check'
import { type Frame, lineWidth } from '../../cli/tui/frame.js'
import { render } from '../../cli/tui/terminal/render.js'
import { themeOf } from '../../cli/tui/theme/theme.js'
import { anyText } from '../support/any-text.js'
import { createEmulator } from '../support/emulator.js'
import { catalogue } from '../support/pictures/catalogue.js'
import { english, type Words } from '../support/pictures/words.js'
import { fcOptions } from '../support/rounds.js'

const theme = themeOf('dark', '16')

/** The words of a picture, every one of them hostile: names, paths, errors, inputs, outputs. */
const hostileWords: fc.Arbitrary<Words> = fc
  .array(anyText, { minLength: 3, maxLength: 3 })
  .map((texts) => {
    const fields = Object.entries(english).map(([name, value], n) => {
      const text = texts[n % texts.length] ?? ''
      return [name, Array.isArray(value) ? texts : text]
    })
    return { ...english, ...Object.fromEntries(fields), language: 'en' }
  })

const size = fc.record({
  width: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 })),
  height: fc.integer({ min: 1, max: 60 }),
})

const faultsOf = (frame: Frame, { width, height }: { width: number; height: number }) =>
  [
    frame.lines.length === height ? '' : `${frame.lines.length} lines`,
    ...frame.lines.map((line, row) => (lineWidth(line) <= width ? '' : `row ${row} is too wide`)),
    /[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u.test(
      frame.lines.flatMap((line) => line.map(({ text }) => text)).join(''),
    )
      ? 'unsafe characters'
      : '',
    frame.cursor.row >= 0 && frame.cursor.row < height ? '' : 'the caret is off the rows',
    frame.cursor.column >= 0 && frame.cursor.column < width ? '' : 'the caret is off the columns',
  ].filter((fault) => fault !== '')

for (const picture of catalogue)
  test(`whatever its texts are, ${picture.name} fits any screen, and a terminal shows it`, async (t) => {
    await fc.assert(
      fc.asyncProperty(hostileWords, size, fc.boolean(), async (words, place, isDrawn) => {
        const frame = picture.frame({ size: place, words })
        t.deepEqual(faultsOf(frame, place), [])
        if (!isDrawn) return
        const terminal = await createEmulator(place)
        await terminal.write(render(undefined, frame, theme))
        t.deepEqual(terminal.differences(frame), [])
      }),
      fcOptions(1 / 10),
    )
  })
