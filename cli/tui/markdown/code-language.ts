import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

/**
 * The name under which highlight.js now knows the language of a fence, told by the first word
 * behind the fence; undefined for one that we do not colour. What it embeds is known as well.
 */
export const codeLanguage = (info: string): string | undefined => {
  const word = /^[^\s{,:]*/.exec(info.trim().toLowerCase())?.[0] ?? ''
  const name = aliases.get(word) ?? word
  return languages.has(name) ? registered(name) : undefined
}

const registered = (name: string): string => {
  // Defining a language takes a while, so only those that are met are defined.
  for (const one of [...(embedded.get(name) ?? []), name]) {
    const language = languages.get(one)
    if (core.getLanguage(one) === undefined && language !== undefined)
      core.registerLanguage(one, language)
  }
  return name
}

const languages: ReadonlyMap<string, core.Language> = new Map(
  Object.entries({
    ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin },
    ...{ makefile, markdown, php, python, ruby, rust, sql, swift, typescript, xml, yaml },
  }),
)

const embedded: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ['xml', ['javascript', 'css']],
  ['markdown', ['xml']],
  ['php', ['xml']],
])

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'sh shell zsh console shellsession',
    c: 'h',
    cpp: 'c++ cc cxx hpp hh',
    csharp: 'cs c#',
    diff: 'patch',
    dockerfile: 'docker containerfile',
    go: 'golang',
    ini: 'toml conf cfg properties',
    javascript: 'js jsx mjs cjs',
    json: 'jsonc json5 jsonl',
    kotlin: 'kt kts',
    makefile: 'make mk',
    markdown: 'md',
    python: 'py python3',
    ruby: 'rb',
    rust: 'rs',
    typescript: 'ts tsx mts cts',
    xml: 'html xhtml svg vue rss',
    yaml: 'yml',
  }).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
)
