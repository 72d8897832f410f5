// What a terminal has when a shell gets it: wrapping and a caret, and none of the rest.
const usual: Readonly<Record<string, boolean>> = { '7': true, '25': true }

/**
 * What the bytes of a program have left switched otherwise than a shell expects it: private modes
 * (alternate screen, mouse, paste, focus, caret, wrapping, synchronized output), titles that were
 * pushed and not popped, a scrolling region, a colour.
 */
export const modesLeft = (output: string): ReadonlyArray<string> => [
  ...privateModes(output),
  ...(countOf(/\x1b\[22;[012]t/g, output) === countOf(/\x1b\[23;[012]t/g, output)
    ? []
    : ['a title was pushed and not popped']),
  ...(lastOf(/\x1b\[[\d;]*r/g, output, '\x1b[r') === '\x1b[r' ? [] : ['a scrolling region']),
  ...(lastOf(/\x1b\[[\d;]*m/g, output, '\x1b[0m') === '\x1b[0m' ? [] : ['a colour']),
]

const privateModes = (output: string): ReadonlyArray<string> => {
  const modes = new Map<string, boolean>()
  for (const [, numbers = '', how] of output.matchAll(/\x1b\[\?([\d;]+)([hl])/g))
    for (const mode of numbers.split(';')) modes.set(mode, how === 'h')
  return [...modes].flatMap(([mode, isOn]) =>
    isOn === (usual[mode] ?? false) ? [] : [`mode ${mode} is ${isOn ? 'on' : 'off'}`],
  )
}

const countOf = (pattern: RegExp, output: string): number => [...output.matchAll(pattern)].length

const lastOf = (pattern: RegExp, output: string, none: string): string =>
  [...output.matchAll(pattern)].at(-1)?.[0] ?? none
