// @module-tag operation
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/route.ts'
import { s3Files } from '#server/lib/s3-files.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { answerWithFile } from './factories/answer-file.ts'
import { at, createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { createUser } from './factories/user.ts'
import { lossyNetwork } from './lossy-network.ts'
import { startS3Server } from './s3-server.ts'

// A storage that accepts connections and never answers.

vi.setConfig({ testTimeout: 60_000 })
const bucket = await startS3Server()
const network = await lossyNetwork(bucket.address)
const files = s3Files(network.url)
const { db } = await testDatabase()
const app = await testApp(db, { deps: { files } })
await app.fastify.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await app.close()
  files.close()
  await network.stop()
  await bucket.stop()
})

const { port } = app.fastify.server.address() as AddressInfo
const { token } = await createUser(db)

async function upload() {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'atestado.pdf')
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}/participant/answer-files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { message } = (await answer.json()) as { message?: string }
  return { status: answer.status, seconds: (performance.now() - began) / 1_000, message }
}

test('uploads answer 503 within 10 s in words about the file, those that waited too, and go on afterwards', async () => {
  expect((await upload()).status).toBe(201)
  network.drop('all')
  for (const { status, seconds, message } of await Promise.all(Array.from({ length: 6 }, upload))) {
    expect({ status, message }).toEqual({
      status: 503,
      message:
        'O armazenamento de arquivos não respondeu, e o arquivo não foi salvo. Tente de novo em instantes.',
    })
    expect(seconds).toBeLessThan(10)
  }
  const read = await app.fastify.inject('/storage/events/capa.webp')
  expect([read.statusCode, read.json().message]).toEqual([
    503,
    'O armazenamento de arquivos não respondeu, e o arquivo não pôde ser lido. Tente de novo em instantes.',
  ])
  network.restore()
  await expect.poll(async () => (await upload()).status, { timeout: 20_000 }).toBe(201)
})

test('exports of files answer 503 within 10 s in words about the file, and those that waited go on afterwards', async () => {
  const event = await createEvent(db)
  for (const _ of [1, 2]) {
    const { registrations } = await createOrder(db, event)
    await answerWithFile(app.deps, { registrationId: at(registrations, 0).id, event })
  }
  const admins = await Promise.all([1, 2, 3, 4].map(() => createUser(db, { roles: ['Admin'] })))
  const zip = async ({ token: of }: { token: string }) => {
    const began = performance.now()
    const answer = await app.call('GET', `/organizer/events/${event.id}/answer-files.zip`, { token: of })
    expect(performance.now() - began).toBeLessThan(10_000)
    return answer
  }
  network.drop('all')
  // One more export than run at a time.
  const answers = await Promise.all(admins.map(zip))
  const waiting = answers.findIndex(({ statusCode }) => statusCode === 409)
  expect(answers[waiting]?.json().exception).toContain('Ela começa quando chegar a sua vez.')
  for (const answer of answers.toSpliced(waiting, 1))
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'O armazenamento de arquivos não respondeu, e o arquivo não pôde ser lido. Tente de novo em instantes.',
    ])
  network.restore()
  for (const one of [at(admins, waiting), ...admins])
    await expect.poll(async () => (await zip(one)).statusCode, { timeout: 20_000 }).toBe(200)
})
