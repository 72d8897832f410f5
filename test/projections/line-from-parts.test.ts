import test from 'ava'
import fc from 'fast-check'
import { checkPart } from '../../adapters/log/check-part.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { refOf } from '../../domain/log/record.js'
import { fold } from '../../domain/projection.js'

import { lineFromParts } from '../../projections/line-from-parts.js'
import { sessionLine } from '../../projections/session-line.js'
import { fcOptions } from '../support/rounds.js'
import {
  asked,
  firstTurn,
  paused,
  resetTo,
  said,
  sealStory,
  someSession,
  stopAsked,
  submitted,
  wholeTurn,
} from '../support/story.js'

const sealed = sealStory([
  ...firstTurn(someSession(1)),
  ...wholeTurn(2, '日本\\"語\n😀\u0007', 'はい "a"\\ b'),
])
const text = sealed.map(({ line }) => `${line}\n`).join('')
const partOf = (part: string) => checkPart(sha256)({ bytes: Buffer.from(part), offset: 1 })
const read = (...parts: ReadonlyArray<string>) =>
  lineFromParts(parts.map(partOf), sessionLine.initial)

test('a log read whole gives the line of its fold', (t) => {
  const whole = fold(
    sessionLine,
    sealed.map(({ record }) => record),
  )

  t.deepEqual(read(text), whole)
  t.deepEqual(read(text.slice(0, 900), text), whole)
})

test('a beginning that is cut within its first line still gives folder and time', (t) => {
  const line = read(text.slice(0, 300), '')

  t.is(line.cwd, '/work/here')
  t.is(line.created, sealed[0]?.record.at)
})

test('words that are cut within an escape are given up to it', (t) => {
  const [only] = sealStory([[submitted(1, 'a"b\u0007c')]])
  const at = only?.line.indexOf('\\u0007') ?? 0

  t.is(read('', only?.line.slice(0, at + 4) ?? '').words.user, 'a"b')
  t.is(read('', only?.line.slice(0, at + 6) ?? '').words.user, 'a"b␇')
})

test('a turn that is taken back, of whose input only the beginning was read, gives back how the one before stood', (t) => {
  const groups = [
    ...firstTurn(someSession(1)),
    [submitted(2, 'again'), asked(2)],
    [paused(2)],
    [submitted(3, 'long'), asked(3)],
  ]
  const origin = sealStory(groups).at(-3)?.record
  if (origin === undefined) throw new Error('a story has records')
  const lines = sealStory([...groups, [stopAsked(3), resetTo(3, refOf(origin))]])
  const input = lines.findLastIndex(({ record }) => record.type === 'InputSubmitted')
  const textOf = (from: number, to?: number) =>
    lines
      .slice(from, to)
      .map(({ line }) => `${line}\n`)
      .join('')
  const cut = lines[input]?.line.slice(0, -80) ?? ''

  t.is(read(textOf(0)).fate, 'paused')
  t.is(read(textOf(0, input) + cut, textOf(input + 1)).fate, 'paused')
})

test('what an unfinished group at the end says never happened', (t) => {
  const more = sealStory([[submitted(3, 'never'), asked(3), said(3, 'no')]])
  const torn = more.slice(0, 2).map(({ line }) => `${line}\n`)

  t.deepEqual(read(text + torn.join('')), read(text))
})

test('parts from any place of a log, or of any text, give a line whose words were said', (t) => {
  const known = ['What is here?', 'Two files.', '日本\\"語 😀␇', 'はい "a"\\ b']
  const place = fc.nat(text.length)
  t.notThrows(() =>
    fc.assert(
      fc.property(place, place, fc.string(), (from, to, noise) => {
        const { words } = read(text.slice(0, to), text.slice(from))
        const said = [words.user, words.assistant].flatMap((word) => word ?? [])
        return (
          said.every((word) => known.some((one) => one.startsWith(word.replace(/.$/u, '')))) &&
          read(noise, noise).records === 0
        )
      }),
      fcOptions(10),
    ),
  )
})
