// @module-tag operation
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { diskFiles, type Files } from './files.ts'
import { encodeDocument, SHAPES, storePicture } from './images.ts'

const folder = await mkdtemp(join(tmpdir(), 'largada-images-'))
const files = diskFiles(folder)
afterAll(() => rm(folder, { recursive: true }))

const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#e97504' } })
  .jpeg()
  .toBuffer()

test('one conversion per core, one thread each, no cache', async () => {
  let most = 0
  const watch = () => {
    most = Math.max(most, sharp.counters().process + sharp.counters().queue)
  }
  sharp.queue.on('change', watch)
  await Promise.all(
    Array.from({ length: 4 * availableParallelism() }, (_, n) =>
      n % 2 ? encodeDocument(photo) : storePicture(files, 'events', photo, SHAPES.square),
    ),
  )
  sharp.queue.off('change', watch)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(availableParallelism())
  expect(sharp.concurrency()).toBe(1)
  expect(sharp.cache()).toMatchObject({ memory: { current: 0, max: 0 }, items: { max: 0 } })
})

test('a picture that cannot be stored completely leaves no file', async () => {
  let writes = 0
  const full: Files = {
    ...files,
    write: async (path, bytes) => {
      if (++writes === 4) throw new Error('the disk is full')
      await files.write(path, bytes)
    },
  }
  await expect(storePicture(full, 'routes', photo, SHAPES.cover)).rejects.toThrow('the disk is full')
  expect(await readdir(join(folder, 'routes'))).toEqual([])
})
