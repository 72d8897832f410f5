import test from 'ava'
import { systemPrompt } from '../../../adapters/manifest/system-prompt.js'

const parts = {
  cwd: '/work/proj',
  date: '2026-01-02',
  scopeSummary: ['write /work/proj and below', 'not read /work/proj/.env'],
}

test('the prompt names the folder, the date, the scope and the tools', (t) => {
  const prompt = systemPrompt(parts)
  const tools = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash']
  for (const word of ['/work/proj', '2026-01-02', ...parts.scopeSummary, ...tools]) {
    t.true(prompt.includes(word), word)
  }
})

test('the same parts give the same bytes, and no time of day', (t) => {
  t.is(systemPrompt(parts), systemPrompt({ ...parts }))
  t.false(/\d\d:\d\d/.test(systemPrompt(parts)))
})

test('the instruction and AGENTS.md stand at the end, marked as what they are', (t) => {
  const prompt = systemPrompt({ ...parts, instruction: 'Be brief.\n', agentsMd: '# Rules\n' })
  t.true(
    prompt.endsWith(
      '<instruction>\nBe brief.\n</instruction>\n\n<agents_md>\n# Rules\n</agents_md>',
    ),
  )
})

test('blank parts leave no empty sections', (t) => {
  t.is(systemPrompt({ ...parts, instruction: ' \n', agentsMd: '' }), systemPrompt(parts))
})
