import test from 'ava'
import { initialState } from '../../../../cli/tui/initial-state.js'
import { keyTable } from '../../../../cli/tui/keys/keymap.js'
import { slashCommands } from '../../../../cli/tui/menu/slash-command.js'
import { fact, words } from '../../../../cli/tui/panel/panel.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { enterForms } from '../../../../cli/tui/status/status-words.js'
import { submitted } from '../../../support/events.js'
import { recordList, sessionNo } from '../../../support/record-list.js'
import {
  attached,
  editorText,
  hello,
  methods,
  type Play,
  pausedStatus,
  play,
  running,
  screenText,
  snapshot,
  stopping,
} from '../../../support/tui-given.js'

const submittedRecords = recordList([[submitted(1, 'hello')]])

const big = (state: TuiState): TuiState => ({ ...state, size: { width: 100, height: 60 } })

test('a slash as the first character lists every command with a line of help', (t) => {
  const shown = screenText(play(attached(), "'/").state)
  for (const { name, words } of slashCommands) {
    t.true(shown.includes(`/${name}`), name)
    t.true(shown.includes(words), name)
  }
  t.is(play(attached(), "'a", "'/").state.overlay.menu, undefined)
})

test('typing narrows the commands; Enter does the selected one and Tab only writes it', (t) => {
  const state = play(attached(), "'/", "'s").state
  t.deepEqual(
    state.overlay.menu?.rows.map(({ id }) => id),
    ['sessions', 'status'],
  )
  const chosen = play(state, 'Down').state
  t.is(enterForms(chosen)[0], 'Enter to run /status')
  t.is(play(chosen, 'Enter').state.overlay.panel?.of, 'status')
  t.is(editorText(play(chosen, 'Enter').state), '')
  const written = play(chosen, 'Tab').state
  t.is(editorText(written), '/status')
  t.is(play(written, 'Enter').state.overlay.panel?.of, 'status')
})

test('a command is done in every state of the Pod, which hears nothing of it', (t) => {
  for (const status of [running, stopping, pausedStatus]) {
    const done = play(attached({ status }), "'/help", 'Enter')
    t.deepEqual(methods(done.commands), [])
    t.is(done.state.overlay.panel?.of, 'help')
    t.deepEqual(done.state.submits, [])
  }
})

test('what begins with a slash and is no command is a message', (t) => {
  for (const text of [
    ...['/etc/hosts is empty', '/etc/hosts', '/tmp/x', '/tmp/', '/frob/x', '/help/x', '/.git'],
    ...['/tmp', '/Users', '/ what', '/usr and /etc', ' /help', '/frob it', '/word more'],
    ...['/usr/bin/x is broken', '/st 2', '/var is full', '/stat/x is broken', '/ hello'],
  ]) {
    const sent = play(attached(), `'${text}`, 'Enter')
    t.deepEqual(methods(sent.commands), ['run'], text)
    t.is(editorText(sent.state), '', text)
  }
})

test('several lines are a message, whatever they begin with', (t) => {
  const sent = play(attached(), "'/help", 'Ctrl-J', "'me", 'Enter')
  t.deepEqual(methods(sent.commands), ['run'])
})

test('a single unknown /word is asked about and kept', (t) => {
  const asked = play(attached(), "'/frobnicate", 'Enter')
  t.deepEqual(asked.commands, [])
  t.is(editorText(asked.state), '/frobnicate')
  t.regex(
    asked.state.hint?.text ?? '',
    /no command \/frobnicate: see \/help\..*blank before the slash/,
  )
  t.is(enterForms(asked.state)[0], 'Enter sends nothing: no command')
})

test('a command that is nearly right is asked about with the one that may be meant', (t) => {
  for (const [typed, meant] of [
    ['satus', 'status'],
    ['Help', 'help'],
    ['reply', 'replay'],
    ['stats', 'status'],
    ['exit', undefined],
  ]) {
    const asked = play(attached(), `'/${typed}`, 'Enter').state
    t.is(editorText(asked), `/${typed}`)
    const words = meant === undefined ? 'see /help.' : `did you mean /${meant}?`
    const hint = `no command /${typed}: ${words} With a blank`
    t.true(asked.hint?.text.includes(hint), asked.hint?.text)
  }
})

test('a slip of a command with something behind it is asked about as it is alone', (t) => {
  for (const [typed, meant] of [
    ['verfy', 'verify'],
    ['stauts', 'status'],
    ['stat', 'status'],
    ['VER', 'verify'],
  ]) {
    const alone = play(attached(), `'/${typed} `, 'Enter').state.hint?.text ?? ''
    const asked = play(attached(), `'/${typed} abc`, 'Enter')
    t.deepEqual(asked.commands, [])
    t.is(editorText(asked.state), `/${typed} abc`)
    t.is(asked.state.hint?.text, alone)
    t.true(alone.includes(`no command /${typed}: did you mean /${meant}?`), alone)
  }
})

