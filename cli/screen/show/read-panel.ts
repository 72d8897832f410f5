import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as J from 'fp-ts/lib/Json.js'
import * as t from 'io-ts'
import { readRegular } from '../../../adapters/node/open-regular.js'
import { type Paths, pathsFrom } from '../../../adapters/node/paths.js'
import { RecordRef, type SessionId } from '../../../domain/ids.js'
import type { CommandIo } from '../../command.js'
import { packageInfo } from '../../package-info.js'
import { logPath } from '../../sessions/session-place.js'
import type { Sources } from '../../tui/answering.js'
import type { Style } from '../../tui/frame.js'
import { fact, type PanelItem, words } from '../../tui/panel/panel.js'
import { refWords } from '../../tui/panel/status-items.js'
import { replayItem } from './replay-item.js'
import { type YoiText, yoiText } from './yoi-text.js'

/** What the panels of the screen show besides its state: files, and what commands of yoi say. */
export const readPanel =
  (io: CommandIo): Sources['readPanel'] =>
  async ({ of, session }, signal) => {
    const told = async (...argv: ReadonlyArray<string>) => yoiText(argv, io, signal)
    switch (of) {
      case 'help':
        return []
      case 'status':
        return placesOf(pathsFrom(io.env), session)
      case 'verify':
        return verdictOf(await told('verify', session ?? ''))
      case 'replay':
        return textOf(await told('replay', session ?? ''))
    }
  }

const placesOf = async (
  paths: Paths,
  session: SessionId | undefined,
): Promise<ReadonlyArray<PanelItem>> => [
  ...(session === undefined ? [] : await sessionFacts(paths, session)),
  fact('yoi', packageInfo().version),
]

const sessionFacts = async (
  paths: Paths,
  session: SessionId,
): Promise<ReadonlyArray<PanelItem>> => {
  const head = await headOf(paths, session)
  return [
    ...(head === undefined ? [] : [fact('head', `${refWords(head)}, at the last rest`)]),
    fact('log', logPath(paths, session)),
  ]
}

const Headed = t.type({ head: RecordRef }, 'Headed')

// The file is a projection: it may be behind, and where there is none there is nothing to say.
const headOf = async (paths: Paths, session: SessionId): Promise<RecordRef | undefined> => {
  const text = await readRegular(join(paths.projections, session, 'status.json')).catch(() => '')
  const file = J.parse(text)
  return E.isRight(file) && Headed.is(file.right) ? file.right.head : undefined
}

// 3 is the verdict that the log is not whole; any other failure says nothing of it.
const verdictStyles: ReadonlyMap<number | null, Style> = new Map([
  [0, 'ok'],
  [3, 'error'],
])

const verdictOf = (told: YoiText): ReadonlyArray<PanelItem> => {
  const [first = '', ...rest] = linesOf(told)
  const style = verdictStyles.get(told.code) ?? 'warning'
  return [words(first, style), ...rest.map((line) => words(line))]
}

const textOf = (told: YoiText): ReadonlyArray<PanelItem> => {
  const left = told.isCut ? [words('… what came before is left out here', 'dim')] : []
  return [...left, ...linesOf(told).map(replayItem)]
}

const linesOf = ({ text, code }: YoiText): ReadonlyArray<string> => {
  const lines = text.trimEnd().split('\n')
  return text.trim() === ''
    ? [`The command ended with ${code ?? 'a signal'} and said nothing.`]
    : lines
}
