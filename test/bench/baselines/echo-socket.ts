import { createServer } from 'node:net'

// A node that gives back what it hears on a socket: `node echo-socket.js <path>`.
createServer((socket) => socket.pipe(socket)).listen(process.argv[2], () =>
  process.stdout.write('ready\n'),
)
