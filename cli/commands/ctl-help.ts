/** The text of `yoi ctl --help`. */
export const ctlHelp = `
Usage: yoi ctl <pod> <method> [text] [--json]

Sends one method to a running Pod, waits for what comes of it, and prints that.

  run <text>       opens a turn and waits for its end; prints the reply
  queue <text>     lets a text wait for its turn; prints its id
  withdraw <id>    takes a queued input back and prints it
  notify <text>    tells the model something before its next request; starts a turn if none runs
  pause            lets the turn rest; resume carries it on
  resume           carries a resting turn on and waits for its end
  cancel           ends the running turn
  abandon          ends the resting turn
  shutdown         stops the Pod; a running turn rests and can be resumed later
  history [count]  prints the newest records of the conversation

A text that is "-", or left out in a pipe, is read from stdin. A text that begins
with "-" goes after "--".

While the log of the Pod cannot be written, what waits for a turn says so and goes on waiting.

  --json  prints what the Pod says, one JSON object a line (see docs/protocol.md)

Ctrl-C ends the waiting and not the Pod.
Exit codes: 0 ok, 1 refused or failed, 2 usage, 130 interrupted.
`
