import { withTail } from '../../../cli/tui/pod/update-snapshot.js'
import { recordList } from '../record-list.js'
import { running } from '../tui-given.js'
import type { Picture } from './picture.js'
import { after, greeted, live, played, scene, unconnected } from './scene.js'
import { answered, askedFor } from './stories.js'

const lost = { type: 'Disconnected', reason: 'The Pod does not answer.', atMs: 60_000 } as const

/** What stands on the screen while there is no Pod at the other end, and when it comes. */
export const connectionScenes: ReadonlyArray<Picture> = [
  scene('connecting', 'a new Pod is being started', unconnected),
  scene('connecting-tail', 'the Pod of a session is being started: its end is there', (setting) =>
    withTail(recordList(answered(setting.words)), unconnected(setting)),
  ),
  scene('greeting', 'connected, before the Pod has told what stands', greeted),
  scene('first-screen', 'a new Pod with nothing in its session yet', (setting) => live(setting)),
  scene('connection-lost', 'the line broke while a turn ran; it is tried again', (setting) =>
    played(live(setting, { ...after(...askedFor(setting.words)), status: running }), lost),
  ),
  scene('pod-died', 'the Pod was killed while a turn ran: Enter starts it again', (setting) =>
    played(
      live(setting, { ...after(...askedFor(setting.words)), status: running }),
      { ...lost, gone: true },
      `'${setting.words.typing}`,
    ),
  ),
  scene(
    'pod-shut-down',
    'another client shut the Pod down, and it could not be started',
    (setting) =>
      played(
        live(setting, after(...answered(setting.words))),
        { event: 'shutdown', data: { by: 'host' } },
        'Enter',
        {
          type: 'NotStarted',
          sentence: `Another Pod writes in ${setting.words.folder}, and only one may.`,
          atMs: 61_000,
        },
      ),
  ),
  scene('typed-while-lost', 'entered while there is no line: kept, and sent later', (setting) =>
    played(
      live(setting, after(...answered(setting.words))),
      lost,
      `'${setting.words.second}`,
      'Enter',
      `'${setting.words.typing}`,
    ),
  ),
]
