// @module-tag operation
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
import { runJobsOnce } from '#server/worker.ts'
import {
  asaasEnvironment,
  asaasOwnSandbox,
  type MessagingGateway,
  type TestedGateway,
  testedAsaas,
  testedSandbox,
} from '#test/asaas/gateways.ts'
import { startAsaas } from '#test/asaas/stand-in.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  cancelPaid,
  cancelPending,
  chargedRegistration,
  findPayment,
  findRegistration,
  listLedger,
  listRefunds,
  retryRefund,
} from '#test/payments.ts'
import { ensureCharge, tryCreateCharge } from '../create-charge.ts'
import { findRefund } from '../refunds/queries.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import { expirePayments } from '../sweeps/expire-payments.ts'
import { recheckPayments } from '../sweeps/recheck-payments.ts'
import {
  type Charge,
  type ChargePage,
  type ChargeRequest,
  GatewayRefusal,
  GatewayUnavailable,
} from './gateway.ts'

/*
 * Every gateway is tested here: the sandbox, an emulation of Asaas and, with the key of an account in
 * ASAAS_SANDBOX_KEY, Asaas' own sandbox.
 */

const { db } = await testDatabase()
const asaas = await startAsaas()
afterAll(asaas.close)
const app = await listeningApp(db, { env: asaasEnvironment(asaas) })
afterAll(app.close)
const event = await createEvent(db)
const payer = await createUser(db)
const ownSandboxKey = process.env.ASAAS_SANDBOX_KEY

const SANDBOX = testedSandbox(app)
const ASAAS = testedAsaas(app, asaas)

const request = (change: Partial<ChargeRequest> = {}): ChargeRequest => ({
  externalReference: randomUUID(),
  type: 0,
  amountCents: 12_990,
  installments: 1,
  split: null,
  dueOn: dayIn('America/Sao_Paulo', new Date(Date.now() + 2 * 86_400_000)),
  expiresAt: null,
  description: 'Inscrição 7 · Corrida das Pontes · 10 km',
  payer: {
    userId: payer.id,
    name: 'Ana Souza',
    cpf: '24971563792',
    email: 'ana@exemplo.com.br',
    phone: '1133334444',
  },
  ...change,
})

const PORTS: [string, () => TestedGateway][] = [
  ['the sandbox', () => SANDBOX],
  ['the stand-in for Asaas', () => ASAAS],
]

describe.each(PORTS)('%s', (_name, tested) => portTests(tested))
describe.skipIf(!ownSandboxKey)("Asaas' own sandbox (needs ASAAS_SANDBOX_KEY)", () =>
  portTests(() => asaasOwnSandbox(ownSandboxKey ?? '')),
)

