import test from 'ava'
import { troubleAdvice } from '../../../cli/sessions/damage.js'

test('a damaged session is led to verify and fork, whoever refuses it', (t) => {
  for (const problem of ['line 5, byte 7425: it is torn', 'byte 7425: it is torn'])
    t.is(
      troubleAdvice('s1', problem),
      'yoi verify s1 tells all that is wrong; yoi fork s1 goes on from what is good before that, if anything is',
    )
})

test('what is no damage is for verify alone', (t) => {
  t.is(troubleAdvice('s1', 'it holds GoalDreamt'), 'yoi verify s1 tells all that is wrong')
})
