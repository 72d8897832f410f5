import test from 'ava'
import { writeCure } from '../../../adapters/node/write-cure.js'

const cures = [
  ['ENOSPC', /make room on its disk/],
  ['EDQUOT', /make room on its disk/],
  ['EFBIG', /ulimit -f.*make room/],
  ['EACCES', /yours \(chown\) and writable/],
  ['EPERM', /yours \(chown\) and writable/],
  ['EROFS', /file system writable/],
  ['EISDIR', /lies in its place/],
  ['EMFILE', /open files/],
  ['EIO', /check the disk/],
] as const

for (const [code, cure] of cures)
  test(`after ${code} a person is told what helps against that`, (t) => {
    t.regex(writeCure(Object.assign(new Error(`${code}: it failed`), { code })), cure)
  })

test('a cause in words, or an error without a code, is a matter of the disk', (t) => {
  t.is(writeCure('it is not open'), 'check the disk')
  t.is(writeCure(new Error('it is not open')), 'check the disk')
})
