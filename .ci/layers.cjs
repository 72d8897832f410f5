// Who may import whom. Each rule's comment tells what to do instead. `npm run check -- layers` runs
// them, and test/repository/layers.test.ts plants a violation of each and sees it reported.

const ours = '^(domain|projections|adapters|cli)/'

const families = '^domain/(event|log|turn|inbox|scope|tool|manifest|protocol)/'

// What every family may speak of: events, what tools are told and give, records, clean text.
const vocabulary = [
  '^domain/event/',
  '^domain/tool/(spec|outcome)\\.ts$',
  '^domain/log/(record|well-formed)\\.ts$',
  '^domain/turn/item\\.ts$',
]

const packages = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment:
        'The domain takes what it needs as a value: state a port in domain/ports.ts instead.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', packages('fp-ts', 'io-ts')] },
    },
    {
      name: 'families-meet-in-session',
      comment:
        'A family knows itself and the shared vocabulary; combine families in domain/session.',
      severity: 'error',
      from: { path: families },
      to: { path: '^domain/[^/]+/', pathNot: ['^domain/$1/', ...vocabulary] },
    },
    {
      name: 'projections-fold-domain',
      comment: 'A projection is a pure fold of records; what it lacks belongs into the record.',
      severity: 'error',
      from: { path: '^projections/' },
      to: { pathNot: ['^projections/', '^domain/', packages('fp-ts', 'io-ts')] },
    },
    {
      name: 'adapters-implement-ports',
      comment: 'An adapter gets projections and commands as values of a domain type, from cli.',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: ['^projections/', '^cli/', '^test/'] },
    },
    {
      name: 'adapters-do-not-know-each-other',
      comment: 'An adapter folder sees itself and adapters/node; pass the other one in as a port.',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: '^adapters/', pathNot: ['^adapters/$1/', '^adapters/node/'] },
    },
    {
      name: 'nothing-imports-cli',
      comment: 'cli composes; what others need of it belongs further down.',
      severity: 'error',
      from: { path: '^(domain|projections|adapters)/' },
      to: { path: '^cli/' },
    },
    {
      name: 'tui-core-is-pure',
      comment:
        'Only cli/tui/shell.ts touches the terminal; the rest gets what it needs as a value.',
      severity: 'error',
      from: { path: '^cli/tui/', pathNot: '^cli/tui/shell\\.ts$' },
      to: {
        pathNot: [
          '^cli/tui/',
          '^domain/',
          '^projections/',
          packages(
            'fp-ts',
            'string-width',
            'diff',
            'markdown-it',
            'markdown-it-cjk-friendly',
            'highlight\\.js',
          ),
        ],
      },
    },
    {
      name: 'terminal-kit-only-in-shell',
      comment: 'terminal-kit has defects that cli/tui/shell.ts works around; draw through it.',
      severity: 'error',
      from: { path: ours, pathNot: '^cli/tui/shell\\.ts$' },
      to: { path: packages('terminal-kit') },
    },
    {
      name: 'client-library-only-in-its-adapter',
      comment: 'The port Completions is what others use; the library changes often.',
      severity: 'error',
      from: { path: ours, pathNot: '^adapters/model/anthropic/' },
      to: { path: packages('@anthropic-ai/sdk') },
    },
    {
      name: 'no-circular',
      comment: 'Files that import each other are one idea: join them, or move what both need.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nobody imports this file and it imports nobody: delete it.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^cli/main\\.ts$'] },
      to: {},
    },
    {
      name: 'reachable-from-entry',
      comment: 'The program never loads this file: delete it, or import it where it is needed.',
      severity: 'error',
      from: { path: '^cli/main\\.ts$' },
      to: { path: ours, pathNot: '\\.d\\.ts$', reachable: false },
    },
    {
      name: 'no-production-to-test',
      comment: 'What ships does not know its tests.',
      severity: 'error',
      from: { path: ours },
      to: { path: '^test/' },
    },
    {
      name: 'no-production-to-dev-dependency',
      comment: 'What ships runs without devDependencies: move the package, or the import.',
      severity: 'error',
      from: { path: ours },
      to: { dependencyTypes: ['npm-dev'], pathNot: '(^|/)node_modules/@types/' },
    },
    {
      name: 'unresolvable',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
