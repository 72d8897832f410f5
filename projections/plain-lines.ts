import { visibleControls } from './visible-controls.js'

/** The lines of a text, each safe to print: control characters are marks, tabs are two spaces. */
export const plainLines = (text: string): ReadonlyArray<string> =>
  text === ''
    ? []
    : text
        .replace(/\r?\n$/, '')
        .split(/\r?\n|[\u0085\u2028\u2029]/)
        .map((line) => visibleControls(line.replaceAll('\t', '  ')))
