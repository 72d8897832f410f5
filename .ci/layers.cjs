// Who may import whom. Each rule's comment tells what to do instead; `npm run check:layers` runs them,
// and test/repository/layers.test.ts plants one violation of each and sees it reported.

const families = ['event', 'log', 'turn', 'inbox', 'scope', 'tool', 'manifest', 'session', 'protocol']

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The domain takes what it needs as a value: state a port in domain/ports.ts instead.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', '^node_modules/(fp-ts|io-ts)/'] },
    },
    {
      name: 'families-meet-in-session',
      comment:
        'Families know the vocabulary (event, tool, the files of domain/ itself) and not each other; combine them in domain/session.',
      severity: 'error',
      from: { path: `^domain/(turn|inbox|scope|manifest|log|event|tool)/` },
      to: {
        path: `^domain/(${families.join('|')})/`,
        pathNot: ['^domain/$1/', '^domain/event/', '^domain/tool/', '^domain/log/record', '^domain/log/well-formed', '^domain/scope/'],
      },
    },
    {
      name: 'projections-fold-domain',
      comment: 'A projection is a pure fold of records; what it lacks belongs into the record.',
      severity: 'error',
      from: { path: '^projections/' },
      to: { pathNot: ['^projections/', '^domain/', '^node_modules/(fp-ts|io-ts)/'] },
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
      comment: 'Only the shell of the TUI touches the terminal; the rest is state, update and view.',
      severity: 'error',
      from: { path: '^cli/tui/', pathNot: '^cli/tui/(shell|lifecycle|run-tui|ask-name|input-reader|painter|screen)' },
      to: {
        pathNot: [
          '^cli/tui/',
          '^domain/',
          '^projections/',
          '^node_modules/(fp-ts|io-ts|string-width|diff)/',
        ],
      },
    },
    {
      name: 'terminal-kit-only-in-shell',
      comment: 'terminal-kit has defects that cli/tui/shell.ts works around; draw through it.',
      severity: 'error',
      from: { pathNot: '^cli/tui/shell' },
      to: { path: '^node_modules/(@types/)?terminal-kit/' },
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
      comment: 'Nobody imports this file: delete it.',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^test/', '^cli/main\\.ts$'] },
      to: {},
    },
    {
      name: 'no-production-to-test',
      comment: 'What ships does not know its tests.',
      severity: 'error',
      from: { path: '^(domain|projections|adapters|cli)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-production-to-dev-dependency',
      comment: 'What ships runs without devDependencies: move the package, or the import.',
      severity: 'error',
      from: { path: '^(domain|projections|adapters|cli)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@types/' },
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
