// The rules of style that a machine can check. Every message says what to do instead, and
// test/repository/lint.test.ts plants a violation of each and sees it reported.
import { fileURLToPath } from 'node:url'
import tseslint from 'typescript-eslint'

const everywhere = [
  ['ExportDefaultDeclaration', 'Export by name.'],
  ['ExportAllDeclaration', 'No barrels: import the file that defines the name.'],
  [':matches(ClassDeclaration, ClassExpression)', 'Use functions and plain data.'],
  ['TSEnumDeclaration', 'Use a union of literals.'],
  [
    "CallExpression[callee.name='pipe'][arguments.length>6]",
    'At most five steps in a pipe: name the parts.',
  ],
  [
    "CallExpression[callee.name='pipe'] CallExpression[callee.name='pipe']",
    'No pipe within a pipe: name the inner one.',
  ],
]

const inProduction = [
  ["MemberExpression[object.name='console']", 'Write through the streams of CommandIo.'],
]

const inTests = [
  ['Literal[value=/^should /]', 'A title states what holds, without "should".'],
  [
    "CallExpression[callee.object.name='test'][callee.property.name=/^(only|todo|failing)$/]",
    'Every test runs and holds.',
  ],
]

const pure = [
  ['ThrowStatement', 'Nothing throws here: give an Either, or a total function.'],
  ['TryStatement', 'Nothing throws here: wrap foreign code with E.tryCatch where it is called.'],
  [
    ':matches(AwaitExpression, ForOfStatement[await=true])',
    'Nothing waits here: take the result as a value.',
  ],
  ["NewExpression[callee.name='Date']", 'Time arrives with the input.'],
  ["MemberExpression[object.name='Date'][property.name='now']", 'Time arrives with the input.'],
  ["MemberExpression[object.name='Math'][property.name='random']", 'There is no chance here.'],
]

const cast = [
  "TSAsExpression:not([typeAnnotation.typeName.name='const'])",
  'Let the types follow from the values; casts belong to ids and codecs.',
]

const variable = [
  "VariableDeclaration[kind='let']:not(ForStatement > VariableDeclaration)",
  'Give each value a name of its own.',
]

// Loops over a whole log, or over each byte of a line, where a value for each step costs too much.
const mayVary = [
  'domain/projection.ts',
  'domain/protocol/frame.ts',
  'domain/protocol/json-line.ts',
  'domain/session/evolve.ts',
]

// Where text and bytes become values with a type: each cast stands beside the check that earns it.
const mayCast = [
  'domain/ids.ts',
  'domain/segment.ts',
  'domain/log/chain.ts',
  'domain/log/well-formed.ts',
  'domain/manifest/pod-name.ts',
  'domain/protocol/notification-line.ts',
  'domain/protocol/parse-method.ts',
]

// The screen without its shell: what it needs of the world is given to it.
const screen = [
  ["NewExpression[callee.name='Date']", 'Time arrives with the key, monotonic.'],
  ["MemberExpression[object.name='Date'][property.name='now']", 'Time arrives with the key.'],
  ["MemberExpression[object.name='Math'][property.name='random']", 'Ids arrive with the key.'],
]

const syntax = (...rules) => [
  'error',
  ...rules.flat().map(([selector, message]) => ({ selector, message })),
]

const functionsOf = (max) => [
  'error',
  { max, skipBlankLines: true, skipComments: true, IIFEs: true },
]
const filesOf = (max) => ['error', { max, skipBlankLines: true, skipComments: true }]

const fpTs = (name) => ({ name, message: 'Import fp-ts/lib/….js: the shorter path does not load.' })

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.ci/**', 'test/run.mjs'] },
  {
    files: ['{domain,projections,adapters,cli,test}/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: './tsconfig.json',
        tsconfigRootDir: fileURLToPath(new URL('..', import.meta.url)),
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-syntax': syntax(everywhere, inProduction),
      'no-restricted-imports': [
        'error',
        {
          paths: [fpTs('fp-ts')],
          patterns: [{ regex: '^(fp-ts|io-ts)/(?!lib/.*\\.js$)', message: fpTs('').message }],
        },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'max-lines': filesOf(200),
      'max-lines-per-function': functionsOf(40),
      'max-params': ['error', { max: 3 }],
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['{domain,projections}/**/*.ts'],
    rules: {
      'no-restricted-syntax': syntax(everywhere, inProduction, pure, [cast, variable]),
      'no-restricted-globals': [
        'error',
        'process',
        'console',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'performance',
        'crypto',
        'fetch',
        'Buffer',
      ],
    },
  },
  {
    files: mayCast,
    rules: { 'no-restricted-syntax': syntax(everywhere, inProduction, pure, [variable]) },
  },
  {
    files: mayVary,
    rules: { 'no-restricted-syntax': syntax(everywhere, inProduction, pure, [cast]) },
  },
  {
    files: ['cli/tui/**/*.ts'],
    rules: { 'no-restricted-syntax': syntax(everywhere, inProduction, screen) },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': syntax(everywhere, inTests),
      'max-lines': filesOf(400),
      'max-lines-per-function': 'off',
      // The columns of a table of cases are the parameters of its macro.
      'max-params': ['error', { max: 5 }],
    },
  },
)
