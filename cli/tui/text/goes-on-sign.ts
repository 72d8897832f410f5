/** Stands in front of a line that the screen has broken: there is no line end in the text there. */
export const goesOnSign = '↪'
