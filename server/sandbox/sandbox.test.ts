import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargeRequest, GatewayRefusal } from '#server/features/payment/gateways/gateway.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { listeningApp } from '#test/listening-app.ts'
import { sandboxGateway } from './adapter.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const { gateway } = app.deps

beforeEach(() => app.deps.clock.set('2026-11-20T15:00:00Z'))

let references = 0
const request = (change: Partial<ChargeRequest> = {}): ChargeRequest => ({
  externalReference: `reg:${++references}:pay:1`,
  type: 0,
  installments: 1,
  split: null,
  amountCents: 12_990,
  dueOn: '2026-11-21',
  expiresAt: null,
  description: 'Inscrição',
  payer: {
    userId: 1,
    name: 'Ana Souza',
    cpf: '12345678909',
    email: 'ana@exemplo.test',
    phone: '11987654321',
  },
  ...change,
})
const open = () => gateway.createCharge(request())
const statusOf = async (id: string) => (await gateway.getCharge(id)).status

const press = (chargeId: string, button: string) =>
  app.fastify.inject({ method: 'POST', url: `/sandbox/pagar/${chargeId}/${button}` })
const deliveries = (chargeId: string) =>
  db.selectFrom('sandbox.deliveries').where('charge_id', '=', chargeId).orderBy('id').selectAll().execute()

describe('the adapter', () => {
  test('creates a charge, finds it by reference and reads it', async () => {
    const newCharge = request()
    expect(await gateway.findCharges(newCharge.externalReference)).toEqual([])
    const charge = await gateway.createCharge(newCharge)
    expect(charge).toEqual({
      id: expect.stringMatching(/^cob_[0-9a-f]{40}$/),
      externalReference: newCharge.externalReference,
      status: 0,
      amountCents: 12_990,
      paidAt: null,
      feeCents: null,
      disputed: false,
      paymentLink: `${app.deps.config.publicUrl}/sandbox/pagar/${charge.id}`,
    })
    expect(await gateway.findCharges(newCharge.externalReference)).toEqual([charge])
    expect(await gateway.getCharge(charge.id)).toEqual(charge)
  })

  test('creates two charges for one reference when asked twice, and finds both, newest first', async () => {
    const newCharge = request()
    const [first, second] = [await gateway.createCharge(newCharge), await gateway.createCharge(newCharge)]
    expect(first.id).not.toBe(second.id)
    expect((await gateway.findCharges(newCharge.externalReference)).map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
  })

  test('cancels an unpaid charge, idempotently', async () => {
    const newCharge = request()
    const { id } = await gateway.createCharge(newCharge)
    expect(await gateway.cancelCharge(id)).toBe(true)
    expect(await gateway.cancelCharge(id)).toBe(true)
    expect(await statusOf(id)).toBe(6)
    expect(await gateway.findCharges(newCharge.externalReference)).toMatchObject([{ id, status: 6 }])
    expect(await deliveries(id)).toHaveLength(1)
  })

  test('cancelling an unknown charge succeeds', async () => {
    expect(await gateway.cancelCharge('cob_unknown')).toBe(true)
  })

  test('does not cancel a paid charge', async () => {
    const { id } = await open()
    await press(id, 'pagar')
    expect(await gateway.cancelCharge(id)).toBe(false)
    expect(await statusOf(id)).toBe(2)
  })

  test('refuses invalid requests permanently, in Portuguese', async () => {
    await expect(gateway.createCharge(request({ amountCents: 499 }))).rejects.toThrow(
      new GatewayRefusal('O valor da cobrança não pode ser menor que R$ 5,00.'),
    )
    await expect(
      gateway.createCharge(request({ payer: { userId: 1, name: '', cpf: '1', email: '', phone: '' } })),
    ).rejects.toBeInstanceOf(GatewayRefusal)
  })

  test.each([
    ['a wrong key', () => sandboxGateway({ ...options(), apiKey: 'wrong' })],
    ['nobody there', () => sandboxGateway({ ...options(), baseUrl: () => 'http://127.0.0.1:9' })],
  ])('%s is worth a retry, not a refusal', async (_case, broken) => {
    const attempt = broken().createCharge(request())
    await expect(attempt).rejects.toThrow()
    await expect(attempt).rejects.not.toBeInstanceOf(GatewayRefusal)
  })

  test('without its key it answers nothing', async () => {
    const { id } = await open()
    for (const url of [`/sandbox/api/charges/${id}`, '/sandbox/api/charges?external_reference=reg:1:pay:1'])
      expect((await app.fastify.inject({ url })).statusCode).toBe(401)
    await expect(gateway.getCharge('cob_unknown')).rejects.toThrow('404')
  })

  const options = () => ({
    baseUrl: () => `http://127.0.0.1:${app.deps.config.port}`,
    apiKey: app.deps.secrets.sandboxKey,
    webhookSecret: app.deps.secrets.gatewayWebhookSecret,
  })
})

describe('webhooks', () => {
  test('a button sends one signed message, delivered at least once and every third twice', async () => {
    const received: string[] = []
    app.fastify.server.prependListener('request', (incoming: { url?: string }) => {
      if (incoming.url === '/api/v1/webhooks/payments') received.push(incoming.url)
    })
    const charges = await Promise.all([open(), open(), open()])
    for (const { id } of charges) await press(id, 'pagar')
    await runJobsOnce(app.deps)
    const sent = (await Promise.all(charges.map(({ id }) => deliveries(id)))).flat()
    expect(sent).toHaveLength(3)
    expect(sent.every(({ delivered_at }) => delivered_at)).toBe(true)
    const times = sent.reduce((sum, { id }) => sum + (id % 3 === 0 ? 2 : 1), 0)
    expect(received.length).toBeGreaterThanOrEqual(times)
    const stored = await db.selectFrom('gateway_messages').select('external_id').execute()
    for (const { body } of sent) {
      const { id } = JSON.parse(body) as { id: string }
      expect(stored.filter(({ external_id }) => external_id === id)).toHaveLength(1)
    }
  })

  test('a message is retried until it is answered', async () => {
    const { id } = await open()
    await press(id, 'pagar')
    const { port } = app.deps.config
    app.deps.config.port = 9
    await runJobsOnce(app.deps)
    app.deps.config.port = port
    expect(await deliveries(id)).toMatchObject([{ delivered_at: null }])
  })
})