function portTests(tested: () => TestedGateway): void {
  const { gateway, pay, broken, unknownCharge } = tested()

  test('creates a charge, finds it by its reference and reads it', async () => {
    const newCharge = request()
    expect(await gateway.findCharges(newCharge.externalReference)).toEqual([])
    const charge = await gateway.createCharge(newCharge)
    expect(charge).toMatchObject({
      externalReference: newCharge.externalReference,
      status: 0,
      amountCents: 12_990,
      paidAt: null,
      paymentLink: expect.stringMatching(/^https?:\/\//),
    })
    expect(await gateway.findCharges(newCharge.externalReference)).toEqual([charge])
    expect(await gateway.getCharge(charge.id)).toEqual(charge)
  })

  test('creates two charges for one reference when called twice, and finds both, newest first', async () => {
    const newCharge = request()
    const [first, second] = [await gateway.createCharge(newCharge), await gateway.createCharge(newCharge)]
    const found = await gateway.findCharges(newCharge.externalReference)
    expect(found.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('preserves every cent', async () => {
    for (const amountCents of [500, 1_999, 2_910, 113_501, 9_999_999])
      expect((await gateway.createCharge(request({ amountCents }))).amountCents).toBe(amountCents)
  })

  test('charges a card in installments as one charge, to the cent, and cancels all of them', async () => {
    const newCharge = request({ type: 2, amountCents: 10_001, installments: 3 })
    const charge = await gateway.createCharge(newCharge)
    const parts = [3_333, 3_333, 3_335].map((amountCents, i) => ({ number: i + 1, amountCents }))
    expect(charge).toMatchObject({ status: 0, amountCents: 10_001, installments: parts })
    expect(await gateway.getCharge(charge.id)).toEqual(charge)
    expect(await gateway.findCharges(newCharge.externalReference)).toEqual([charge])
    const listed = await listDay()
    expect(listed.filter(({ id }) => id === charge.id)).toEqual([charge])
    expect(
      listed.filter(({ externalReference }) => externalReference === newCharge.externalReference),
    ).toHaveLength(1)
    expect(await gateway.cancelCharge(charge.id)).toBe(true)
    expect((await gateway.getCharge(charge.id)).status).toBe(6)
    const small = request({ type: 2, amountCents: 1_499, installments: 3 })
    await expect(gateway.createCharge(small)).rejects.toBeInstanceOf(GatewayRefusal)
  })

  test('refunds a card in installments in parts, and refuses more than is left', async () => {
    const { id: chargeId } = await gateway.createCharge(
      request({ type: 2, amountCents: 10_001, installments: 3 }),
    )
    await pay(chargeId)
    const refund = (amountCents: number, reference: string = randomUUID()) =>
      gateway.refund({ chargeId, reference, amountCents, description: 'Devolução · Corrida das Pontes' })
    const [first, second] = [randomUUID(), randomUUID()]
    await refund(5_000, first)
    await expect(refund(5_002)).rejects.toBeInstanceOf(GatewayRefusal)
    expect([2, 3]).toContain((await gateway.getCharge(chargeId)).status)
    await refund(5_001, second)
    const listed = await gateway.listRefunds(chargeId)
    expect(
      listed.map(({ reference, amountCents, status }) => [reference, amountCents, status]).toSorted(),
    ).toEqual(
      [
        [first, 5_000, 'done'],
        [second, 5_001, 'done'],
      ].toSorted(),
    )
    expect((await gateway.getCharge(chargeId)).status).toBe(5)
  })

  async function listDay(): Promise<Charge[]> {
    const listed: Charge[] = []
    let next: number | null = 0
    while (next !== null) {
      const page: ChargePage = await gateway.listCharges(dayIn('America/Sao_Paulo', new Date()), next)
      listed.push(...page.charges)
      next = page.next
    }
    return listed
  }

  test("lists the charges of a day in pages, with the gateway's fee of a paid one", async () => {
    const charges = [await gateway.createCharge(request()), await gateway.createCharge(request())]
    const [paid] = charges
    await pay(paid?.id ?? '')
    const listed = await listDay()
    const found = charges.map(({ id }) => listed.find((charge) => charge.id === id))
    expect(found).toMatchObject([{ feeCents: expect.any(Number) }, { status: 0, feeCents: null }])
    expect(await gateway.listCharges('2001-01-01', 0)).toEqual({ charges: [], next: null })
  })

  test('cancels an unpaid charge, idempotently', async () => {
    const { id } = await gateway.createCharge(request())
    expect(await gateway.cancelCharge(id)).toBe(true)
    expect(await gateway.cancelCharge(id)).toBe(true)
    expect((await gateway.getCharge(id)).status).toBe(6)
  })

  test('cancelling an unknown charge succeeds, reading it fails', async () => {
    expect(await gateway.cancelCharge(unknownCharge)).toBe(true)
    await expect(gateway.getCharge(unknownCharge)).rejects.toThrow()
  })

  test('does not cancel a paid charge', async () => {
    const { id } = await gateway.createCharge(request())
    await pay(id)
    expect(await gateway.cancelCharge(id)).toBe(false)
    expect([2, 3]).toContain((await gateway.getCharge(id)).status)
  })

  test('refunds a paid charge in parts, lists each by its reference, and refuses more than is left', async () => {
    const { id: chargeId } = await gateway.createCharge(request())
    const refund = (amountCents: number, reference = randomUUID()) =>
      gateway.refund({ chargeId, reference, amountCents, description: 'Devolução · Corrida das Pontes' })
    await pay(chargeId)
    expect(await gateway.listRefunds(chargeId)).toEqual([])
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await refund(4_990, first)).toEqual({ requestUrl: null })
    await expect(refund(8_001)).rejects.toBeInstanceOf(GatewayRefusal)
    expect((await gateway.getCharge(chargeId)).status).toBe(2)
    await refund(8_000, second)
    const listed = await gateway.listRefunds(chargeId)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(2)
    expect(listed.map(({ reference, amountCents, status }) => [reference, amountCents, status])).toEqual(
      expect.arrayContaining([
        [first, 4_990, 'done'],
        [second, 8_000, 'done'],
      ]),
    )
    expect((await gateway.getCharge(chargeId)).status).toBe(5)
  })

  test('does not refund an unpaid charge', async () => {
    const { id: chargeId } = await gateway.createCharge(request())
    const refund = { chargeId, reference: randomUUID(), amountCents: 12_990, description: 'Devolução' }
    await expect(gateway.refund(refund)).rejects.toBeInstanceOf(GatewayRefusal)
    expect(await gateway.listRefunds(chargeId)).toEqual([])
  })

  test('refuses an amount below R$ 5,00 and an invalid CPF permanently, in Portuguese', async () => {
    await expect(gateway.createCharge(request({ amountCents: 499 }))).rejects.toThrow(
      /não pode ser menor que R\$.5,00/,
    )
    await expect(gateway.createCharge(request({ amountCents: 499 }))).rejects.toBeInstanceOf(GatewayRefusal)
    const invalid = { userId: payer.id, name: 'Ana', cpf: '1', email: 'ana@exemplo.com.br', phone: '' }
    await expect(gateway.createCharge(request({ payer: invalid }))).rejects.toBeInstanceOf(GatewayRefusal)
  })

  test.each([
    ['a wrong key', { apiKey: '$aact_hmlg_of_nobody_000' }],
    ['nobody there', { url: 'http://127.0.0.1:9' }],
  ])('%s is an outage, not a refusal', async (_case, change) => {
    const calls = [
      () => broken(change).createCharge(request()),
      () => broken(change).getCharge(unknownCharge),
      () => broken(change).cancelCharge(unknownCharge),
      () => broken(change).findCharges('anything'),
      () => broken(change).listRefunds(unknownCharge),
      () =>
        broken(change).refund({
          chargeId: unknownCharge,
          reference: randomUUID(),
          amountCents: 500,
          description: '',
        }),
    ]
    for (const call of calls) await expect(call()).rejects.toBeInstanceOf(GatewayUnavailable)
  })

  test('returns the Pix code and its expiry', async () => {
    const { id } = await gateway.createCharge(request({ type: 0 }))
    const details = await gateway.paymentDetails(id, 0)
    expect(details).toEqual({
      pix: { payload: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/), expiresAt: expect.any(Date) },
      boleto: null,
    })
    expect(details.pix?.expiresAt.getTime()).toBeGreaterThan(Date.now())
  })

  test("returns the boleto's line, barcode and Pix code", async () => {
    const { id } = await gateway.createCharge(request({ type: 1 }))
    const { boleto, pix } = await gateway.paymentDetails(id, 1)
    expect(boleto).toMatchObject({
      digitableLine: expect.stringMatching(/^\d{47}$/),
      barcode: expect.stringMatching(/^\d{44}$/),
    })
    expect(pix?.payload).toMatch(/^000201.*6304[0-9A-F]{4}$/)
    expect(pix?.expiresAt.getTime()).toBeGreaterThan(Date.now())
  })

  test('returns no code for a card, and for a charge that cannot be paid', async () => {
    const card = await gateway.createCharge(request({ type: 2 }))
    const { id } = await gateway.createCharge(request())
    await gateway.cancelCharge(id)
    expect(await gateway.paymentDetails(card.id, 2)).toEqual({ pix: null, boleto: null })
    expect(await gateway.paymentDetails(id, 0)).toEqual({ pix: null, boleto: null })
  })

  test('lists the charges that can be paid since a day', async () => {
    const [open, paid, cancelled] = [
      await gateway.createCharge(request()),
      await gateway.createCharge(request()),
      await gateway.createCharge(request()),
    ]
    await pay(paid.id)
    await gateway.cancelCharge(cancelled.id)
    const listedSince = async (at: Date) => {
      const ids: string[] = []
      for await (const page of gateway.openCharges(dayIn('America/Sao_Paulo', at), 'pending'))
        ids.push(...page.map(({ id }) => id))
      return ids.filter((id) => [open.id, paid.id, cancelled.id].includes(id))
    }
    expect(await listedSince(new Date())).toEqual([open.id])
    expect(await listedSince(new Date(Date.now() + 86_400_000))).toEqual([])
  })
}

const MESSAGING: [string, MessagingGateway][] = [
  ['the sandbox', SANDBOX],
  ['the stand-in for Asaas', ASAAS],
]

describe.each(MESSAGING)('payments at %s', (_name, tested) => {
  const { provider, gateway, change, send, unknownCharge } = tested
  const payableAt = async (paymentId: number) => {
    const { external_reference } = await findPayment(app, paymentId)
    return (await gateway.findCharges(external_reference)).filter(({ status }) => status !== 6)
  }
  const charged = () => chargedRegistration(app, event, { payment: { provider } })
  const outcomes = async (chargeId: string) => {
    const rows = await db
      .selectFrom('gateway_messages')
      .where(sql<boolean>`payload -> 'notice' ->> 'chargeId' = ${chargeId}`)
      .where('provider', '=', provider)
      .orderBy('id')
      .select('outcome')
      .execute()
    return rows.map(({ outcome }) => outcome)
  }
  const paid = async (type: 0 | 1 | 2 = 0) => {
    const one = await chargedRegistration(app, event, { payment: { provider, type } })
    await change(one.chargeId, 'received')
    await send(one.chargeId, 'received')
    await runJobsOnce(app.deps)
    return one
  }
  const paidBoletoOfTwo = async () => {
    app.deps.otherGateways = [app.deps.gateway]
    app.deps.gateway = gateway
    const buyer = await createUser(db)
    const { registrations } = await createOrder(db, event, { buyer, additional: 1, payment: { provider } })
    const [firstId, secondId] = [at(registrations, 0).id, at(registrations, 1).id]
    const body = { registration_ids: [firstId, secondId], payment_type: 1 }
    await app.call('POST', '/participant/payments', { token: buyer.token, body })
    await runJobsOnce(app.deps)
    const { id: paymentId, charge_id } = await db
      .selectFrom('payments')
      .where('payer_user_id', '=', buyer.id)
      .where('status', '=', 0)
      .select(['id', 'charge_id'])
      .executeTakeFirstOrThrow()
    const chargeId = charge_id ?? ''
    await change(chargeId, 'received')
    await send(chargeId, 'received')
    await runJobsOnce(app.deps)
    return { paymentId, chargeId, firstId, secondId }
  }
  /** Cancels a paid registration; returns its refund, which is not sent yet. */
  const refundOf = async ({ registrationId, paymentId }: { registrationId: number; paymentId: number }) => {
    await cancelPaid(app, registrationId)
    const [refund] = await listRefunds(app, paymentId)
    if (!refund) throw new Error('there is no refund')
    return refund.id
  }
  const statusesOf = async ({
    paymentId,
    registrationId,
  }: {
    paymentId: number
    registrationId: number
  }) => ({
    payment: (await findPayment(app, paymentId)).status,
    registration: (await findRegistration(app, registrationId)).status,
  })

  // New payments use another gateway; those made here must not notice.
  beforeEach(() => {
    const all = [app.deps.gateway, ...app.deps.otherGateways]
    app.deps.otherGateways = all.filter((one) => one.provider === provider)
    app.deps.gateway = all.find((one) => one.provider !== provider) ?? gateway
  })

  test('a forged message is 401 and not stored', async () => {
    const { chargeId } = await charged()
    expect(await send(chargeId, 'received', { forged: true })).toBe(401)
    expect(await outcomes(chargeId)).toEqual([])
  })

  test('a payment confirms the registration, however often its message is received', async () => {
    const one = await charged()
    await change(one.chargeId, 'received')
    const id = randomUUID()
    const copies = Array.from({ length: 20 }, () => send(one.chargeId, 'received', { id }))
    expect(new Set(await Promise.all(copies))).toEqual(new Set([200]))
    await runJobsOnce(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 2, registration: 1 })
    expect(await outcomes(one.chargeId)).toEqual(['applied'])
  })

  test("a message that the charge's state contradicts changes nothing", async () => {
    const one = await charged()
    for (const state of ['received', 'refunded', 'disputed'] as const) await send(one.chargeId, state)
    await runJobsOnce(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 0, registration: 0 })
  })

  test('a refund releases the registration, even when messages arrive in another order', async () => {
    const one = await charged()
    await change(one.chargeId, 'received')
    await send(one.chargeId, 'received')
    await runJobsOnce(app.deps)
    await change(one.chargeId, 'refunded')
    for (const state of ['refunded', 'received'] as const) await send(one.chargeId, state)
    await runJobsOnce(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 5, registration: 2 })
  })

  test('a dispute keeps the registration active, and a lost one releases it', async () => {
    const one = await charged()
    await change(one.chargeId, 'received')
    await send(one.chargeId, 'received')
    await runJobsOnce(app.deps)
    await change(one.chargeId, 'disputed')
    await send(one.chargeId, 'disputed')
    await runJobsOnce(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 10, registration: 1 })
    await change(one.chargeId, 'refunded')
    await send(one.chargeId, 'refunded')
    await runJobsOnce(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 10, registration: 2 })
  })

  test('a dispute that was lost before it was reported also reverses the payment', async () => {
    const one = await charged()
    await change(one.chargeId, 'received')
    await send(one.chargeId, 'received')
    await runJobsOnce(app.deps)
    await change(one.chargeId, 'disputed')
    await change(one.chargeId, 'refunded')
    await send(one.chargeId, 'refunded')
    await runJobsOnce(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 10, registration: 2 })
    expect(await listRefunds(app, one.paymentId)).toEqual([])
  })

  test('a message about an unknown charge is answered 200', async () => {
    expect(await send(unknownCharge, 'received')).toBe(200)
    await runJobsOnce(app.deps)
    expect(await outcomes(unknownCharge)).toEqual(['unknown_charge'])
  })

  test('a message about a charge of another gateway is not applied', async () => {
    const other = MESSAGING.map(([, one]) => one).find((one) => one.provider !== provider)
    const one = await charged()
    await change(one.chargeId, 'received')
    expect(await other?.send(one.chargeId, 'received')).toBe(200)
    await runJobsOnce(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 0, registration: 0 })
  })

  test('the response of a creation is lost: the next attempt adopts the charge', async () => {
    const order = await unchargedPayment(provider)
    const over = { ...gateway, createCharge: lost(gateway.createCharge) }
    app.deps.otherGateways = [over]
    expect(await tryCreateCharge(app.deps, order)).toBeNull()
    app.deps.otherGateways = [gateway]
    const link = await ensureCharge(app.deps, order)
    expect(await payableAt(order)).toMatchObject([{ paymentLink: link }])
  })

  test('twenty concurrent attempts create one charge', async () => {
    const order = await unchargedPayment(provider)
    await Promise.all(Array.from({ length: 20 }, () => tryCreateCharge(app.deps, order)))
    expect(await payableAt(order)).toHaveLength(1)
  })

  test('cancelling a registration deletes its charge', async () => {
    const one = await charged()
    await cancelPending(app, one.registrationId)
    await runJobsOnce(app.deps)
    expect(await payableAt(one.paymentId)).toEqual([])
    expect((await gateway.getCharge(one.chargeId)).status).toBe(6)
  })

  test('without any message the sweep finds the payment and cancels the second charge', async () => {
    const one = await charged()
    const { external_reference: externalReference, amount_cents: amountCents } = await findPayment(
      app,
      one.paymentId,
    )
    await gateway.createCharge(request({ externalReference, amountCents }))
    await change(one.chargeId, 'received')
    app.deps.clock.advance(3_600_000)
    await recheckPayments(app.deps)
    expect(await statusesOf(one)).toEqual({ payment: 2, registration: 1 })
    expect(await payableAt(one.paymentId)).toMatchObject([{ id: one.chargeId, status: 2 }])
  })

  test('a refund is sent once despite concurrent attempts, and its message completes it', async () => {
    const one = await paid()
    const refundId = await refundOf(one)
    await Promise.all(Array.from({ length: 20 }, () => sendRefund(app.deps, refundId)))
    expect(await gateway.listRefunds(one.chargeId)).toMatchObject([{ amountCents: 11_000, status: 'done' }])
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ reason: 'organizer', status: 'sent' }])
    await send(one.chargeId, 'refunded')
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'done' }])
    expect(await statusesOf(one)).toEqual({ payment: 5, registration: 2 })
    expect(await gateway.listRefunds(one.chargeId)).toHaveLength(1)
  })

  /** The gateway may still carry out a refund that it did not answer, so the next attempt waits. */
  async function sendAfterTheClaim(refundId: number): Promise<void> {
    const { clock } = app.deps
    clock.advance(9 * 60_000)
    await sendRefund(app.deps, refundId)
    expect(await findRefund(db, refundId)).toMatchObject({ status: 'approved' })
    clock.advance(60_001)
    await sendRefund(app.deps, refundId)
    clock.set(new Date())
  }

  test('the response of a refund is lost: the next attempt finds it', async () => {
    const one = await paid()
    const refundId = await refundOf(one)
    app.deps.otherGateways = [{ ...gateway, refund: lost(gateway.refund) }]
    await expect(sendRefund(app.deps, refundId)).rejects.toThrow('the gateway did not answer to a refund')
    app.deps.otherGateways = [gateway]
    await sendAfterTheClaim(refundId)
    expect(await gateway.listRefunds(one.chargeId)).toHaveLength(1)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'done' }])
  })

  test('a refund that exceeds the balance is tried again the next day', async () => {
    const one = await paid()
    const refundId = await refundOf(one)
    await tested.setBalance(10_999)
    await sendRefund(app.deps, refundId)
    await tested.setBalance(null)
    const [waiting] = await listRefunds(app, one.paymentId)
    expect(waiting).toMatchObject({ status: 'approved', failure_reason: expect.stringMatching(/saldo/i) })
    app.deps.clock.advance(23 * 3_600_000)
    await recheckPayments(app.deps)
    expect(await gateway.listRefunds(one.chargeId)).toEqual([])
    app.deps.clock.advance(2 * 3_600_000)
    await recheckPayments(app.deps)
    expect(await gateway.listRefunds(one.chargeId)).toHaveLength(1)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'sent', failure_reason: null }])
    app.deps.clock.set(new Date())
  })

  test("the refund of a boleto waits for the payer's bank data", async () => {
    const one = await paid(1)
    await sendRefund(app.deps, await refundOf(one))
    const [refund] = await listRefunds(app, one.paymentId)
    expect(refund).toMatchObject({ status: 'sent', request_url: expect.stringMatching(/^https?:/) })
    await tested.finishRefund(one.chargeId, true)
    await send(one.chargeId, 'refunded')
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'done' }])
    expect(await statusesOf(one)).toEqual({ payment: 5, registration: 2 })
  })

  test('a boleto of several people goes back whole, once, when all of it goes back', async () => {
    const { paymentId, chargeId, firstId, secondId } = await paidBoletoOfTwo()
    await cancelPaid(app, secondId)
    const [partly] = await listRefunds(app, paymentId)
    await sendRefund(app.deps, partly?.id ?? 0)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'needs_person', obstacle: 'part' }])

    await cancelPaid(app, firstId)
    const refunds = await listRefunds(app, paymentId)
    await Promise.allSettled(refunds.map(({ id }) => sendRefund(app.deps, id)))
    for (const { id } of refunds) await sendRefund(app.deps, id)
    const whole = { status: 'sent', obstacle: null, request_url: expect.stringMatching(/^https?:/) }
    expect(await listRefunds(app, paymentId)).toMatchObject([whole, whole])
    expect(await gateway.listRefunds(chargeId)).toMatchObject([{ amountCents: 22_000 }])
    await tested.finishRefund(chargeId, true)
    await send(chargeId, 'refunded')
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'done' }, { status: 'done' }])
    expect((await findPayment(app, paymentId)).status).toBe(5)
  })

  test('the denied refund of a boleto waits for manual handling, and the second attempt is tracked to its end', async () => {
    const one = await paid(1)
    const refundId = await refundOf(one)
    await sendRefund(app.deps, refundId)
    await tested.finishRefund(one.chargeId, false)
    for (let i = 0; i < 2; i++) await send(one.chargeId, 'refund_denied')
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'needs_person' }])
    await retryRefund(app, refundId)
    await sendRefund(app.deps, refundId)
    await send(one.chargeId, 'refund_denied')
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'sent' }])
    await tested.finishRefund(one.chargeId, true)
    app.deps.clock.advance(3_600_000)
    await recheckPayments(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'done' }])
  })

  test('an amount refunded directly at the gateway becomes refunds, and releases unpaid registrations', async () => {
    const one = await paid()
    await tested.refundByHand(one.chargeId, 1_000)
    for (let i = 0; i < 2; i++) await send(one.chargeId, 'partly_refunded')
    await runJobsOnce(app.deps)
    const gone = { reason: 'gateway', status: 'done' }
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ ...gone, amountCents: 1_000 }])
    expect(await statusesOf(one)).toEqual({ payment: 2, registration: 1 })
    await tested.refundByHand(one.chargeId, 10_000)
    await change(one.chargeId, 'refunded')
    await send(one.chargeId, 'refunded')
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([
      { amountCents: 1_000 },
      { ...gone, amountCents: 10_000 },
    ])
    expect(await statusesOf(one)).toEqual({ payment: 5, registration: 2 })
  })

  describe('a card in installments', () => {
    /** 110.00 and interest of 10.01 in three installments, not charged yet. */
    const uncharged = async () => {
      const { registrations } = await createOrder(db, event, { payment: { provider, type: 2 } })
      const { id: registrationId, paymentId } = at(registrations, 0)
      const id = paymentId ?? 0
      await db
        .updateTable('payments')
        .set({ installments: 3, interest_cents: 1_001 })
        .where('id', '=', id)
        .execute()
      await db
        .updateTable('payment_items')
        .set({ interest_cents: 1_001 })
        .where('payment_id', '=', id)
        .execute()
      await tryCreateCharge(app.deps, id)
      return { registrationId, paymentId: id, chargeId: (await findPayment(app, id)).charge_id ?? '' }
    }
    const authorized = async () => {
      const one = await uncharged()
      await tested.authorize(one.chargeId)
      await send(one.chargeId, 'received')
      await runJobsOnce(app.deps)
      return one
    }
    const creditedOf = async ({ paymentId }: { paymentId: number }) => {
      const rows = await db
        .selectFrom('payment_installments')
        .where('payment_id', '=', paymentId)
        .orderBy('number')
        .select(['amount_cents', 'gateway_fee_cents', 'is_credited'])
        .execute()
      return rows.map(({ is_credited }) => is_credited)
    }

    test('is one payment: confirmed when it is authorized, paid with the last credit', async () => {
      const one = await authorized()
      expect(await statusesOf(one)).toEqual({ payment: 3, registration: 1 })
      expect(await findPayment(app, one.paymentId)).toMatchObject({ gateway_fee_cents: expect.any(Number) })
      expect(await creditedOf(one)).toEqual([false, false, false])
      await tested.creditFirst(one.chargeId)
      for (let i = 0; i < 2; i++) await send(one.chargeId, 'received')
      await runJobsOnce(app.deps)
      expect(await statusesOf(one)).toEqual({ payment: 3, registration: 1 })
      expect(await creditedOf(one)).toEqual([true, false, false])
      await change(one.chargeId, 'received')
      await send(one.chargeId, 'received')
      await runJobsOnce(app.deps)
      expect(await statusesOf(one)).toEqual({ payment: 2, registration: 1 })
      expect(await creditedOf(one)).toEqual([true, true, true])
    })

    test('a refund returns the interest, even when the response is lost', async () => {
      const one = await authorized()
      const refundId = await refundOf(one)
      app.deps.otherGateways = [{ ...gateway, refund: lost(gateway.refund) }]
      await expect(sendRefund(app.deps, refundId)).rejects.toThrow('the gateway did not answer to a refund')
      app.deps.otherGateways = [gateway]
      await sendAfterTheClaim(refundId)
      expect(await gateway.listRefunds(one.chargeId)).toMatchObject([{ amountCents: 12_001, status: 'done' }])
      expect(await listRefunds(app, one.paymentId)).toMatchObject([{ amountCents: 11_000, status: 'done' }])
      await change(one.chargeId, 'refunded')
      await send(one.chargeId, 'refunded')
      await runJobsOnce(app.deps)
      expect(await statusesOf(one)).toEqual({ payment: 5, registration: 2 })
      expect(await brokenInvariants(db)).toEqual([])
    })

    test('a refund at the gateway includes price and interest, and releases the registration when nothing is left', async () => {
      const one = await authorized()
      await tested.refundByHand(one.chargeId, 2_001)
      await send(one.chargeId, 'partly_refunded')
      await runJobsOnce(app.deps)
      expect(await listRefunds(app, one.paymentId)).toMatchObject([
        { reason: 'gateway', status: 'done', amountCents: 1_834 },
      ])
      await change(one.chargeId, 'refunded')
      await send(one.chargeId, 'refunded')
      await runJobsOnce(app.deps)
      expect(await statusesOf(one)).toEqual({ payment: 5, registration: 2 })
      expect(await brokenInvariants(db)).toEqual([])
    })

    test('a dispute applies to all of them', async () => {
      const one = await authorized()
      await change(one.chargeId, 'disputed')
      await send(one.chargeId, 'disputed')
      await runJobsOnce(app.deps)
      expect(await statusesOf(one)).toEqual({ payment: 10, registration: 1 })
    })
  })

  test('is deleted at the gateway before it expires', async () => {
    const one = await charged()
    const { clock } = app.deps
    const now = clock.now()
    clock.advance(5 * 86_400_000)
    await expirePayments(app.deps)
    clock.set(now)
    expect(await statusesOf(one)).toEqual({ payment: 8, registration: 2 })
    expect((await gateway.getCharge(one.chargeId)).status).toBe(6)
    expect((await listLedger(app, one.paymentId)).at(-1)).toMatchObject({ kind: 'expired', applied: true })
  })
})

/** A payment whose charge is not created yet. */
async function unchargedPayment(provider: string): Promise<number> {
  const { registrations } = await createOrder(db, event, { payment: { provider } })
  const paymentId = at(registrations, 0).paymentId
  if (paymentId === null) throw new Error('the registration is free')
  return paymentId
}

/** Executes the call, but loses its response. */
const lost =
  <A extends unknown[]>(call: (...given: A) => Promise<unknown>) =>
  async (...given: A): Promise<never> => {
    await call(...given)
    throw new GatewayUnavailable('the answer was lost')
  }
