import { readFile } from 'node:fs/promises'
import test from 'ava'
import { startJourney } from '../../support/tui-journey.js'

const restored = { mouse: 'none', bracketedPaste: false, wrap: true }

test.serial(
  'the first screen says where one is, what answers, and what is not guarded',
  async (t) => {
    const { screen } = await startJourney(t)
    await screen.shows('type to start')
    t.true(screen.isAlternate())
    for (const words of [
      'Pod fake',
      'folder: /home/someone/project',
      'not a language model',
      'no approval prompts yet',
      '1 other Pod runs',
      'Ctrl-C twice to leave',
    ])
      t.true(screen.text().includes(words), words)
  },
)

test.serial(
  'leaving restores the terminal and prints the way back and what was not sent',
  async (t) => {
    const { screen } = await startJourney(t)
    await screen.shows('type to start')
    screen.write('half a thought')
    await screen.shows('half a thought')
    screen.write('\x03')
    await screen.shows('again within 3 s')
    // A slow machine may have taken the 3 s by now: another key, then both presses at once.
    screen.write('\x0c\x03\x03')
    await screen.shows('OUTCOME left')
    t.false(screen.isAlternate())
    t.deepEqual(screen.modes(), restored)
    t.true(screen.text().includes('yoi fake'))
    t.true(screen.text().includes('half a thought'))
    t.is((await screen.exit).exitCode, 0)
  },
)

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)
  test.serial(`${signal} restores the terminal and ends with ${code}`, async (t) => {
    const { screen } = await startJourney(t)
    await screen.shows('type to start')
    screen.kill(signal)
    t.is((await screen.exit).exitCode, code)
    await screen.until(() => !screen.isAlternate(), 'the normal screen is back')
    t.deepEqual(screen.modes(), restored)
    t.true(screen.output().includes('\x1b[?25h'))
  })

for (const fault of ['throw', 'reject'])
  test.serial(`a fault (${fault}) restores the terminal before it is printed`, async (t) => {
    const { screen } = await startJourney(t, { env: { FAULT: fault } })
    await screen.shows('type to start')
    screen.write('x')
    t.is((await screen.exit).exitCode, 1)
    await screen.shows('on purpose␛]0;owned␇')
    t.false(screen.isAlternate())
    t.false(screen.output().includes('\x1b]0;'), 'its words drive no terminal')
    t.deepEqual(screen.modes(), restored)
  })

test.serial('the shell gets the terminal on Ctrl-Z and the screen comes back', async (t) => {
  const { screen } = await startJourney(t)
  await screen.shows('type to start')
  screen.write('kept\x1a')
  await screen.until(
    () => screen.output().split('\x1b[?1049h').length === 3,
    'the screen is taken again',
  )
  await screen.shows('> kept')
  t.true(screen.isAlternate())
})

test.serial('Ctrl-Z and Ctrl-L do in a dialog what they do elsewhere', async (t) => {
  const { screen } = await startJourney(t, { args: ['ask'] })
  await screen.shows('Name: default')
  screen.write('日\x1a')
  await screen.until(
    () => screen.output().split('\x1b[?1049h').length === 3,
    'the screen is taken again',
  )
  await screen.shows('Name: default日')
  t.true(screen.isAlternate())
  const draws = screen.output().split('\x1b[2J').length
  screen.write('\x0c')
  await screen.until(() => screen.output().split('\x1b[2J').length > draws, 'all is drawn again')
  await screen.shows('Name: default日')
})

test.serial('stty says the same before and after, whether it is left or killed', async (t) => {
  for (const how of ['left', 'killed']) {
    const { screen } = await startJourney(t, { around: 'stty -a' })
    await screen.shows('type to start')
    const before = screen.output().split('\x1b[?1049h')[0] ?? ''
    if (how === 'left') screen.write('\x03\x03')
    else process.kill(await childOf(screen.pid), 'SIGTERM')
    await screen.exit
    const after = screen.output().slice(screen.output().lastIndexOf('speed'))
    t.is(after.trim(), before.trim(), how)
  }
})

for (const [what, args, sign] of [
  ['the TUI', [], 'type to start'],
  ['the name dialog', ['ask'], 'Name: default'],
] as const)
  test.serial(`a terminal that is gone ends the process in ${what}`, async (t) => {
    const { screen } = await startJourney(t, { args, around: 'true' })
    await screen.shows(sign)
    const child = await childOf(screen.pid)
    screen.hangUp()
    await screen.until(() => !isAlive(child), 'the process has ended')
    t.pass()
  })

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const childOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')[0])

test.serial('NO_COLOR draws attributes and no colour', async (t) => {
  const { screen } = await startJourney(t, { env: { NO_COLOR: '1' } })
  await screen.shows('type to start')
  t.notRegex(screen.output(), /\x1b\[0;(?:\d;)?[39]\d/)
  t.regex(screen.output(), /\x1b\[0;1m/)
})

test.serial('the name dialog says what is wrong and takes a good name', async (t) => {
  const { screen } = await startJourney(t, { args: ['ask'] })
  await screen.shows('Name: default')
  screen.write('/日本')
  await screen.shows('Name: default/日本')
  screen.write('\r')
  await screen.shows('A name has no slash.')
  screen.write('\x7f\x7f\x7f日\r')
  await screen.until(() => screen.output().includes('NAME "default日"'), 'the name is given')
  await screen.shows('Pod fake')
  t.true(screen.isAlternate())
})

test.serial('the name dialog is left by Esc', async (t) => {
  const { screen } = await startJourney(t, { args: ['ask'] })
  await screen.shows('Name: default')
  screen.write('\x1b')
  await screen.until(() => screen.output().includes('NAME null'), 'no name is given')
  t.pass()
})
