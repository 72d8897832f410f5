/** What a Pod that only reads may still do, in a sentence for before there is one. */
export const readingWords =
  'A Pod that only reads cannot write with its file tools. Bash is allowed all the same, with your ' +
  'own rights.'
