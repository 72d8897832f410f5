import core = require('./highlight-core.cjs')

// One language of highlight.js; see highlight-core.d.cts.
declare const language: core.Language
export = language
