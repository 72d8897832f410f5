import test from 'ava'
import { writeAtomic } from '../../adapters/node/write-atomic.js'
import { crashImages, cutsOf } from '../support/crash-images.js'
import { bytesAt, emptyDisk } from '../support/disk-image.js'
import { systemErrors } from '../support/faulty-log-files.js'
import { type ModelDisk, modelDisk } from '../support/model-disk.js'

// The registry and the list of live sessions are replaced so.

const path = '/data/scope.lock'

const withOld = async (): Promise<ModelDisk> => {
  const disk = modelDisk()
  await writeAtomic(path, 'the old one', { sync: true, files: disk.replacing })
  return disk
}

test('a file that is replaced durably is the old one or the new after any loss of power', async (t) => {
  const disk = await withOld()
  const from = disk.ops.length
  await writeAtomic(path, 'the new one', { sync: true, files: disk.replacing })
  const seen = new Set<string | undefined>()
  for (let done = from; done <= disk.ops.length; done += 1)
    for (const image of crashImages(emptyDisk, disk.ops.slice(0, done), cutsOf(100))) {
      const text = bytesAt(image, path)?.toString()
      seen.add(text)
      if (done === disk.ops.length) t.is(text, 'the new one', 'it is durable when that is said')
    }
  t.deepEqual([...seen].sort(), ['the new one', 'the old one'])
})

test('a replacement that fails leaves the old file, and nothing beside it', async (t) => {
  for (const fault of [...systemErrors, 'late'] as const)
    for (const failing of ['open', 'write', 'datasync', 'rename'] as const) {
      const disk = await withOld()
      disk.follow((call) => (call === failing ? fault : undefined))
      const error = await t.throwsAsync(
        writeAtomic(path, 'the new one', { sync: true, files: disk.replacing }),
      )
      t.regex(error.message, /as the test asked/)
      const late = fault === 'late' && failing === 'rename'
      t.is(bytesAt(disk.image(), path)?.toString(), late ? 'the new one' : 'the old one')
      t.deepEqual([...disk.image().names.keys()], [path], `${fault} of ${failing}`)
    }
})

test('a file whose replacement fails says why, even if its temp file stays', async (t) => {
  const disk = await withOld()
  disk.follow((call) => (call === 'rename' ? 'ENOSPC' : call === 'remove' ? 'EIO' : undefined))
  const writing = writeAtomic(path, 'the new one', { files: disk.replacing })
  await t.throwsAsync(writing, { message: /ENOSPC/ })
  t.is(bytesAt(disk.image(), path)?.toString(), 'the old one')
})
