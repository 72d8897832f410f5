import test from 'ava'
import { sent, startJourney } from '../../support/tui-journey.js'

test.serial(
  'text and Enter typed before the screen is there are kept and sent, once',
  async (t) => {
    const { pod, screen } = await startJourney(t)
    // The program has hardly begun: the terminal still edits lines and makes LF of the Enter key.
    screen.write('typed early\r')
    await screen.until(() => sent(pod, 'run').length > 0, 'the run arrives')
    await screen.shows('sending: typed early')
    t.deepEqual(
      sent(pod, 'run').map((one) => one.method === 'run' && one.params.input),
      [[{ kind: 'text', content: 'typed early' }]],
    )
  },
)

test.serial('Ctrl-J is a newline as soon as the screen is there', async (t) => {
  const { pod, screen } = await startJourney(t)
  await screen.shows('type to start')
  screen.write('one\ntwo\r')
  await screen.until(() => sent(pod, 'run').length > 0, 'the run arrives')
  t.deepEqual(
    sent(pod, 'run').map((one) => one.method === 'run' && one.params.input),
    [[{ kind: 'text', content: 'one\ntwo' }]],
  )
})
