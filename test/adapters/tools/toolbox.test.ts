import test from 'ava'
import { toolbox } from '../../../adapters/tools/toolbox.js'
import { folderScope } from '../../../domain/scope/scope.js'
import { toolSpecs } from '../../../domain/tool/tool-specs.js'
import { tempFolder, toolBench } from '../../support/tool-bench.js'

test('the specs are those of the built-in tools', (t) => {
  const folder = tempFolder(t)
  const box = toolbox({
    cwd: folder,
    scope: folderScope(folder),
    spillFolder: folder,
    outputBytesMax: () => 1,
    env: {},
    secretNames: [],
  })
  t.is(box.specs, toolSpecs)
})

test('an unknown tool is a failed result that names the tools', async (t) => {
  const { run } = toolBench(t)
  const result = await run('Sh\u001b[2J', {})
  t.is(result.outcome, 'failed')
  t.is(
    result.content,
    'There is no tool "Sh\\u001b[2J". The tools are Bash, Edit, Glob, Grep, Read, Write.',
  )
})

for (const input of [undefined, null, 5, 'x', [], {}, { path: 5 }, { path: null }, { PATH: 'a' }]) {
  test(`bad input is a failed result that names the key: ${JSON.stringify(input)}`, async (t) => {
    const { run } = toolBench(t)
    const result = await run('Read', input)
    t.like(result, { outcome: 'failed', summary: 'bad input' })
    t.regex(result.content, /expected .*, got /)
  })
}

test('an unknown key is tolerated', async (t) => {
  const { run, put } = toolBench(t)
  put('work/a', 'x')
  t.is((await run('Read', { path: 'a', pages: '1' })).outcome, 'ok')
})

test('no result is longer than its limit, however small that is', async (t) => {
  for (let max = 0; max < 40; max += 1) {
    const { run, put } = toolBench(t, { outputBytesMax: () => max })
    put('work/あ', '漢'.repeat(2000))
    for (const [name, input] of [
      ['Read', { path: 'あ' }],
      ['Grep', { pattern: '漢' }],
      ['Glob', { pattern: '*' }],
      ['Read', { path: 'い' }],
    ] as const) {
      const { content, cut } = await run(name, input)
      t.true(Buffer.byteLength(content) <= max && !content.includes('\uFFFD'))
      t.true((cut?.bytes ?? 0) > 0 || name === 'Glob')
    }
  }
})

test('the limit is asked for each tool', async (t) => {
  const { run, put } = toolBench(t, { outputBytesMax: (tool) => (tool === 'Read' ? 3 : 1000) })
  put('work/a', 'some text')
  t.is((await run('Read', { path: 'a' })).content.length, 3)
  t.is((await run('Grep', { pattern: 'some' })).content, 'a:1:some text')
})
