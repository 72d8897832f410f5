// The part of highlight.js that we use. Its own types pull those of the browser into the whole
// program; `paths` in tsconfig.json names this file instead.
declare namespace core {
  type Language = (core: unknown) => object
  /** `_top` is the construct that is open at the end: one without a parent is the language. */
  type Result = { readonly value: string; readonly _top?: { readonly parent?: object } }
}
declare const core: {
  readonly registerLanguage: (name: string, language: core.Language) => void
  readonly getLanguage: (name: string) => object | undefined
  readonly highlight: (
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ) => core.Result
}
export = core
