import type { Command } from './command.js'

/** A command that is loaded when it is called, so that the others do not pay for it. */
export type CommandEntry = { readonly name: string; readonly load: () => Promise<Command> }

/**
 * All commands in the order of `yoi --help`. The one named '' gets every line that names no
 * command: nothing at all, a Pod to attach to, or the options of the terminal screen.
 */
export const commandTable: ReadonlyArray<CommandEntry> = [
  { name: '', load: async () => (await import('./commands/screen.js')).screenCommand },
  { name: 'run', load: async () => (await import('./commands/run.js')).runCommand },
  { name: 'pod', load: async () => (await import('./commands/pod.js')).podCommand },
  { name: 'replay', load: async () => (await import('./commands/replay.js')).replayCommand },
  { name: 'verify', load: async () => (await import('./commands/verify.js')).verifyCommand },
  { name: 'rebuild', load: async () => (await import('./commands/rebuild.js')).rebuildCommand },
  {
    name: 'replay',
    load: async () => (await import('./commands/replay.js')).replayCommand,
  },
  {
    name: 'verify',
    load: async () => (await import('./commands/verify.js')).verifyCommand,
  },
  {
    name: 'rebuild',
    load: async () => (await import('./commands/rebuild.js')).rebuildCommand,
  },
  {
    name: 'manifest',
    load: async () => (await import('./commands/manifest.js')).manifestCommand,
  },
  {
    name: 'doctor',
    load: async () => (await import('./commands/doctor.js')).doctorCommand,
  },
]
