/** The offline model's words in one language. Names and outputs come in as they are. */
export type Phrases = {
  readonly intro: string
  readonly greeting: string
  readonly help: string
  readonly thanks: string
  readonly unknown: string
  readonly nothing: string
  readonly noTool: (tool: string) => string
  readonly notes: (notes: ReadonlyArray<string>) => string
  readonly thinking: (what: string) => string
  readonly inWords: string
  readonly act: (tool: string, what: string) => string
  readonly doing: (acts: ReadonlyArray<string>) => string
  readonly says: (file: string) => string
  readonly isEmpty: (file: string) => string
  readonly files: (files: number, folders: number) => string
  readonly noFiles: string
  readonly found: (pattern: string) => string
  readonly notFound: (pattern: string) => string
  readonly wrote: (file: string) => string
  readonly edited: (file: string) => string
  readonly ran: (command: string) => string
  readonly ranSilently: (command: string) => string
  readonly gave: (tool: string) => string
  readonly failed: (tool: string, what: string) => string
  readonly more: (lines: number) => string
}

const verbs: Readonly<Record<string, string>> = {
  Read: 'read',
  Glob: 'list',
  Grep: 'search for',
  Write: 'write',
  Edit: 'edit',
  Bash: 'run',
}

const japaneseVerbs: Readonly<Record<string, string>> = {
  Read: 'を読む',
  Glob: 'の一覧',
  Grep: 'を検索',
  Write: 'に書く',
  Edit: 'を編集',
  Bash: 'を実行',
}

const listed = (files: number, folders: number): ReadonlyArray<string> => [
  ...(files > 0 || folders === 0 ? [counted(files, 'file')] : []),
  ...(folders > 0 ? [counted(folders, 'folder')] : []),
]

const counted = (count: number, noun: string): string =>
  count === 1 ? `one ${noun}` : `${count} ${noun}s`

/** English; every phrase of a first answer says that this is no language model. */
export const english: Phrases = {
  intro:
    'I am the offline model embedded in yoi, not a language model: I follow a few simple rules.',
  greeting: 'Hello! Ask me to read, list, find, search, write, edit or run something.',
  help:
    'I am not a language model. I understand plain requests and answer them with real tools:\n' +
    '- list files, list files in src\n' +
    '- read hello.txt, read a.txt and b.txt\n' +
    '- find *.ts\n' +
    '- search for TODO in src\n' +
    '- write notes.txt with "some text"\n' +
    '- edit notes.txt: replace "some" with "more"\n' +
    '- run `ls -la`\n' +
    'Set ANTHROPIC_API_KEY, or model.base_url in the manifest, to talk to a language model.',
  thanks: 'You are welcome.',
  unknown:
    'I did not understand that: I am an embedded offline model, not a language model. ' +
    'I can list, read, find, search, write and edit files and run commands; say "help" for examples.',
  nothing: 'There is nothing left for me to do.',
  noTool: (tool) => `I would need the tool ${tool} for that, and this Pod does not offer it.`,
  notes: (notes) => `I have noted what yoi told me: ${notes.join(' ')}`,
  thinking: (what) => `The rules say: ${what}`,
  inWords: 'answer in words.',
  act: (tool, what) => `${verbs[tool] ?? `use ${tool} on`} ${what === '*' ? 'the files' : what}`,
  doing: (acts) => `I will ${acts.join(', then ')}.`,
  says: (file) => `${file} says:`,
  isEmpty: (file) => `${file} is empty.`,
  files: (files, folders) => `I found ${listed(files, folders).join(' and ')}:`,
  noFiles: 'I found no files.',
  found: (pattern) => `I found ${pattern} here:`,
  notFound: (pattern) => `I found ${pattern} nowhere.`,
  wrote: (file) => `I wrote ${file}.`,
  edited: (file) => `I edited ${file}.`,
  ran: (command) => `I ran ${command}, which printed:`,
  ranSilently: (command) => `I ran ${command}, which printed nothing.`,
  gave: (tool) => `${tool} gave:`,
  failed: (tool, what) => `${tool} ${what} did not work:`,
  more: (lines) => `(${lines} more lines are not repeated here.)`,
}

/** Japanese, for texts that hold kana. */
export const japanese: Phrases = {
  intro: '私は yoi に組み込まれたオフラインモデルです。言語モデルではなく、簡単な規則で答えます。',
  greeting: 'こんにちは。読む、一覧、検索、書く、編集、実行などを頼んでください。',
  help:
    '私は言語モデルではありません。次のような依頼に本物のツールで答えます:\n' +
    '- ファイルの一覧、src の一覧\n' +
    '- hello.txt を読んで、a.txt と b.txt を読んで\n' +
    '- src で TODO を検索\n' +
    '- notes.txt に「文章」と書いて\n' +
    '- notes.txt の「文」を「語」に置き換えて\n' +
    '- `ls -la` を実行して\n' +
    '言語モデルと話すには ANTHROPIC_API_KEY か manifest の model.base_url を設定してください。',
  thanks: 'どういたしまして。',
  unknown:
    '分かりませんでした。私は言語モデルではなく、組み込みのオフラインモデルです。' +
    'ファイルの一覧、読む、検索、書く、編集、コマンドの実行ができます。「使い方」で例を示します。',
  nothing: '残っている仕事はありません。',
  noTool: (tool) => `それには ${tool} ツールが要りますが、この Pod にはありません。`,
  notes: (notes) => `yoi からの知らせを受け取りました: ${notes.join(' ')}`,
  thinking: (what) => `規則によると: ${what}`,
  inWords: '言葉で答える。',
  act: (tool, what) =>
    `${what === '*' ? 'ファイル' : what} ${japaneseVerbs[tool] ?? `に ${tool} を使う`}`,
  doing: (acts) => `次を行います: ${acts.join('、')}。`,
  says: (file) => `${file} の内容:`,
  isEmpty: (file) => `${file} は空です。`,
  files: (files, folders) =>
    `${[
      ...(files > 0 || folders === 0 ? [`${files} 個のファイル`] : []),
      ...(folders > 0 ? [`${folders} 個のフォルダ`] : []),
    ].join('と ')}が見つかりました:`,
  noFiles: 'ファイルは見つかりませんでした。',
  found: (pattern) => `${pattern} が見つかりました:`,
  notFound: (pattern) => `${pattern} は見つかりませんでした。`,
  wrote: (file) => `${file} に書きました。`,
  edited: (file) => `${file} を編集しました。`,
  ran: (command) => `${command} を実行しました。出力:`,
  ranSilently: (command) => `${command} を実行しました。出力はありません。`,
  gave: (tool) => `${tool} の結果:`,
  failed: (tool, what) => `${tool} ${what} は失敗しました:`,
  more: (lines) => `(あと ${lines} 行は省きました。)`,
}
