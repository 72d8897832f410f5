import test, { type ExecutionContext } from 'ava'
import { verifies } from '../../support/failing-log.js'
import { type LiveSession, liveSession } from '../../support/live-session.js'
import { call, text } from '../../support/scripted-model.js'

test('a reply cut off at max_tokens ends the turn at its limit, and the next run works', async (t) => {
  const session = liveSession()
  await session.run('one')
  ;(await session.model.request(1)).reply([text('So far')], 'max_tokens')
  const end = await session.nth('run_end', 1)
  t.is(end.data.result, 'limit_reached')
  t.regex(end.data.error?.message ?? '', /model\.max_tokens/)
  await nextRunIsWhole(t, session)
})

test('a full context window ends the turn at its limit and says what can be done', async (t) => {
  const session = liveSession()
  await session.run('one')
  ;(await session.model.request(1)).reply([text('So')], 'model_context_window_exceeded')
  const end = await session.nth('run_end', 1)
  t.is(end.data.result, 'limit_reached')
  t.regex(end.data.error?.message ?? '', /context window.*new session/)
  await nextRunIsWhole(t, session)
})

test('calls of a reply that was cut off do not run, and each has its result', async (t) => {
  const session = liveSession()
  await session.run('one')
  const cut = [text('I run it.'), call('Bash', { command: 'make' }, 'a')]
  ;(await session.model.request(1)).reply(cut, 'max_tokens')
  t.is((await session.nth('run_end', 1)).data.result, 'limit_reached')
  t.deepEqual(session.tools.ran, [])
  await nextRunIsWhole(t, session)
})

test('a refusal is said in a note and finishes the turn', async (t) => {
  const session = liveSession()
  await session.run('one')
  ;(await session.model.request(1)).reply([], 'refusal')
  t.is((await session.nth('run_end', 1)).data.result, 'finished')
  t.regex(noteIn(session), /refused/)
  await nextRunIsWhole(t, session)
})

test('an empty reply is said in a note and finishes the turn', async (t) => {
  const session = liveSession()
  await session.run('one')
  ;(await session.model.request(1)).reply([text(' \n')])
  t.is((await session.nth('run_end', 1)).data.result, 'finished')
  t.regex(noteIn(session), /empty/)
  await nextRunIsWhole(t, session)
})

test('a model that pauses its own turn is asked to go on', async (t) => {
  const session = liveSession()
  await session.run('one')
  ;(await session.model.request(1)).reply([text('Half,')], 'pause_turn')
  const second = await session.model.request(2)
  const roles = second.body.messages.map(({ role }) => role)
  // The API takes no request that ends with the model's own words.
  t.deepEqual(roles, ['user', 'assistant', 'user'])
  t.regex(JSON.stringify(second.body.messages[1]), /Half,/)
  second.reply([text('and whole.')])
  t.is((await session.nth('run_end', 1)).data.result, 'finished')
  t.is(session.types().filter((type) => type === 'RoundStarted').length, 2)
  await verifies(t, session.log.lines())
})

test('a tool that fails gives its result to the model and the turn goes on', async (t) => {
  const session = liveSession()
  await session.run('one')
  ;(await session.model.request(1)).reply([call('Bash', {}, 'a')])
  ;(await session.tools.running(1)).finish({ outcome: 'failed', content: 'no such file' })
  const second = await session.model.request(2)
  t.regex(JSON.stringify(second.body.messages.at(-1)), /no such file/)
  t.regex(JSON.stringify(second.body.messages.at(-1)), /"is_error":true/)
  second.reply([text('It failed.')])
  t.is((await session.nth('run_end', 1)).data.result, 'finished')
})

const noteIn = (session: LiveSession): string =>
  session
    .records()
    .flatMap((record) => (record.type === 'NoteAdded' ? [record.data.text] : []))
    .join()

// Each call of the next request has exactly one result, and no block of text is blank.
const nextRunIsWhole = async (t: ExecutionContext, session: LiveSession): Promise<void> => {
  const sent = session.model.sent.length
  await session.run('two')
  const request = await session.model.request(sent + 1)
  const blocks = request.body.messages.flatMap(({ content }) => content)
  const called = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
  const answered = blocks.flatMap((block) =>
    block.type === 'tool_result' ? [block.tool_use_id] : [],
  )
  t.deepEqual(answered, called)
  t.false(blocks.some((block) => block.type === 'text' && block.text.trim() === ''))
  request.reply([text('yes')])
  t.is((await session.nth('run_end', 2)).data.result, 'finished')
  await verifies(t, session.log.lines())
}
