import test from 'ava'
import fc from 'fast-check'
import { matching } from '../../domain/matching.js'
import { fcOptions } from '../support/rounds.js'

test('each answer is that of the pattern, whatever was asked before', (t) => {
  const pattern = /^[ab]+$/
  const asked = fc.array(
    fc.oneof(fc.constantFrom('a', 'ab', 'c', '', undefined, null, 1), fc.string({ maxLength: 2 })),
  )
  fc.assert(
    fc.property(asked, (values) => {
      const matches = matching(pattern)
      for (const value of values)
        if (matches(value) !== (typeof value === 'string' && pattern.test(value))) return false
      return true
    }),
    fcOptions(),
  )
  t.pass()
})
