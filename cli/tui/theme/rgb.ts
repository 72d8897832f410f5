/** A colour as its parts, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** The colour that `#rrggbb` writes. */
export const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]
}

/**
 * The number of the closest of the 256 colours that look the same everywhere: 16 to 255. The first
 * 16 are what a person has set them to.
 */
export const nearest256 = (color: Rgb): number => {
  const numbers = Array.from({ length: 240 }, (_, index) => index + 16)
  const distances = numbers.map((number) => distance(color, rgbOf256(number)))
  return 16 + distances.indexOf(Math.min(...distances))
}

/** The colour of a number from 16 to 255: a cube of six steps each way, then greys. */
export const rgbOf256 = (number: number): Rgb => {
  const grey = 8 + (number - 232) * 10
  if (number >= 232) return [grey, grey, grey]
  const place = number - 16
  return [
    cubeStep(Math.floor(place / 36)),
    cubeStep(Math.floor(place / 6) % 6),
    cubeStep(place % 6),
  ]
}

const cubeStep = (step: number): number => (step === 0 ? 0 : 55 + step * 40)

const distance = ([r, g, b]: Rgb, [red, green, blue]: Rgb): number =>
  (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
