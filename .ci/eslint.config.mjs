// The rules of style that a machine can check. Every message says what to do instead.
import tseslint from 'typescript-eslint'

const pureSyntax = [
  ['ThrowStatement', 'Nothing throws here: give an Either, or a total function.'],
  ['TryStatement', 'Nothing throws here: wrap foreign code with E.tryCatch where it is called.'],
  ['AwaitExpression', 'Nothing waits here: take the result as a value.'],
  ['ClassDeclaration', 'Use functions and plain data.'],
  ['TSEnumDeclaration', 'Use a union of literals.'],
  ["NewExpression[callee.name='Date']", 'Time arrives with the input.'],
  ["MemberExpression[object.name='Date'][property.name='now']", 'Time arrives with the input.'],
  ["MemberExpression[object.name='Math'][property.name='random']", 'There is no chance here.'],
  [
    "CallExpression[callee.name='pipe'][arguments.length>6]",
    'At most five steps in a pipe: name the parts.',
  ],
]

const everywhere = [
  ['ExportDefaultDeclaration', 'Export by name.'],
  ["ExportAllDeclaration", 'No barrels: import the file that defines the name.'],
  ["Literal[value=/^should /]", 'A title states what holds, without "should".'],
]

const syntax = (rules) => [
  'error',
  ...rules.map(([selector, message]) => ({ selector, message })),
]

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.ci/**', 'test/run.mjs'] },
  {
    files: ['{domain,projections,adapters,cli,test}/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: new URL('..', import.meta.url).pathname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-syntax': syntax(everywhere),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': [
        'error',
        { max: 40, skipBlankLines: true, skipComments: true, IIFEs: true },
      ],
      'max-params': ['error', { max: 3 }],
      'prefer-const': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['{domain,projections}/**/*.ts'],
    rules: {
      'no-restricted-syntax': syntax([...everywhere, ...pureSyntax]),
      'no-restricted-globals': ['error', 'process', 'console', 'setTimeout', 'setInterval', 'fetch', 'Buffer'],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
    },
  },
)
