import test from 'ava'
import { turnNo } from '../../support/record-list.js'
import { startJourney } from '../../support/tui-journey.js'

const finished = { event: 'run_end', data: { result: 'finished', turn: turnNo(1) } } as const

test.serial(
  'the title follows the state and is put back, and the bell rings only behind another window',
  async (t) => {
    const { pod, screen } = await startJourney(t, { name: 'wri\x1b]0;evil\x07ter' })
    // given a screen that is taken: the old title is kept, focus is asked for
    await screen.shows('type to start')
    t.true(screen.output().includes('\x1b[22;0t'))
    t.true(screen.output().includes('\x1b[?1004h'))
    t.false(screen.output().includes('\x1b[?1004l'), 'and nobody takes that back')
    t.true(screen.output().includes('\x1b]2;wri␛]0;evil␇ter — yoi\x07'))
    // when a turn runs and ends while the terminal is looked at
    pod.setStatus({ status: 'running', queue_held: false })
    const title = '\x1b]2;● wri␛]0;evil␇ter — yoi\x07'
    await screen.until(() => screen.output().includes(title), 'the title tells that it runs')
    screen.write('\x1b[Iab')
    await screen.shows('> ab')
    pod.tell(finished)
    // and once more while it is not
    screen.write('\x1b[Ocd')
    await screen.shows('> abcd')
    const before = screen.output().length
    pod.tell(finished)
    const bells = (text: string) => text.replace(/\x1b\][^\x07]*\x07/g, '').split('\x07').length - 1
    await screen.until(() => bells(screen.output().slice(before)) === 1, 'the bell rings')
    // then the first ending was silent
    t.is(bells(screen.output()), 1)
    screen.kill('SIGTERM')
    await screen.exit
    t.true(screen.output().includes('\x1b[?1004l'))
    t.true(screen.output().includes('\x1b]2;\x07\x1b[23;0t'))
  },
)
