import type { Int } from 'io-ts'
import type { Event } from '../../../domain/event/event.js'
import { callId } from '../../../domain/ids.js'
import type { NotificationData } from '../../../domain/protocol/notification.js'
import {
  callStarted,
  ended,
  note,
  notice,
  paused,
  replied,
  reset,
  words as said,
  stopped,
  submitted,
} from '../events.js'
import { turnNo } from '../record-list.js'
import { pausedStatus, running, stopping, told } from '../tui-given.js'
import type { Picture, Setting } from './picture.js'
import { after, live, played, scene } from './scene.js'
import {
  answered,
  askedFor,
  bashCall,
  called,
  completed,
  readCall,
  thoughtOf,
  worked,
} from './stories.js'

const piece = { turn: turnNo(1), round: 1 as Int, block: 0 }

const asked = (setting: Setting) =>
  live(setting, { ...after(...askedFor(setting.words)), status: running })

const calling = (setting: Setting) =>
  live(setting, {
    ...after(...called(setting.words, said(setting.words.streamed), bashCall()), [
      callStarted(1, 2, 1),
    ]),
    status: running,
  })

const hookPaused = (reason: string): Event => ({
  type: 'HookAnswered',
  data: { turn: turnNo(1), on: 'before_tool', decision: 'pause', reason },
})

const printed = (text: string) =>
  ({
    event: 'tool_output_delta',
    data: { call: callId(2, 1), stream: 'stdout', text },
  }) as const

const waitsAgain = ({ problem }: Setting['words']): NotificationData['retry'] => ({
  turn: turnNo(1),
  attempt: 2,
  of: 5,
  wait_ms: 8000,
  code: 'provider_error',
  message: problem,
})

