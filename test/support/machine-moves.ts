import {
  ask,
  calls,
  childReport,
  crash,
  fails,
  hooksSay,
  type Machine,
  notify,
  plainly,
  replies,
  said,
  shows,
  submit,
  timerFires,
  toolReports,
} from './machine.js'

/** One thing that may happen to a machine. */
export type Move = { readonly name: string; readonly make: (machine: Machine) => Machine }

/** All that may happen to a machine: what is asked of it, what its work reports, and a crash. */
export const moves: ReadonlyArray<Move> = [
  { name: 'run', make: (m) => submit(m) },
  { name: 'queue', make: (m) => submit(m, 'queue') },
  { name: 'withdraw', make: (m) => withdrawFirst(m) },
  { name: 'notify', make: (m) => notify(m) },
  { name: 'child report', make: childReport },
  { name: 'pause', make: (m) => plainly(m, 'pause') },
  { name: 'cancel', make: (m) => plainly(m, 'cancel') },
  { name: 'resume', make: (m) => plainly(m, 'resume') },
  { name: 'abandon', make: (m) => plainly(m, 'abandon') },
  { name: 'shutdown', make: (m) => plainly(m, 'shutdown') },
  { name: 'show', make: (m) => shows(m) },
  { name: 'reply', make: (m) => replies(m, said()) },
  { name: 'reply with a call', make: (m) => replies(m, calls('Bash')) },
  { name: 'reply with three calls', make: (m) => replies(m, calls('Read', 'Read', 'Bash')) },
  { name: 'fail for now', make: (m) => fails(m, true) },
  { name: 'fail for good', make: (m) => fails(m, false) },
  { name: 'fail as too long', make: (m) => fails(m, false, 'context_too_long') },
  { name: 'tool ends', make: (m) => toolReports(m) },
  { name: 'second tool ends', make: (m) => toolReports(m, 'interrupted', 1) },
  { name: 'retry is due', make: (m) => timerFires(m, 'retry') },
  { name: 'tools are given up', make: (m) => timerFires(m, 'give_up') },
  { name: 'hooks let it go', make: (m) => hooksSay(m, 'continue') },
  { name: 'hooks pause', make: (m) => hooksSay(m, 'pause') },
  { name: 'crash', make: crash },
]

const withdrawFirst = (machine: Machine): Machine => {
  const input = machine.held.state.inbox.inputs[0]?.id
  return input === undefined ? machine : ask(machine, { method: 'withdraw', input })
}
