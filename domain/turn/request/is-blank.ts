/**
 * Whether a text shows nothing: white space in Unicode's sense, control and format characters,
 * and what is ignorable by default (zero-width space, fillers, variation selectors).
 */
export const isBlank = (text: string): boolean => !visible.test(text)

const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
