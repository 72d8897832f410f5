const KiB = 1024
const MiB = 1024 * KiB

/** Every limit of yoi, in one place; docs/limits.md explains them. */
export const limits = {
  /** A client's line on the socket. */
  frameBytesMax: 8 * MiB,
  frameDepthMax: 64,
  /** What a client may lag behind what was queued after its snapshot. */
  clientBacklogBytesMax: 4 * MiB,
  /** Answers to a client's own calls that it has not read; more, and it is dismissed. */
  clientAnswersBytesMax: 16 * MiB,
  clientsMax: 256,
  /** A Pod's line, as a client takes it: a snapshot may hold a full queue. */
  podFrameBytesMax: 256 * MiB,
  /** How long a call waits for the Pod's greeting. */
  greetingWaitMs: 10_000,
  /** How long a leaving Pod waits for its clients to take what is queued for them. */
  wireFlushMs: 1000,
  /** How often a Pod looks whether its socket is still there. */
  socketCheckMs: 30_000,
  methodIdCharsMax: 256,
  /** Newest items, and newest records, of a snapshot: bytes each. */
  snapshotBytesMax: MiB,
  historyLimitDefault: 200,
  historyLimitMax: 2000,
  /** Pages that one client may wait for at a time. */
  historyCallsMax: 16,
  /** What a search in the transcript looks through before it lets a key be heard. */
  searchBlocksPerStep: 2000,
  searchCharsPerStep: 500_000,
  /** Records of one log file's line; readers refuse longer ones. */
  lineBytesMax: 64 * MiB,
  /** A log is read in steps of this size. */
  logStepBytes: MiB,
  /** What of a log's end is shown before the Pod has read it whole. */
  tailBytes: 256 * KiB,
  /** One batch of the append. */
  batchInputsMax: 64,
  batchBytesMax: MiB,
  /** Bytes that are read or written without handing that to another thread first. */
  hereBytesMax: 256 * KiB,
  /** Problems of one log that are told one by one; the rest is counted. */
  problemsTold: 1000,
  /** Records of a conversation in which verifying counts what a request would mend. */
  mendedBytesMax: 32 * MiB,
  /** From here on verifying shows how far it is. */
  longCheckBytes: 64 * MiB,
  /** From here on several logs are verified in several threads. */
  sharedCheckBytes: 256 * MiB,
  checkThreadsMax: 4,
  /** How often, and after which wait, the end of a live log is looked at again for a whole group. */
  liveEndLooks: 10,
  liveEndWaitMs: 20,
  segmentsMax: 256,
  segmentBytesMax: 4 * MiB,
  fileRefBytesMax: 256 * KiB,
  folderRefEntriesMax: 1000,
  queueMax: 100,
  noticesMax: 1000,
  noticeBytesMax: 256 * KiB,
  keysKept: 1000,
  /** Levels of a tool call's input; a deeper one goes to the model as `{}`. */
  toolInputDepthMax: 64,
  /** What the Messages API takes as one request. */
  requestBytesMax: 32 * MiB,
  /** The context window of the offline model. */
  offlineContextTokens: 200_000,
  sharedCallsMax: 8,
  /** A tool that ignores its stop is given up after this. */
  giveUpMs: 3000,
  killAfterTermMs: 2000,
  retriesDefault: 4,
  retryAfterMsMax: 60_000,
  retryBaseMs: 500,
  retryWaitMsMax: 32_000,
  firstByteTimeoutMs: 120_000,
  idleTimeoutMs: 90_000,
  /** Bytes of one response of a model, so that the reply's record stays under `lineBytesMax`. */
  replyBytesMax: 32 * MiB,
  /** How long a server may keep the connection after a reply is whole before it is closed. */
  replyLingerMs: 1000,
  /** What is quoted of a server's own words in an error. */
  quotedErrorCharsMax: 300,
  maxRoundsDefault: 200,
  toolOutputBytesDefault: 16 * KiB,
  liveOutputBytesKept: 16 * KiB,
  /** Live output of one call within one second; what is above is in the result only. */
  liveOutputBytesPerSecond: 256 * KiB,
  readLinesDefault: 2000,
  readLinesMax: 100_000,
  /** Files above this are shown in part and not changed by Write and Edit. */
  toolFileBytesMax: 32 * MiB,
  /** Files whose digest the toolbox remembers. */
  filesSeenMax: 10_000,
  diffBytesMax: 4 * KiB,
  diffTimeoutMs: 200,
  globResultsMax: 1000,
  globFilesMax: 100_000,
  grepContextMax: 100,
  grepResultsDefault: 200,
  grepResultsMax: 10_000,
  /** A line of ripgrep's report; a longer one is counted, not shown. */
  grepLineBytesMax: MiB,
  /** A found line as it is shown, and what ripgrep says of an error. */
  grepShownBytesMax: KiB,
  grepErrorBytesMax: 2 * KiB,
  grepTimeoutMs: 60_000,
  bashTimeoutMsDefault: 120_000,
  bashTimeoutMsMax: 600_000,
  /** What the shell left behind gets this long to end by itself. */
  leftoverGraceMs: 500,
  /** Whole output of one call kept in a file; what is above is dropped and said. */
  spillBytesMax: 256 * MiB,
  /** All such files of one session; the oldest go for a new one. */
  spillSessionBytesMax: 1024 * MiB,
  projectorLagMs: 2000,
  /** When a Pod tries again to write its projections after that failed. */
  projectorRetryMs: 500,
  /** The watcher drops the last of a burst; a log is looked at again this long after a change. */
  secondLookMs: 60,
  /** How often logs are looked at when the machine has no more watches. */
  watchPollMs: 500,
  /** When that begins anew, after there were no descriptors left for it. */
  watchAgainMs: 2000,
  /** How often a watcher looks at sessions that it has left to a live Pod. */
  heldSessionsMs: 2000,
  /** What a list reads of a log: its first bytes; of each end, or all when its files are behind. */
  listHeadBytes: KiB,
  listEndBytes: 64 * KiB,
  listCatchUpBytes: 256 * KiB,
  /** How far back from the end of a log a list looks for the last words. */
  listLookBackBytes: 8 * MiB,
  /** Logs that a list of the sessions last used opens besides, as they may have been used later. */
  listLooksOnMax: 256,
  /** Logs that a list reads at the same time. */
  listReadsMax: 4,
  /** How long a list waits for news of the sessions' folders, and of how many it asks. */
  folderLookMs: 250,
  foldersLookedAtMax: 100,
  /** Files that the list behind an @ offers, and how long it looks for them. */
  fileListMax: 20_000,
  fileListMs: 5000,
  /** What a panel holds of a command's text; the newest stays. */
  panelBytesMax: MiB,
  /** How long `yoi -c` waits to hear which of them is the one that it was called in. */
  sameFolderMs: 2000,
  /** Sessions that the search of the picker looks through, those used last first. */
  searchedSessionsMax: 10_000,
  /** What of all logs, and of the end of one, a picker looks through for what was said. */
  saidBytes: 256 * MiB,
  saidLogBytes: 32 * MiB,
  /** A longer line of a log is passed over. */
  saidLineBytesMax: MiB,
  /** How long the words that are searched for stay the same before that begins. */
  saidWaitMs: 150,
  /** How long the finds of such a search are gathered before they are shown. */
  saidGatherMs: 100,
  /** How long a row of a picker stays selected before its preview is read, and how much of its log. */
  previewWaitMs: 50,
  previewBytesMax: 8 * MiB,
  /** How often, at most, an open list of sessions says their ages anew. */
  agesTickMs: 60_000,
  /** How often an open list of Pods looks which of them live and how they stand. */
  podsRefreshMs: 2000,
  /** What a replay shows of what was said, and of an output: lines and characters. The rest is counted. */
  replayWordsLinesMax: 400,
  replayWordsCharsMax: 32_000,
  replayOutputLinesMax: 20,
  replayOutputCharsMax: 2000,
  /** What `replay --at` holds of a conversation; the rest is read again when it is shown. */
  replayHeldBytes: 16 * MiB,
  /** What of one answer is drawn as Markdown; the rest is plain text. */
  markdownCharsMax: 200_000,
  /** A block of Markdown that is longer is drawn in pieces. */
  markdownBlockCharsMax: 16_000,
  /** Code that is coloured as one; longer lines stay plain. */
  codeColoredCharsMax: 8000,
  /** Lines of a transcript that stay laid out; up to twice as many. */
  laidOutLinesKept: 20_000,
  storageRetryMs: 2000,
  /** How long `yoi run` waits for a log that cannot be written. */
  runStorageWaitMs: 10_000,
  /** How long a list waits for the status of one Pod. */
  statusWaitMs: 1000,
  /** One report to a parent Pod; all that are on their way when the Pod leaves. */
  upwardReportMs: 2000,
  lockWaitMs: 10_000,
  socketPathBytesMax: 103,
  podNameBytesMax: 255,
  /** One manifest file or overlay. */
  manifestBytesMax: MiB,
  manifestDepthMax: 32,
  /** Warnings about unknown keys of one layer; the rest is counted. */
  unknownKeysShown: 20,
  /** What of AGENTS.md goes into the system prompt. */
  agentsMdBytesMax: 64 * KiB,
  instructionBytesMax: 256 * KiB,
  maxTokensDefault: 16_384,
  hookTimeoutMs: 5000,
  /** What one hook may answer. */
  hookAnswerCharsMax: 64 * KiB,
  retriesMax: 100,
  /** Alerts of a Pod that stand on a screen together, the newest. */
  alertsShownMax: 8,
  /** A pasted text that is longer, or has more lines, is a chip in the editor. */
  shortPasteCharsMax: 200,
  shortPasteLinesMax: 3,
  /** Characters of one line that the editor lays out in one piece. */
  editorPieceCharsMax: 4096,
  /** Steps that undo can take back, and cuts that can come back. */
  undoStepsMax: 500,
  killsMax: 30,
  /** Characters that the editor keeps for either; the newest step or cut is kept whole. */
  editorKeptCharsMax: 8 * MiB,
  /** Earlier inputs that a screen knows, and what of their file is read for them. */
  earlierInputsMax: 1000,
  earlierInputsBytes: MiB,
  /** A longer input is not kept in the file. */
  earlierInputBytesMax: 64 * KiB,
  /** From this size on the file of inputs is cut to its end. */
  inputHistoryBytesMax: 4 * MiB,
  /** How long a draft that changes waits until it is saved. */
  draftWaitMs: 300,
  /** The longest time that a timer of Node keeps. */
  timerMsMax: 2_147_483_647,
} as const
