import type { ToolResult } from '../../domain/tool/outcome.js'

/** A tool's result before the toolbox has measured its time. */
export type Done = Omit<ToolResult, 'durationMs'>

/** The tool could not do it; `content` is a sentence that says what to do. */
export const failed = (content: string, summary = 'failed'): Done => ({
  outcome: 'failed',
  summary,
  content,
})

/** The scope does not let the tool do it. */
export const denied = (content: string): Done => ({ outcome: 'denied', summary: 'denied', content })
