import test from 'ava'
import type { Frame } from '../../cli/tui/frame.js'
import { render } from '../../cli/tui/terminal/render.js'
import { themeOf } from '../../cli/tui/theme/theme.js'
import { createEmulator } from '../support/emulator.js'
import { catalogue } from '../support/pictures/catalogue.js'
import { settings } from '../support/pictures/picture.js'

const theme = themeOf('dark', '16')

for (const setting of settings) {
  const { size, words } = setting
  const name = `${size.width}x${size.height} in ${words.language}`

  test(`a terminal of ${name} shows each picture, drawn whole and over the one before`, async (t) => {
    const whole = await createEmulator(size)
    const changing = await createEmulator(size)
    let before: Frame | undefined
    for (const picture of catalogue) {
      const frame = picture.frame(setting)
      await whole.write(render(undefined, frame, theme))
      t.deepEqual(whole.differences(frame), [], picture.name)
      await changing.write(render(before, frame, theme))
      t.deepEqual(changing.differences(frame), [], `${picture.name} over the one before`)
      before = frame
    }
  })
}
