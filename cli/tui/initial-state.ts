import { nothingLive } from '../../projections/transcript/live.js'
import { emptySequence } from '../../projections/transcript/sequence.js'
import { transcript } from '../../projections/transcript/transcript.js'
import { emptyEditor } from './editor/editor.js'
import { defaultKeymap } from './keys/keymap.js'
import { noListing } from './menu/file-listing.js'
import { noOverlay } from './menu/overlay.js'
import { stoppedClock } from './pod/live-clock.js'
import type { TuiState } from './state.js'

/** The state before the first connection; its command is the first message's: see `start`. */
export const initialState = (size: TuiState['size']): TuiState => ({
  size,
  pods: [],
  ...atPod,
  ...atPerson,
})

const atPod = {
  nowMs: 0,
  connection: { tag: 'connecting', attempt: 0 },
  pod: undefined,
  podRemarks: [],
  status: undefined,
  logTrouble: '',
  isLogBad: false,
  records: emptySequence,
  total: 0,
  transcript: transcript.initial,
  olderUsage: undefined,
  live: nothingLive,
  clock: stoppedClock,
  retryAtMs: 0,
  queue: [],
  submits: [],
  keptResume: undefined,
  asked: undefined,
  calls: [],
  ownKeys: [],
  ownInputs: [],
  broughtBack: [],
  returned: [],
  unclaimed: undefined,
  stoppingSinceMs: undefined,
} as const

const atPerson = {
  keymap: defaultKeymap,
  home: undefined,
  remarks: [],
  editor: emptyEditor,
  pastes: 0,
  history: { entries: [], browsing: undefined },
  outside: undefined,
  armed: undefined,
  leaving: false,
  hint: undefined,
  scroll: { tag: 'following' },
  search: undefined,
  detail: 'normal',
  overlay: noOverlay,
  files: noListing,
  asks: 0,
} as const