test('what is said of a draft goes with the draft, and stays while only the caret moves', (t) => {
  for (const draft of ["'/frobnicate", "'/status now", "' "]) {
    const asked = play(attached(), draft, 'Enter').state
    t.not(asked.hint, undefined, draft)
    t.is(play(asked, 'Left', 'PageUp').state.hint, asked.hint)
    for (const key of ['Ctrl-U', 'Ctrl-W', "'x", 'Backspace', 'Ctrl-J', 'Ctrl-_', 'Up'])
      t.is(
        play(attached(), "'one", 'Enter', draft, 'Enter', key).state.hint,
        undefined,
        draft + key,
      )
  }
  const cut = play(attached(), "'/frobnicate", 'Enter', 'Alt-U').state
  t.regex(cut.hint?.text ?? '', /^All is cut/)
})

test('a command with something behind it is kept, and the hint says how to send it', (t) => {
  const asked = play(attached(), "'/status of the project", 'Enter')
  t.deepEqual(asked.commands, [])
  t.is(editorText(asked.state), '/status of the project')
  t.regex(asked.state.hint?.text ?? '', /stands alone/)
})

test('a command that is done leaves nothing to undo, and keeps the history', (t) => {
  const done = play(attached(), "'first", 'Enter', "'/help", 'Enter').state
  t.is(editorText(play(done, 'Ctrl-_').state), '')
  t.is(editorText(play(done, 'Escape', 'Up').state), 'first')
})

test('accepting is one step of undo', (t) => {
  const written = play(attached(), "'/", "'st", 'Tab').state
  t.is(editorText(written), '/status')
  t.is(editorText(play(written, 'Ctrl-_').state), '/st')
})

test('while a panel hides the transcript a slash is a command, not a search', (t) => {
  const scrolled: TuiState = { ...attached(), scroll: { tag: 'held', element: 0, line: 0 } }
  t.not(play(scrolled, "'/").state.search, undefined)
  const open = play(attached(), "'/help", 'Enter').state
  const typed = play({ ...open, scroll: scrolled.scroll }, "'/").state
  t.is(typed.search, undefined)
  t.is(typed.overlay.menu?.of, 'commands')
})

test('Esc closes the list of commands; the command can still be entered', (t) => {
  const closed = play(attached(), "'/quit", 'Escape')
  t.deepEqual(closed.commands, [])
  t.is(closed.state.overlay.menu, undefined)
  t.is(enterForms(closed.state)[0], 'Enter to run /quit')
})

test('/quit leaves at once, the Pod stays and the way back is printed', (t) => {
  const { commands } = play(attached({ status: running }), "'/quit", 'Enter')
  t.deepEqual(
    commands.map((command) => (command.type === 'Quit' ? command.farewell : command)),
    [{ reason: 'left', text: 'Pod p goes on. Come back with: yoi p' }],
  )
})

test('/sessions and /pods lead to their pickers, and leave nothing over the screen', (t) => {
  for (const to of ['sessions', 'pods'] as const) {
    const { state, commands } = play(attached(), "'/help", 'Enter', `'/${to}`, 'Enter')
    t.deepEqual(commands, [{ type: 'Switch', to }])
    t.deepEqual(state.overlay, { menu: undefined, dismissed: undefined, panel: undefined })
    t.is(editorText(state), '')
  }
})

test('/help shows every key and every command, and Esc gives the transcript back', (t) => {
  const open = big(play(attached(), "'/help", 'Enter').state)
  const shown = Array.from({ length: 5 }).reduce<{ text: string; state: TuiState }>(
    ({ text, state }) => ({
      text: text + screenText(state),
      state: play(state, 'PageDown').state,
    }),
    { text: '', state: open },
  ).text
  for (const { keys } of keyTable)
    for (const key of keys) t.true(shown.replace(/\s+/g, ' ').includes(key), key)
  for (const { name } of slashCommands) t.true(shown.includes(`/${name}`), name)
  t.is(play(open, 'Escape').state.overlay.panel, undefined)
})

test('/status says what is known at once, and the places when they are there', (t) => {
  const { state, commands } = play(attached({ records: submittedRecords }), "'/status", 'Enter')
  const [look] = commands
  t.is(look?.type === 'ReadPanel' ? look.of : look, 'status')
  const shown = screenText(big(state))
  for (const part of ['session', 'status', 'idle', 'connection', 'live', '/w', 'tip', 'offline'])
    t.true(shown.includes(part), part)
  const asked = state.overlay.panel?.asked ?? 0
  const told = play(state, { type: 'PanelRead', asked, told: [fact('log', '/data/x.jsonl')] }).state
  t.true(screenText(big(told)).includes('/data/x.jsonl'))
})

test('/verify and /replay of a session without a log say so and look at nothing', (t) => {
  for (const name of ['verify', 'replay']) {
    const { state, commands } = play(attached(), `'/${name}`, 'Enter')
    t.deepEqual(commands, [])
    t.true(screenText(state).includes('it has no log'))
  }
})

