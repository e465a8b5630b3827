// @module-tag operation
import { readdir, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { eventForm } from './factories/event-form.ts'
import { createOrganizer, createUser } from './factories/user.ts'

/* A file over 10 MB is refused by every route, and no part of it remains on the disk. Uses a real
   connection, because a body that arrives in chunks could be truncated between two of them. */

const LIMIT = 10 * 1024 * 1024

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
await app.fastify.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.fastify.server.address() as AddressInfo

const runner = await createUser(db)
const organizer = await createOrganizer(db)
const ROUTES = [
  ['/participant/answer-files', 'file', runner],
  ['/organizer/uploads?purpose=document', 'file', organizer],
  ['/organizer/uploads?purpose=route', 'file', organizer],
  [`/participant/${runner.id}/image`, 'image', runner],
] as const

const pdf = (bytes: number) => {
  const file = Buffer.alloc(bytes, 0x20)
  file.write('%PDF-1.7')
  return file
}

async function send(path: string, field: string, token: string, bytes: Buffer) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'arquivo.pdf')
  const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { message: string; data?: { path: string } },
  }
}

const folder = join(app.deps.config.dataDir, 'files')
const filesOnDisk = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('a file over 10 MB', () => {
  test.each(ROUTES)('to %s is 413, however it is split into chunks', async (path, field, { token }) => {
    const before = await filesOnDisk()
    for (const more of [1, 2, 512, 65_536, 1_000_000]) {
      const { status, body } = await send(path, field, token, pdf(LIMIT + more))
      expect({ more, status, message: body.message }).toEqual({
        more,
        status: 413,
        message: 'O arquivo enviado é grande demais.',
      })
    }
    expect(await filesOnDisk()).toEqual(before)
  })

  test('in a data URL of an event is 413 at its field', async () => {
    const before = await filesOnDisk()
    const image = `data:application/pdf;base64,${pdf(LIMIT + 1).toString('base64')}`
    const answer = await app.call('POST', '/events/create', {
      token: organizer.token,
      body: await eventForm(db, { event_image: image }),
    })
    expect(answer.statusCode, answer.body).toBe(413)
    expect(answer.json()).toMatchObject({
      message: 'O arquivo enviado é grande demais.',
      errors: { event_image: ['O arquivo pode ter no máximo 10 MB'] },
    })
    expect(await filesOnDisk()).toEqual(before)
  })
})

test("a file of exactly 10 MB is stored completely, readable only by the server's user", async () => {
  const { status, body } = await send('/participant/answer-files', 'file', runner.token, pdf(LIMIT))
  expect(status).toBe(201)
  const path = join(folder, body.data?.path ?? '')
  const file = await stat(path)
  expect(file.size).toBe(LIMIT)
  expect(file.mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})
