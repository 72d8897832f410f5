// The least that a program in a terminal does with a key: raw mode, and the bytes come back.
process.stdin.setRawMode(true)
process.stdin.on('data', (bytes) => process.stdout.write(bytes))
process.stdout.write('ready')
