import type { ModelSettings } from '../settings.js'
import type { PodName } from './pod-name.js'

/** A rule of the scope. `target` is an absolute path. */
export type Rule = {
  readonly target: string
  readonly permission: 'read' | 'write'
  readonly recursive: boolean
}

export type Scope = {
  readonly allow: ReadonlyArray<Rule>
  readonly deny: ReadonlyArray<Rule>
}

/** A program asked before a tool runs or at the end of a turn. */
export type Hook = {
  readonly on: 'before_tool' | 'turn_end'
  readonly command: ReadonlyArray<string>
  readonly timeout_ms: number
}

/** How a person wants the screens of the terminal; no Pod goes by it. */
export type TuiManifest = {
  readonly theme: 'auto' | 'dark' | 'light' | 'none'
  readonly title: boolean
  readonly bell: boolean | 'notify'
  /** Whether the wheel scrolls; the terminal's own selection then needs Shift. */
  readonly mouse: boolean
  /** Whether what is typed is kept on disk: earlier inputs and drafts. */
  readonly history: boolean
  /** Keys by the name of what they do, as they were written: names may mean nothing. */
  readonly keys: Readonly<Record<string, ReadonlyArray<string>>>
}

/** What a Pod is told to be: the cascade's result, all defaults filled in, all paths absolute. */
export type Manifest = {
  readonly pod: { readonly name?: PodName }
  readonly model: ModelSettings
  readonly worker: {
    /** The text itself, or the absolute path of a file that holds it; see `isInstructionFile`. */
    readonly instruction?: string
    readonly max_rounds: number
    readonly tool_output: {
      readonly default_max_bytes: number
      readonly per_tool: Readonly<Record<string, number>>
    }
  }
  readonly scope: Scope
  readonly hooks: ReadonlyArray<Hook>
  readonly offline: { readonly script?: string; readonly delay_ms?: number }
  readonly tui: TuiManifest
  /** Folders whose project manifests count as the user's own. */
  readonly trust: ReadonlyArray<string>
}

export type Origin = 'built-in' | 'user' | 'project' | 'overlay'

/** One parsed manifest. Later layers win over earlier ones. */
export type Layer = {
  readonly origin: Origin
  readonly file?: string
  /** Absolute; relative paths of the layer are meant from here. */
  readonly folder: string
  /** The parsed TOML, of bounded depth. */
  readonly value: unknown
}

/** What the cascade must know of the machine. */
export type Facts = {
  /** Whether the environment variable is set and not empty. */
  readonly hasKey: (name: string) => boolean
  /** The session's folder, absolute. */
  readonly cwd: string
  readonly home: string
  /** The absolute path without links, as far as it exists. */
  readonly realPath: (path: string) => string
}

export type ManifestError = {
  readonly origin: Origin
  readonly file?: string
  readonly key: string
  /** What was expected and what was found. */
  readonly message: string
}

/** Where a value comes from. */
export type ValueOrigin = { readonly origin: Origin; readonly file?: string }

export type Resolved = {
  readonly manifest: Manifest
  /** By the keys of `manifestValues`: one for each value. */
  readonly origins: Readonly<Record<string, ValueOrigin>>
  /** Sentences for the person who wrote the manifests; nothing in them stops the Pod. */
  readonly warnings: ReadonlyArray<string>
}

/** How many bytes of this tool's output the model is given. */
export const outputBytesMaxOf = (manifest: Manifest, tool: string): number => {
  const { default_max_bytes, per_tool } = manifest.worker.tool_output
  return (Object.hasOwn(per_tool, tool) ? per_tool[tool] : undefined) ?? default_max_bytes
}

/** What people call a layer: its file, else the flag or the program itself. */
export const layerName = (layer: ValueOrigin): string =>
  layer.file ?? (layer.origin === 'overlay' ? '--overlay' : `the ${layer.origin} manifest`)

/** The error as one sentence that names the file, the key and what was expected. */
export const manifestErrorSentence = (error: ManifestError): string =>
  `${layerName(error)}: ${error.message}.`
