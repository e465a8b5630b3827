import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startS3Server } from '#test/s3-server.ts'
import { asAppError } from './errors.ts'
import { diskFiles } from './files.ts'
import { s3Files } from './s3-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'largada-test-'))
const server = await startS3Server({ pageSize: 2 })
const bucket = s3Files(server.address)
afterAll(async () => {
  bucket.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const listed = async (files: ReturnType<typeof diskFiles>, path: string): Promise<string[]> => {
  const found: string[] = []
  for await (const file of files.list(path)) {
    expect(Math.abs(file.changedAt.getTime() - Date.now())).toBeLessThan(60_000)
    found.push(file.path)
  }
  return found.sort()
}

describe.each([
  ['a folder', diskFiles(folder)],
  ['a bucket', bucket],
])('files in %s', (_name, files) => {
  test('a written file can be read, replaced and removed', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128])
    await files.write('events/capa 1.webp', bytes)
    expect(await files.read('events/capa 1.webp')).toEqual(bytes)
    await files.write('events/capa 1.webp', 'não')
    expect(String(await files.read('events/capa 1.webp'))).toBe('não')
    await files.remove('events/capa 1.webp')
    expect(await files.read('events/capa 1.webp')).toBeNull()
    await files.remove('events/capa 1.webp')
  })

  test('a listing returns all files of one folder, in as many pages as needed', async () => {
    const names = Array.from({ length: 5 }, (_, i) => `avatars/a-${i}.webp`)
    for (const path of [...names, 'avatars/inner/b.webp', 'documents/c.pdf']) await files.write(path, 'x')
    expect(await listed(files, 'avatars')).toEqual(names)
    expect(await listed(files, 'answers')).toEqual([])
  })
})

test('a bucket opens only with the right key', async () => {
  const wrong = s3Files(server.address.replace('largada-test:', 'other:'))
  await expect(wrong.read('events/x.webp')).rejects.toThrow('SignatureDoesNotMatch')
  const missing = s3Files(server.address.replace('/largada?', '/other?'))
  await expect(missing.read('events/x.webp')).rejects.toThrow('NoSuchBucket')
  for (const each of [wrong, missing]) each.close()
})

test('a bucket that is unreachable or fails leads to 503 with Retry-After', async () => {
  const failing = createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
  const { port } = failing.address() as AddressInfo
  for (const at of [1, port]) {
    const files = s3Files(`http://a:b@127.0.0.1:${at}/largada`)
    const error = await files.read('events/x.webp').catch((refusal: unknown) => refusal)
    expect(asAppError(error)).toMatchObject({ status: 503 })
    files.close()
  }
  failing.close()
})
