import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { HookAnswer, HookQuestion } from './hook.js'
import type { Seq } from './ids.js'
import type { LogPlace, LogReading } from './log/reading.js'
import type { LogRecord } from './log/record.js'
import type { LiveDelta, Reply, ReplyFailure } from './reply.js'
import type { Timestamp } from './time.js'
import type { ToolResult } from './tool/outcome.js'
import type { ToolSpec } from './tool/spec.js'
import type { RequestBody } from './turn/request-body.js'

export type { Sha256 } from './ids.js'

/** The only source of time. */
export interface Clock {
  readonly now: () => Timestamp
  /** Milliseconds that never step back; for durations and double presses. */
  readonly monotonicMs: () => number
}

/** The only source of ids. Each call gives a new UUIDv7, increasing within the process. */
export interface Ids {
  readonly next: () => string
}

/** Why the log took nothing. After any failure the log is poisoned until `reopen` succeeds. */
export type LogFailure = {
  readonly code: 'write_failed' | 'sync_failed' | 'intruder' | 'poisoned' | 'create_failed'
  /** One sentence: what failed, on which file, what to do. */
  readonly message: string
}

/**
 * The newest `limit` records before seq `before` whose lines have `bytesMax` bytes together; one
 * always fits.
 */
export type LogPage = { readonly before: Seq; readonly limit: number; readonly bytesMax: number }

/** What was read: from record `from` on. Records that this version does not know are left out. */
export type ReadPage = { readonly from: Seq; readonly records: ReadonlyArray<LogRecord> }

/** Why a part of a log could not be read back, in one sentence with the place. */
export type PageFailure = { readonly message: string }

/**
 * The log of one live session, open for appending. There is one writer; calls do not overlap (the
 * caller awaits each).
 */
export interface EventLog {
  /**
   * Appends whole groups as one buffer, then syncs; resolves after the sync. `lines` are without
   * newlines. On failure nothing of the batch counts, the file is cut back to the last
   * acknowledged byte if that works, and the writer is poisoned. The first append of a new session
   * creates the file exclusively, 0600, and syncs its folder.
   */
  readonly append: (lines: ReadonlyArray<string>) => TaskEither<LogFailure, void>
  /**
   * Cures a poisoned writer: opens anew, verifies that the file ends with the known tip, and tries
   * out that it takes and keeps as much as it refused.
   */
  readonly reopen: () => TaskEither<LogFailure, void>
  /** Bytes acknowledged so far. */
  readonly size: () => number
  /**
   * Reads a part of what was acknowledged back, also while the log cannot be written. Reads no more
   * than that part; each of its lines is checked again.
   */
  readonly page: (page: LogPage) => TaskEither<PageFailure, ReadPage>
  /** Releases the descriptor and its lock. */
  readonly close: () => Promise<void>
}

/** Reads logs without changing a byte or a time of them. */
export interface LogReader {
  /**
   * Reads whole groups from `from` (the start when left out) to the end that the file has now, in
   * 1 MiB steps, checking every line. `stop` ends at the first problem; `go_on` reports each and
   * goes on with the next line. A file that cannot be read is the problem `unreadable`. Never
   * rejects.
   */
  readonly read: (
    path: string,
    options?: { readonly from?: LogPlace; readonly onProblem?: 'stop' | 'go_on' },
  ) => AsyncIterable<LogReading>
}

/** A model that answers requests. One request at a time per call; calls are independent. */
export interface Completions {
  /**
   * Sends one request and streams it. `onDelta` is called in order before the promise resolves. A
   * reply is whole or it is a failure; nothing is retried. Never rejects. After `signal` aborts the
   * failure is `aborted`, at once.
   */
  readonly complete: (
    request: RequestBody,
    onDelta: (delta: LiveDelta) => void,
    signal: AbortSignal,
  ) => TaskEither<ReplyFailure, Reply>
}

/** What a running tool is given besides its input. */
export type ToolContext = {
  readonly signal: AbortSignal
  /** Live output, already text; may be called any number of times before the result. */
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void
}

/** The tools of a Pod. */
export interface Toolbox {
  /** Sorted by name; these go to the model. */
  readonly specs: ReadonlyArray<ToolSpec>
  /** Runs one call; bad input and unknown names are a `failed` result. Never rejects. */
  readonly run: (
    call: { readonly name: string; readonly input: unknown },
    context: ToolContext,
  ) => Promise<ToolResult>
}

/** Programs of the user that are asked before a tool runs and at the end of a turn. */
export interface Hooks {
  /**
   * Asks all programs of the question's point, in order, until one says pause. One that fails, or
   * takes longer than its time, is named in `failed` and counts as continue. After `signal` aborts
   * the programs are ended and the answer does not matter. Never rejects.
   */
  readonly ask: (question: HookQuestion, signal: AbortSignal) => Promise<HookAnswer>
}

/** A file, or the names in a folder, that a `file_ref` segment names, read within scope. */
export interface FileReader {
  readonly read: (
    path: string,
  ) => Promise<
    | { readonly ok: true; readonly content: string; readonly truncated: boolean }
    | { readonly ok: false; readonly message: string }
  >
}
