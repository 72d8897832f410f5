/** What a check found. `wrong`: yoi will not work; `note`: it works, and this is good to know. */
export type Finding = {
  readonly name: string
  readonly level: 'ok' | 'note' | 'wrong'
  /** One sentence; for `wrong` it says what to do. */
  readonly message: string
}

/** A check that found nothing to say. */
export const ok = (name: string, message: string): Finding => ({ name, level: 'ok', message })

/** A check that found something good to know. */
export const note = (name: string, message: string): Finding => ({ name, level: 'note', message })

/** A check that found what keeps yoi from working; the message says what to do. */
export const wrong = (name: string, message: string): Finding => ({ name, level: 'wrong', message })
