import type { CommandEntry } from './command.js'

/**
 * All commands in the order of `yoi --help`. The one named '' gets every line that names no command:
 * nothing at all, a Pod to attach to, or the options of the terminal screen.
 */
export const commandTable: ReadonlyArray<CommandEntry> = [
  { name: '', load: async () => (await import('./commands/screen.js')).screenCommand },
  { name: 'run', load: async () => (await import('./commands/run.js')).runCommand },
  { name: 'pod', load: async () => (await import('./commands/pod.js')).podCommand },
  {
    name: 'ctl',
    load: async () => {
      const [{ ctl }, { lookupPod }] = await Promise.all([
        import('./commands/ctl.js'),
        import('./live-pods.js'),
      ])
      return ctl(lookupPod)
    },
  },
  {
    name: 'pods',
    load: async () => {
      const [{ podsCommand }, { listPods }] = await Promise.all([
        import('./commands/pods.js'),
        import('./live-pods.js'),
      ])
      return podsCommand(listPods)
    },
  },
  {
    name: 'sessions',
    load: async () => withHolders((await import('./commands/sessions.js')).sessionsCommand),
  },
  { name: 'replay', load: async () => (await import('./commands/replay.js')).replayCommand },
  {
    name: 'verify',
    load: async () => withHolders((await import('./commands/verify.js')).verifyCommand),
  },
  { name: 'fork', load: async () => (await import('./commands/fork.js')).forkCommand },
  { name: 'rebuild', load: async () => (await import('./commands/rebuild.js')).rebuildCommand },
  {
    name: 'watch',
    load: async () => withHolders((await import('./commands/watch.js')).watchCommand),
  },
  { name: 'manifest', load: async () => (await import('./commands/manifest.js')).manifestCommand },
  { name: 'doctor', load: async () => (await import('./commands/doctor.js')).doctorCommand },
]

const withHolders = async <A>(
  made: (listHolders: typeof import('./list-holders.js').listHolders) => A,
): Promise<A> => made((await import('./list-holders.js')).listHolders)
