import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { decrypting, encrypting } from './encrypted-stream.ts'

const KEY = randomBytes(32)
const FRAME = 64 * 1024
const HEADER = 40
const DAMAGED = 'tabela foi alterado ou está incompleto.'

const encrypted = (bytes: Buffer, name = 'tabela') =>
  buffer(Readable.from([bytes]).pipe(encrypting(KEY, name)))
/** In chunks that end anywhere. */
function decrypted(bytes: Buffer, { key = KEY, name = 'tabela' } = {}): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 50_001) chunks.push(bytes.subarray(at, at + 50_001))
  return buffer(Readable.from(chunks).pipe(decrypting(key, name)))
}

test.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 5 * FRAME + 7])(
  '%i bytes come back as they were',
  async (size) => {
    const bytes = randomBytes(size)
    const sealed = await encrypted(bytes)
    if (size > 100) expect(sealed.includes(bytes.subarray(0, 100))).toBe(false)
    expect(await decrypted(sealed)).toEqual(bytes)
  },
)

test('the same content is encrypted differently each time', async () => {
  const bytes = randomBytes(100)
  expect(await encrypted(bytes)).not.toEqual(await encrypted(bytes))
})

test('another key is named', async () => {
  const sealed = await encrypted(randomBytes(10))
  await expect(decrypted(sealed, { key: randomBytes(32) })).rejects.toThrow(
    'BACKUP_KEY não é a chave com que a cópia foi cifrada.',
  )
})

test('a changed, cut, reordered, extended or renamed content is refused', async () => {
  const sealed = await encrypted(randomBytes(3 * FRAME))
  const frame = FRAME + 16
  const frames = [0, 1, 2].map((i) => sealed.subarray(HEADER + i * frame, HEADER + (i + 1) * frame))
  const header = sealed.subarray(0, HEADER)
  const flipped = Buffer.from(sealed)
  flipped[HEADER + 5] = (flipped[HEADER + 5] ?? 0) ^ 1
  const [first = header, second = header, third = header] = frames
  for (const damaged of [
    flipped,
    sealed.subarray(0, -1),
    header,
    header.subarray(0, 10),
    Buffer.alloc(0),
    Buffer.concat([header, first, second]),
    Buffer.concat([header, second, first, third]),
    Buffer.concat([header, first, third]),
    Buffer.concat([sealed, third]),
    Buffer.concat([Buffer.from('plain'), sealed]),
  ])
    await expect(decrypted(damaged)).rejects.toThrow(DAMAGED)
  await expect(decrypted(sealed, { name: 'outra' })).rejects.toThrow('outra foi alterado ou está incompleto.')
})
