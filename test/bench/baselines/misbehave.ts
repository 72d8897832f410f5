import { connect, type Socket } from 'node:net'

// Clients of every bad kind, on the socket that is named: they flood it without a newline, nest
// without end, send what is no call, ask and never read, and come a thousand at once. Whoever is
// dismissed is there anew at once. Says `ready` when as many stand there as the Pod lets in.

const [path = ''] = process.argv.slice(2)
const depth = 100_000
const nested = `{"method":"pause","a":${'['.repeat(depth)}${']'.repeat(depth)}}\n`
const flood = Buffer.alloc(256 * 1024, 'x')
const broken = Buffer.from(
  `\xff\xfe\n{"__proto__":{"method":"run"}}\n{"method":\n`.repeat(100),
  'latin1',
)
const questions = '{"method":"get_history","id":"x"}\n'.repeat(100)
const crowd = 1_000

const begin = (words: string | Buffer, heard: (socket: Socket) => void): void => {
  const socket = connect(path)
  const write = (): void => void (words.length > 0 && socket.write(words))
  socket
    .on('connect', write)
    .on('drain', write)
    .on('error', () => undefined)
  socket.on('close', () => setImmediate(begin, words, heard))
  heard(socket)
}

const reads = (socket: Socket): void => void socket.resume()
const isDeaf = (): void => undefined

for (const words of [flood, nested, broken]) begin(words, reads)
begin(questions, isDeaf)
let met = 0
for (let n = 0; n < crowd; n += 1)
  begin('', (socket) => {
    reads(socket)
    socket.once('close', () => {
      met += 1
      if (met === crowd) process.stdout.write('ready\n')
    })
  })
