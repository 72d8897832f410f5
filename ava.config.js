export default {
  files: ['dist/test/**/*.test.js', '!dist/test/journey/**'],
  nodeArguments: ['--enable-source-maps'],
  timeout: '60s',
}