test('/verify and /replay wait for the Pod, and ask as soon as it has told what stands', (t) => {
  for (const name of ['verify', 'replay'] as const) {
    const early = play(initialState({ width: 80, height: 24 }), `'/${name}`, 'Enter')
    t.deepEqual(early.commands, [])
    t.true(screenText(early.state).includes('waits for the Pod'))
    const named = play(early.state, { type: 'Connected', atMs: 1 }, hello)
    t.deepEqual(named.commands, [])
    const { state, commands } = play(named.state, snapshot({ records: submittedRecords }))
    const asked = state.overlay.panel?.asked ?? 0
    t.deepEqual(commands, [{ type: 'ReadPanel', of: name, asked, session: sessionNo(1) }])
    t.regex(screenText(state), /(Checking|Reading) the log …/)
    t.true(
      screenText(play(state, { type: 'PanelRead', asked, told: [words('is so')] }).state).includes(
        'is so',
      ),
    )
    t.true(screenText(play(named.state, snapshot({})).state).includes('it has no log'))
  }
})

test('a panel that was closed asks nothing when the Pod answers; one that was told asks no more', (t) => {
  const early = play(initialState({ width: 80, height: 24 }), "'/verify", 'Enter').state
  const told: ReadonlyArray<Play> = [
    { type: 'Connected', atMs: 1 },
    hello,
    snapshot({ records: submittedRecords }),
  ]
  t.deepEqual(
    play(early, 'Escape', ...told).commands.map(({ type }) => type),
    ['LeavePanel'],
  )
  const open = play(early, ...told).state
  t.deepEqual(play(open, { event: 'status', data: running }, ...told).commands, [])
})

test('/status asks for the places of the session when the Pod has told which it is', (t) => {
  const early = play(initialState({ width: 80, height: 24 }), "'/status", 'Enter')
  t.like(early.commands, [{ type: 'ReadPanel', session: undefined }])
  const live = play(early.state, { type: 'Connected', atMs: 1 }, hello, snapshot({}))
  t.like(live.commands, [{ type: 'ReadPanel', of: 'status', session: sessionNo(1) }])
})

test('an answer for a panel that was closed or replaced is dropped', (t) => {
  const verify = play(attached({ records: submittedRecords }), "'/verify", 'Enter').state
  const asked = verify.overlay.panel?.asked ?? 0
  const late = { type: 'PanelRead', asked, told: [words('intact')] } as const
  const closed = play(verify, 'Escape')
  t.deepEqual(closed.commands, [{ type: 'LeavePanel' }])
  t.is(play(closed.state, late).state.overlay.panel, undefined)
  const other = play(verify, "'/status", 'Enter').state
  t.is(play(other, late).state.overlay.panel?.told, undefined)
  t.true(screenText(play(verify, late).state).includes('intact'))
})

test('a panel scrolls by lines, pages and to its ends, and never beyond them', (t) => {
  const asked = play(attached({ records: submittedRecords }), "'/verify", 'Enter').state
  const lines = Array.from({ length: 100 }, (_, at) => words(`line ${at}.`))
  const told = { type: 'PanelRead', asked: asked.overlay.panel?.asked ?? 0, told: lines } as const
  const { state } = play(asked, told)
  t.true(screenText(state).includes('line 0.'))
  t.true(screenText(play(state, 'Up', 'PageUp', 'Wheel-Up').state).includes('line 0.'))
  t.false(screenText(play(state, 'Down').state).includes('line 0.'))
  t.true(screenText(play(state, 'Ctrl-End').state).includes('line 99.'))
  t.true(screenText(play(state, 'Ctrl-End', 'PageDown', 'Down').state).includes('line 99.'))
  t.true(screenText(play(state, 'Ctrl-End', 'Ctrl-Home').state).includes('line 0.'))
  t.true(screenText(play(state, 'PageDown', 'PageUp').state).includes('line 0.'))
})

test('while a panel is open typing goes on below it, and the arrows are for the text', (t) => {
  const open = play(attached(), "'/help", 'Enter', "'ab", 'Ctrl-J', "'cd", 'Up').state
  t.is(open.editor.caret, 2)
  t.is(open.overlay.panel?.top, 0)
  t.deepEqual(methods(play(open, 'Enter').commands), ['run'])
})

test('an input that is sent closes the panel, which would hide its turn; one refused does not', (t) => {
  for (const name of ['help', 'status', 'verify', 'replay']) {
    const open = play(attached({ records: submittedRecords }), `'/${name}`, 'Enter').state
    const sent = play(open, "'go on", 'Enter')
    t.is(sent.state.overlay.panel, undefined, name)
    t.true(screenText(sent.state).includes('go on'), name)
    t.is(sent.commands.filter(({ type }) => type === 'LeavePanel').length, 1, name)
    t.not(play(open, "'  ", 'Enter').state.overlay.panel, undefined, name)
  }
  const { commands } = play(attached(), "'go on", 'Enter')
  t.false(commands.some(({ type }) => type === 'LeavePanel'))
})

test('a replay opens at its end and stays there when its text comes', (t) => {
  const asked = play(attached({ records: submittedRecords }), "'/replay", 'Enter').state
  const lines = Array.from({ length: 100 }, (_, at) => words(`line ${at}.`))
  const told = { type: 'PanelRead', asked: asked.overlay.panel?.asked ?? 0, told: lines } as const
  t.true(screenText(play(asked, told).state).includes('line 99.'))
})
