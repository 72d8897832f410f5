import type { SessionId } from '../../../domain/ids.js'
import type { Style } from '../frame.js'

/** A piece of what a panel shows, drawn for any width. */
export type PanelItem =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'words'; readonly text: string; readonly style: Style }
  | {
      /** Text of which nothing is lost at a break, as what a file holds or a tool gave. */
      readonly kind: 'row'
      /** What stands in front of its first line, and of those that follow. */
      readonly lead: string
      readonly behind: string
      readonly text: string
    }
  | {
      readonly kind: 'fact'
      readonly name: string
      readonly value: string
      readonly style?: Style
    }

/** What a panel can show. */
export type PanelKind = 'help' | 'status' | 'verify' | 'replay'

/** A text over the transcript. What it says besides the state itself is asked for and comes later. */
export type Panel = {
  readonly of: PanelKind
  /** Number of the question whose answer it waits for or shows. */
  readonly asked: number
  /** The session that it asked about; undefined while the Pod has not told which it is. */
  readonly session: SessionId | undefined
  /** The answer; undefined while it is not there. */
  readonly told: ReadonlyArray<PanelItem> | undefined
  /** The line at the top; `end` shows the last lines, also of what comes later. */
  readonly top: number | 'end'
}

/** A paragraph of a panel. */
export const words = (text: string, style: Style = 'plain'): PanelItem => ({
  kind: 'words',
  text,
  style,
})

/** A text that goes on under itself, nothing lost. */
export const row = (
  parts: Omit<Extract<PanelItem, { readonly kind: 'row' }>, 'kind'>,
): PanelItem => ({
  kind: 'row',
  ...parts,
})

/** A value and what it is, side by side. */
export const fact = (name: string, value: string, style?: Style): PanelItem => ({
  kind: 'fact',
  name,
  value,
  ...(style === undefined ? {} : { style }),
})

/** The line above what belongs together. */
export const heading = (text: string): PanelItem => ({ kind: 'heading', text })