/** A turn from its start to each of its ends. */
export const turnScenes: ReadonlyArray<Picture> = [
  scene('idle', 'a turn is over and nothing runs', (setting) =>
    live(setting, after(...answered(setting.words))),
  ),
  scene('waiting', 'the request has left and nothing has come back', asked),
  scene('silent', 'nothing has come back for a while', (setting) => {
    const state = asked(setting)
    return played(state, { type: 'Tick', atMs: state.nowMs + 12_000 })
  }),
  scene('thinking', 'the model thinks', (setting) =>
    played(asked(setting), {
      event: 'thinking_delta',
      data: { ...piece, text: setting.words.thinking },
    }),
  ),
  scene('streaming', 'the answer streams', (setting) =>
    played(asked(setting), {
      event: 'text_delta',
      data: { ...piece, text: `${setting.words.answer}\n${setting.words.streamed}` },
    }),
  ),
  scene('tool-arguments', 'the model writes what it wants of a tool', (setting) =>
    played(
      asked(setting),
      { event: 'tool_call_start', data: { ...piece, call: 'c', name: 'Edit' } },
      {
        event: 'tool_args_delta',
        data: { call: 'c', text: `{"path":"${setting.words.file}","old_string":"  if (` },
      },
    ),
  ),
  scene('tool-running', 'a command runs and prints', (setting) =>
    played(calling(setting), printed(setting.words.output)),
  ),
  scene('tools-done', 'a turn that used every tool', (setting) =>
    live(setting, after(...worked(setting.words))),
  ),
  scene('detail', 'the same with all there is of each tool', (setting) =>
    played(live(setting, after(...worked(setting.words))), 'Ctrl-O', 'Ctrl-O'),
  ),
  scene('overview', 'the same with a line for each tool', (setting) =>
    played(live(setting, after(...worked(setting.words))), 'Ctrl-O'),
  ),
  scene('retry', 'the model is asked again after a wait that counts down', (setting) =>
    played(
      asked(setting),
      { event: 'retry', data: waitsAgain(setting.words) },
      { type: 'Tick', atMs: 6000 },
    ),
  ),
  scene('stopping', 'Ctrl-C was pressed and a command still ends', (setting) =>
    played(calling(setting), printed(setting.words.output), told(stopping)),
  ),
  scene('stopping-kept', 'what is entered while it stops is kept', (setting) =>
    played(calling(setting), told(stopping), `'${setting.words.second}`, 'Enter'),
  ),
  scene('paused-by-hook', 'a hook let the turn rest before a call, and said why', (setting) =>
    live(setting, {
      ...after(...called(setting.words, said(setting.words.streamed), bashCall()), [
        hookPaused('It would write outside of src/.'),
        { type: 'TurnPaused', data: { turn: turnNo(1), by: 'hook' } },
      ]),
      status: pausedStatus,
    }),
  ),
  scene('paused', 'stopped in the middle of an answer, to be resumed', (setting) =>
    live(setting, {
      ...after(...askedFor(setting.words), [
        stopped(turnNo(1), [{ kind: 'text', text: setting.words.streamed }]),
        paused(1),
      ]),
      status: pausedStatus,
    }),
  ),
  scene('interrupted', 'stopped in a command: its output so far is kept', (setting) =>
    live(setting, {
      ...after(
        ...called(setting.words, bashCall(), readCall(setting.words)),
        [callStarted(1, 2)],
        [stopped(turnNo(1))],
        [
          completed(0, {
            outcome: 'interrupted',
            summary: 'interrupted · 4.2 s',
            content: setting.words.output,
          }),
          paused(1),
        ],
      ),
      status: pausedStatus,
    }),
  ),
  scene('restored', 'the Pod had died in a command; the session goes on from here', (setting) =>
    live(setting, {
      ...after(
        ...called(setting.words, bashCall()),
        [callStarted(1, 2)],
        [
          completed(0, {
            outcome: 'unknown',
            summary: '[Outcome unknown]',
            content:
              '[The call had started and its outcome is not known. It may have had effects. It was not run again.]',
            synthetic: true,
          }),
          { type: 'TurnPaused', data: { turn: turnNo(1), by: 'crash' } },
        ],
      ),
      status: pausedStatus,
    }),
  ),
  scene('cancelled', 'a turn that was cancelled', (setting) =>
    live(
      setting,
      after(...askedFor(setting.words), [
        stopped(turnNo(1), [{ kind: 'text', text: setting.words.streamed }]),
        ended(1, 'cancelled'),
      ]),
    ),
  ),
  scene('taken-back', 'stopped before anything was answered: as if never asked', (setting) =>
    live(
      setting,
      after(
        ...answered(setting.words),
        [submitted(2, setting.words.second)],
        [stopped(turnNo(2)), reset(2, 3)],
      ),
    ),
  ),
  scene('errored', 'the model could not be asked; what to do stands there', (setting) =>
    live(
      setting,
      after(...askedFor(setting.words), [
        {
          type: 'TurnEnded',
          data: {
            turn: turnNo(1),
            result: 'errored',
            error: { code: 'provider_error', message: setting.words.problem },
          },
        },
      ]),
    ),
  ),
  scene('limit-reached', 'the answer reached its length', (setting) =>
    live(
      setting,
      after(...askedFor(setting.words), [
        replied(1, thoughtOf(setting.words), said(setting.words.answer)),
        {
          type: 'TurnEnded',
          data: {
            turn: turnNo(1),
            result: 'limit_reached',
            error: { code: 'max_tokens', message: setting.words.limit },
          },
        },
      ]),
    ),
  ),
  scene('new-turn-while-paused', 'a new message ended a resting turn', (setting) =>
    live(setting, {
      ...after(
        ...askedFor(setting.words),
        [paused(1)],
        [
          ended(1, 'cancelled', 'run'),
          note(
            1,
            "[The previous turn was interrupted by the user. The user's next request follows.]",
          ),
          submitted(2, setting.words.second),
        ],
      ),
      status: running,
    }),
  ),
  scene('news', 'a notice, and a report of another Pod', (setting) =>
    live(
      setting,
      after(
        ...answered(setting.words),
        [notice(5, setting.words.notice)],
        [
          {
            type: 'ChildReported',
            data: {
              report: turnNo(9) as never,
              kind: 'errored',
              pod_name: setting.words.pod,
              message: setting.words.problem,
            },
          },
        ],
      ),
    ),
  ),
]
