import { createServer } from 'node:net'

// A node that does nothing but keep a socket open: `node idle-socket.js <path>`.
createServer().listen(process.argv[2], () => process.stdout.write('ready\n'))
