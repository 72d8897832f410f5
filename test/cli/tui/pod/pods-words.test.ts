import test from 'ava'
import { podsWords } from '../../../../cli/tui/pod/pods-words.js'
import { view } from '../../../../cli/tui/view.js'
import { attached } from '../../../support/tui-given.js'

test('the Pods that run are counted, named in order, and how to stop one is said', (t) => {
  t.is(podsWords([]), '')
  t.is(podsWords(['lab']), '1 Pod runs: lab. Stop one with: yoi ctl <pod> shutdown')
  t.regex(podsWords(['b', 'a'], 'other '), /^2 other Pods run: a, b\./)
  t.regex(podsWords(['f', 'e', 'd', 'c', 'b', 'a']), /^6 Pods run: a, b, c, d, e, …\./)
})

test('the first screen counts the others, whether its own is known already or not', (t) => {
  const state = attached()
  const own = state.pod?.pod ?? ''
  const shown = (pods: ReadonlyArray<string>) =>
    view({ ...state, pods })
      .lines.map((line) => line.map(({ text }) => text).join(''))
      .join('\n')
  t.regex(shown([own, 'lab']), /1 other Pod runs: lab\./)
  t.is(shown([own, 'lab']), shown(['lab']))
  t.notRegex(shown([own]), /Pods? runs?:/)
})
