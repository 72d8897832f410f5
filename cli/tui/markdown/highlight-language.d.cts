// One language of highlight.js, as highlight-core.d.cts takes it.
declare const language: (core: unknown) => object
export = language
