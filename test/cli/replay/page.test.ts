import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pagedPage } from '../../../cli/replay/page.js'
import { pagerWords } from '../../../cli/replay/pager.js'
import { collectedIo } from '../../support/collected-io.js'
import { ownFolder } from '../../support/sample-log.js'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('')

/** A terminal of ten rows, and a pager that runs this shell line. */
const given = async (t: ExecutionContext, shell: string) => {
  const folder = await ownFolder(t)
  const pager = join(folder, 'pager')
  const seen = join(folder, 'seen')
  await writeFile(pager, `#!/bin/sh\n${shell}\n`)
  await chmod(pager, 0o755)
  const env = { PAGER: `${pager} ${seen}`, PATH: process.env['PATH'] }
  const io = collectedIo({ env })
  const page = pagedPage({ env, stdout: Object.assign(io.stdout, { isTTY: true, rows: 10 }) })
  return { io, page, read: () => readFile(seen, 'utf8') }
}

test('a text that fits on the screen is written to it', async (t) => {
  const { io, page, read } = await given(t, 'cat > "$1"')

  t.true(await page.write(lines(9)))
  await page.close()

  t.is(io.out(), lines(9))
  await t.throwsAsync(read)
})

test('a longer one goes to the pager, all of it, and the page is closed when the pager is', async (t) => {
  const { io, page, read } = await given(t, 'cat > "$1.part" && mv "$1.part" "$1"')

  t.true(await page.write(lines(5)))
  t.true(await page.write(lines(5)))
  t.true(await page.write('end\n'))
  await page.close()

  t.is(io.out(), '')
  t.is(await read(), `${lines(5)}${lines(5)}end\n`)
})

test('less is told to show colours', async (t) => {
  const { page, read } = await given(t, 'echo "$LESS" > "$1"; cat > /dev/null')

  await page.write(lines(20))
  await page.close()

  t.is(await read(), 'R\n')
})

test('without such a pager the text goes to the screen', async (t) => {
  const io = collectedIo({ env: { PAGER: '/there/is/no/pager' } })
  const stdout = Object.assign(io.stdout, { isTTY: true, rows: 10 })
  const page = pagedPage({ env: io.env, stdout })

  t.true(await page.write(lines(20)))
  t.true(await page.write(lines(20)))
  await page.close()

  t.is(io.out(), lines(20) + lines(20))
})

test('who leaves the pager in the middle wants no more', async (t) => {
  const { page } = await given(t, 'head -c 1 > /dev/null')

  let writes = 0
  while (await page.write(lines(2000))) writes += 1
  await page.close()

  t.true(writes < 1_000_000)
})

test('the pager is $PAGER, else less; an empty one or cat is none', (t) => {
  t.deepEqual(pagerWords({}), ['less', '-R'])
  t.deepEqual(pagerWords({ PAGER: 'most  -s' }), ['most', '-s'])
  t.deepEqual(pagerWords({ PAGER: '' }), [])
  t.deepEqual(pagerWords({ PAGER: 'cat' }), [])
})
