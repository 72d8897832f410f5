/**
 * The names of all commands, also of those to come: no Pod may have one, since `yoi <word>` is
 * either a command or a Pod to attach to.
 */
export const commandNames: ReadonlyArray<string> = [
  'acp',
  'attach',
  'completion',
  'ctl',
  'doctor',
  'export',
  'fork',
  'goal',
  'help',
  'manifest',
  'mcp',
  'pod',
  'pods',
  'rebuild',
  'replay',
  'rm',
  'run',
  'serve',
  'sessions',
  'verify',
  'version',
  'watch',
]
