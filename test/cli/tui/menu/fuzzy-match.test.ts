import test from 'ava'
import fc from 'fast-check'
import { emptyEditor, insertText } from '../../../../cli/tui/editor/editor.js'
import { toSegments } from '../../../../cli/tui/editor/editor-segments.js'
import { fileEntries } from '../../../../cli/tui/menu/file-listing.js'
import { fileName, pathOfQuoted } from '../../../../cli/tui/menu/file-name.js'
import { fileRows } from '../../../../cli/tui/menu/file-rows.js'
import { fileWordAt } from '../../../../cli/tui/menu/file-word.js'
import { fuzzyScore, placesMet, targetOf } from '../../../../cli/tui/menu/fuzzy-match.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'

const best = (query: string, ...paths: ReadonlyArray<string>): string | undefined =>
  fileRows(query, fileEntries(paths))[0]?.id

test('what begins a part of a path, a word or a hump comes before what lies within', (t) => {
  t.is(best('st', 'src/lost.ts', 'src/state.ts'), 'src/state.ts')
  t.is(best('sl', 'src/hassle.ts', 'src/status-line.ts'), 'src/status-line.ts')
  t.is(best('gn', 'src/design.ts', 'src/getName.ts'), 'src/getName.ts')
  t.is(best('main', 'domain/x.ts', 'cli/main.ts'), 'cli/main.ts')
})

test('what follows on itself comes before what is strewn', (t) => {
  t.is(best('word', 'w/o/r/x/d.ts', 'a/password.ts'), 'a/password.ts')
})

test('a name is met before its folders, and the nearer before the deeper', (t) => {
  t.is(best('editor', 'editor/x/y.ts', 'cli/editor.ts'), 'editor/')
  t.is(best('read', 'a/b/README.md', 'README.md'), 'README.md')
})

test('case and width of letters do not matter', (t) => {
  t.is(best('README', 'readme.md'), 'readme.md')
  t.is(best('ｒｅａｄ', 'readme.md'), 'readme.md')
  t.is(best('カナ', 'ｶﾅ.txt'), 'ｶﾅ.txt')
  t.is(best('İ', 'İstanbul'), 'İstanbul')
})

test('the places that were met are told in order', (t) => {
  t.deepEqual(placesMet('sl', targetOf('status-line')), [0, 7])
  t.deepEqual(placesMet('ab', targetOf('cacab')), [3, 4])
  t.is(fuzzyScore('ba', targetOf('ab')), undefined)
  t.deepEqual(placesMet('ba', targetOf('ab')), [])
})

test('a text is met exactly when the query is a part of it, in its order', (t) => {
  const small = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', '/', '.', '-', '日'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(
      small,
      fc.string({ unit: fc.constantFrom('a', 'b', '/', '日'), maxLength: 4 }),
      (text, query) => {
        const target = targetOf(text)
        const isMet = new RegExp(query.split('').join('[^]*')).test(target.folded)
        t.is(fuzzyScore(query, target) !== undefined, isMet, `${query} in ${text}`)
        const places = placesMet(query, target)
        t.is(places.map((at) => target.folded[at]).join(''), isMet ? query : '')
        t.deepEqual(
          places.toSorted((a, b) => a - b),
          places,
        )
      },
    ),
    fcOptions(5),
  )
})

test('any path is written so that the editor reads it as that path', (t) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const path = text.replaceAll(/[\0\p{Surrogate}]/gu, '')
      if (path === '') return
      const editor = insertText(`@${fileName(path)} `, emptyEditor)
      t.deepEqual(toSegments(editor)[0], { kind: 'file_ref', path })
    }),
    fcOptions(5),
  )
})

test('what is typed of any folder is what the list looks for', (t) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folder = `${text.replaceAll(/[\0\p{Surrogate}]/gu, '')}/`
      const word = fileWordAt(insertText(`see @${fileName(folder, true)}`, emptyEditor))
      // A long path is not looked for; what joins the @ makes it another sign.
      if (word !== undefined) t.deepEqual(word, { start: 4, query: folder })
      else t.true(folder.length > 200 || /^[\p{M}\u200d]/u.test(folder))
    }),
    fcOptions(5),
  )
})

test('only a JSON string with something in it is a quoted name', (t) => {
  t.is(pathOfQuoted('"a b"'), 'a b')
  for (const word of ['""', '"a', '12', 'null', '"\\q"']) t.is(pathOfQuoted(word), undefined, word)
})

test('twenty thousand files give at most a hundred rows', (t) => {
  const paths = Array.from({ length: 20_000 }, (_, n) => `src/part${n % 100}/file${n}.ts`)
  t.is(fileRows('f1', fileEntries(paths)).length, 100)
  t.is(fileRows('file19999', fileEntries(paths))[0]?.id, 'src/part99/file19999.ts')
})
