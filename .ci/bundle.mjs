// Puts the program into few files: dist/bundle/main.js and what it loads later. Why, and why in
// this form: docs/adr/0032-the-program-is-bundled.md.
import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}dist/bundle/`

// Packages that stay where npm put them: two hold programs for this machine, one reads files of
// its own.
const external = ['fs-native-extensions', '@vscode/ripgrep', 'terminal-kit']

// The same code as in their `lib`, in a form of which only what is used is taken.
const usedPartOnly = {
  name: 'used-part-only',
  resolveId: {
    filter: { id: /^(?:fp-ts|io-ts)\/lib\// },
    handler(id, importer, options) {
      return this.resolve(id.replace('/lib/', '/es6/'), importer, options)
    },
  },
}

const bundle = () =>
  build({
    cwd: root,
    input: { main: 'cli/main.ts' },
    platform: 'node',
    external,
    // Its paths name files that hold types only.
    tsconfig: false,
    plugins: [usedPartOnly],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    // What is loaded later in one place may be needed at once in another.
    checks: { ineffectiveDynamicImport: false },
    output: {
      dir: folder,
      format: 'cjs',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  })

const mtimeMs = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

// A build writes all its files anew. Those of earlier ones are what Pods that still run load later.
const dropOlderThan = (timeMs) => {
  for (const name of readdirSync(folder))
    if (mtimeMs(folder + name) < timeMs) rmSync(folder + name, { force: true })
}

// The compiler touches its notes when it has written a file.
const inputs = ['dist/.tsbuildinfo', '.ci/bundle.mjs', 'node_modules/.package-lock.json']
const builtMs = mtimeMs(`${folder}main.js`)
if (inputs.some((input) => mtimeMs(root + input) >= builtMs)) {
  await bundle()
  writeFileSync(`${folder}package.json`, '{ "type": "commonjs" }\n')
  // npx and npm link run the file itself.
  chmodSync(`${folder}main.js`, 0o755)
  const weekMs = 7 * 24 * 3600 * 1000
  dropOlderThan(Date.now() - weekMs)
}
