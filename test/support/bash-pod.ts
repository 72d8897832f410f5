import { toolbox } from '../../adapters/tools/toolbox.js'
import { folderScope } from '../../domain/scope/scope.js'

// Stands for a Pod that runs one command: `node bash-pod.js <folder> <command>`. Its live output
// goes to stdout. A test kills it.
const [folder = '', command = ''] = process.argv.slice(2)

const box = toolbox({
  cwd: folder,
  scope: folderScope(folder),
  spillFolder: `${folder}/spill`,
  outputBytesMax: () => 16_384,
  env: process.env,
  secretNames: [],
})

await box.run(
  { name: 'Bash', input: { command } },
  {
    signal: new AbortController().signal,
    onOutput: (_, text) => process.stdout.write(text),
  },
)
process.stdout.write('ended by itself\n')
