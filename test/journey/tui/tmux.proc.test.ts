import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { type Frame, fitLine, type Line, span } from '../../../cli/tui/frame.js'
import { render } from '../../../cli/tui/terminal/render.js'
import { themeOf } from '../../../cli/tui/theme/theme.js'
import { eventually } from '../../support/eventually.js'
import { createFakePod } from '../../support/fake-pod.js'
import { english, japanese } from '../../support/pictures/words.js'
import { openPty } from '../../support/pty-screen.js'
import { tempHome } from '../../support/temp-home.js'
import { hasTmux, openTmux, type TmuxScreen } from '../../support/tmux.js'
import { sent } from '../../support/tui-journey.js'

const tuiFile = fileURLToPath(new URL('../../support/fixtures/tui-main.js', import.meta.url))
const isHere = await hasTmux()
if (!isHere) console.log('There is no tmux on this machine: its tests are skipped.')
const inTmux = isHere ? test.serial : test.serial.skip

const trimmed = (lines: ReadonlyArray<string>) => lines.map((line) => line.trimEnd())

for (const [width, height] of [
  [40, 10],
  [80, 24],
  [200, 50],
] as const)
  for (const words of [english, japanese])
    inTmux(`tmux of ${width}x${height} shows the screens in ${words.language}`, async (t) => {
      const folder = await tempHome(t)
      const socket = join(folder, 's')
      const pod = createFakePod(words.pod)
      await pod.listen(socket)
      const pty = openPty(process.execPath, [tuiFile, socket], { columns: width, rows: height })
      t.teardown(async () => {
        pty.kill('SIGKILL')
        await pty.exit
        await pod.hangUp()
      })
      const tmux = await openTmux(t, [tuiFile, socket], { width, height })
      const same = async (what: string): Promise<void> => {
        const seen: { tmux: ReadonlyArray<string> } = { tmux: [] }
        await eventually(
          async () => {
            seen.tmux = trimmed(await tmux.lines())
            return seen.tmux.join('\n') === trimmed(pty.lines()).join('\n')
          },
          () => `${what}\n${seen.tmux.join('\n')}\n-- and not --\n${pty.text()}`,
        )
      }
      const turn = pod.session as never
      await tmux.shows('type to')
      await pty.shows('type to')
      await same('the first screen')
      const first = (await tmux.lines()).join()
      const text = `${words.question}\n${words.long}\n`.repeat(height)
      pod.append({ type: 'NoteAdded', data: { turn, kind: 'test', text } })
      await eventually(async () => (await tmux.lines()).join() !== first)
      await same('a long text')
      await tmux.keys('PageUp', '/')
      await tmux.keys('-l', words.long.slice(0, 4))
      pty.write(`\x1b[5~/${words.long.slice(0, 4)}`)
      await tmux.shows('1 of 1')
      await same('a search')
      await leave(tmux)
      t.pass()
    })

const leave = (tmux: TmuxScreen): Promise<void> => tmux.keys('Escape', 'C-c', 'C-c')

inTmux('what takes the place of wide characters is whole in tmux', async (t) => {
  const pairs = [
    ['結果 …', '✓ Write', ' a'],
    ['a結果', 'a✓ ', 'Write b'],
    ['結果', 'x✓ ', 'Write c'],
    ['結', ' ✓ ', 'd'],
    ['✓✓結果です', '✓結✓', '果 e'],
    ['長い名前の列です', '👍 名✓前', ' f'],
    ['結果 …', '✓ ', 'Write g'],
  ] as const
  const frameOf = (lines: ReadonlyArray<Line>): Frame => ({
    width: 40,
    height: 10,
    lines: Array.from({ length: 10 }, (_, row) => fitLine(lines[row] ?? [], 40)),
    scrollHeight: 8,
    cursor: { row: 9, column: 0 },
  })
  const theme = themeOf('dark', 'truecolor')
  const drawing = join(await tempHome(t), 'drawing')
  const before = frameOf(pairs.map(([text]) => [span(text)]))
  const after = frameOf(pairs.map(([, one, two]) => [span(one, 'ok'), span(two, 'bold')]))
  // As the screen runs: tmux writes otherwise where lines wrap.
  const bytes = `\x1b[?7l${render(undefined, before, theme)}${render(before, after, theme)}`
  await writeFile(drawing, bytes)
  const shown = `process.stdout.write(require("fs").readFileSync("${drawing}")); setInterval(Date.now, 1e6)`
  const tmux = await openTmux(t, ['-e', shown], { width: 40, height: 10 })
  await tmux.shows(' f')
  t.deepEqual(
    trimmed(await tmux.lines()).slice(0, pairs.length),
    pairs.map(([, one, two]) => `${one}${two}`),
  )
})

inTmux('40 KB of Japanese that tmux pastes is one chip and arrives whole', async (t) => {
  const folder = await tempHome(t)
  const socket = join(folder, 's')
  const pod = createFakePod()
  await pod.listen(socket)
  t.teardown(pod.hangUp)
  const tmux = await openTmux(t, [tuiFile, socket], { width: 80, height: 24 })
  await tmux.shows('type to')
  const text = '日本語の長い文章です。\n'.repeat(1300)
  const file = join(folder, 'pasted')
  await writeFile(file, text)
  await tmux.paste(file)
  await tmux.shows('#1 | ')
  await tmux.keys('Enter')
  await eventually(() => sent(pod, 'run').length === 1)
  const [run] = sent(pod, 'run')
  const segment = run?.method === 'run' ? run.params.input[0] : undefined
  t.is(segment?.kind === 'paste' ? segment.content : '', text)
})
