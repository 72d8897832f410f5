/**
 * The same text with every control character as a mark that can be seen: C0 as its Unicode picture
 * (`␛`), C1, bidirectional overrides and lone surrogates as `�`. Line feeds and tabs pass.
 */
export const visibleControls = (text: string): string =>
  text
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, picture)
    .replace(/[\x80-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu, '\uFFFD')

const picture = (control: string): string =>
  control === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0))
