import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { sumSplit } from '#server/features/payout/queries/sums.ts'
import { systemClock } from '#server/lib/clock.ts'
import { runJobsOnce } from '#server/worker.ts'
import { asaasEnvironment } from '#test/asaas/gateways.ts'
import { startAsaas } from '#test/asaas/stand-in.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  cancelPaid,
  cancelPending,
  chargedRegistration,
  findPayment,
  findRegistration,
  listLedger,
  listRefunds,
} from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'
import { ensureCharge, tryCreateCharge } from '../../create-charge.ts'
import { sendRefund } from '../../refunds/send-refund.ts'
import { callQuota, withCallShare } from '../call-quota.ts'
import { type ChargeRequest, GatewayUnavailable } from '../gateway.ts'
import { customerStore } from '../queries.ts'
import { asaasGateway } from './adapter.ts'
import { asaasClient, GETS_AT_ONCE } from './client.ts'

/* Behaviour specific to Asaas; ../every-gateway.test.ts tests the behaviour common to all gateways. */

const { db } = await testDatabase()
const asaas = await startAsaas()
afterAll(asaas.close)
const app = await listeningApp(db, {
  env: { ...asaasEnvironment(asaas), PAYMENT_GATEWAY: 'asaas', DEMO: 'off', RATE_LIMITS: 'on' },
})
afterAll(app.close)
const event = await createEvent(db)

const settings = {
  apiUrl: asaas.url,
  apiKey: asaas.apiKey,
  webhookTokens: [asaas.webhookToken],
  clock: systemClock,
  quota: callQuota({ db, clock: systemClock }, 'asaas', 100_000),
  customers: customerStore(db, 'asaas'),
}
const payer = await createUser(db)
const newGateway = (change: Partial<typeof settings> = {}) => asaasGateway({ ...settings, ...change })

const CPF = '24971563792'
const request = (change: Partial<ChargeRequest['payer']> = {}): ChargeRequest => ({
  externalReference: randomUUID(),
  type: 0,
  installments: 1,
  split: null,
  amountCents: 12_990,
  dueOn: '2030-01-01',
  expiresAt: null,
  description: 'Inscrição',
  payer: {
    userId: payer.id,
    name: 'Ana Souza',
    cpf: CPF,
    email: `${randomUUID()}@exemplo.com.br`,
    phone: '',
    ...change,
  },
})
const callsDuring = async (run: () => Promise<unknown>): Promise<string[]> => {
  const before = asaas.calls.length
  await run()
  return asaas.calls.slice(before).map(({ call }) => call)
}
const uncharged = async (): Promise<number> => {
  const order = await createOrder(db, event, { payment: { provider: 'asaas' } })
  return at(order.registrations, 0).paymentId ?? 0
}
const charged = () => chargedRegistration(app, event, { payment: { provider: 'asaas' } })

const send = (body: string | Buffer, token: string | undefined = asaas.webhookToken, receiver = app) =>
  receiver.fastify.inject({
    method: 'POST',
    url: '/api/v1/webhooks/asaas',
    headers: { 'content-type': 'application/json', ...(token && { 'asaas-access-token': token }) },
    payload: body,
  })

test('a registration is paid at Asaas, in the demo too', async () => {
  const { token } = await createUser(db)
  const answer = await app.call('POST', `/events/${event.id}/register-participant`, {
    token,
    body: submission(event),
  })
  expect(answer.statusCode).toBe(201)
  const {
    id,
    registration_id,
    charge_id,
    hosted_link,
    token: link,
    provider,
  } = await db
    .selectFrom('payments')
    .innerJoin('payment_items', 'payment_id', 'id')
    .orderBy('id', 'desc')
    .selectAll('payments')
    .select('registration_id')
    .executeTakeFirstOrThrow()
  expect({ provider, hosted_link }).toEqual({
    provider: 'asaas',
    hosted_link: `${asaas.url}/i/${charge_id?.slice(4)}`,
  })
  expect(answer.json().data.payment_link).toBe(`${app.deps.config.publicUrl}/pagamento/${link}`)
  asaas.change(charge_id ?? '', { status: 'CONFIRMED' })
  const message = await send(asaas.message('PAYMENT_CONFIRMED', charge_id ?? ''))
  expect([message.statusCode, message.json()]).toEqual([200, { status: 200, data: { received: true } }])
  await runJobsOnce(app.deps)
  expect((await findPayment(app, id)).status).toBe(3)
  expect((await findRegistration(app, registration_id)).status).toBe(1)
})

describe('customers', () => {
  const create = (payer: Partial<ChargeRequest['payer']>) =>
    callsDuring(() => newGateway().createCharge(request(payer)))

  test('are created once, and again for other data', async () => {
    const email = 'ana.souza@exemplo.com.br'
    expect(await create({ email })).toEqual(['POST /customers', 'POST /payments'])
    expect(await create({ email })).toEqual(['POST /payments'])
    expect(await create({ email: 'ana@outro.com.br' })).toEqual(['POST /customers', 'POST /payments'])
  })

  test('a customer that Asaas no longer knows is created again', async () => {
    const email = 'removida@exemplo.com.br'
    await create({ email })
    asaas.deleteCustomers()
    expect(await create({ email })).toEqual(['POST /payments', 'POST /customers', 'POST /payments'])
    expect(await create({ email })).toEqual(['POST /payments'])
  })
})

test('what a list answers beside what was asked for is nobody’s', async () => {
  const { id: stranger } = await newGateway().createCharge(request())
  const { payment } = JSON.parse(asaas.message('PAYMENT_CREATED', stranger))
  const [customers, payments] = [{ data: [{ id: payment.customer }] }, { data: [payment] }]
  asaas.trouble('GET /customers', { status: 200, body: customers })
  asaas.trouble('GET /payments', { status: 200, body: payments })
  expect(await newGateway().findCharges(randomUUID())).toEqual([])
  expect(await callsDuring(() => newGateway().createCharge(request()))).toContain('POST /customers')
})

describe('a bad network', () => {
  test('a charge whose answer was lost is adopted by the next attempt', async () => {
    const paymentId = await uncharged()
    asaas.trouble('POST /payments', 'lost')
    expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
    const calls = await callsDuring(() => ensureCharge(app.deps, paymentId))
    expect(calls).toEqual(['GET /payments'])
    expect((await findPayment(app, paymentId)).charge_id).toMatch(/^pay_/)
  })

  test('a call that is never answered ends', async () => {
    asaas.trouble('GET /payments', 'silent')
    const call = asaasClient(settings)('GET', '/payments', { signal: AbortSignal.timeout(50) })
    await expect(call).rejects.toBeInstanceOf(GatewayUnavailable)
  })

  test('a redirection is not followed', async () => {
    const elsewhere = await startAsaas()
    asaas.trouble('GET /payments', { status: 302, headers: { location: `${elsewhere.url}/payments` } })
    await expect(newGateway().findCharges('x')).rejects.toBeInstanceOf(GatewayUnavailable)
    expect(elsewhere.calls).toEqual([])
    await elsewhere.close()
  })

  test('a call that looks or cancels is never a refusal of the payment', async () => {
    const paymentId = await uncharged()
    const refusal = {
      status: 400,
      body: { errors: [{ code: 'invalid_filter', description: 'Filtro inválido.' }] },
    }
    // Only a repeated attempt searches.
    asaas.trouble('POST /payments', 'lost')
    asaas.trouble('GET /payments', refusal)
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
    expect((await findPayment(app, paymentId)).status).toBe(0)
    expect(await tryCreateCharge(app.deps, paymentId)).not.toBeNull()
  })

  test('a deletion counts only when Asaas confirms it', async () => {
    const { id } = await newGateway().createCharge(request())
    asaas.trouble('DELETE /payments/:id', { status: 200, body: 'ok' })
    await expect(newGateway().cancelCharge(id)).rejects.toThrow()
  })

  test('at a wrong address no charge is taken for cancelled', async () => {
    const { id } = await newGateway().createCharge(request())
    const gateway = newGateway({ apiUrl: asaas.url.replace('/v3', '/v2') })
    await expect(gateway.cancelCharge(id)).rejects.toThrow('404')
  })

  test.each([{ status: 400, body: '<html>' }, { status: 418 }, { status: 200, body: { ok: true } }])(
    'an answer that is not Asaas’ (%j) is worth a retry, not a refusal',
    async (answer) => {
      const paymentId = await uncharged()
      asaas.trouble('POST /payments', answer)
      expect(await tryCreateCharge(app.deps, paymentId)).toBeNull()
      expect(await findPayment(app, paymentId)).toMatchObject({ status: 0, charge_id: null })
    },
  )
})

describe('the call limit', { tags: 'operation' }, () => {
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  /** A gateway with ten calls in twelve hours, counted under this name. */
  const limited = (provider: string) => newGateway({ clock, quota: callQuota({ db, clock }, provider, 10) })
  const isUnavailable = (error: unknown) => {
    expect(error).toBeInstanceOf(GatewayUnavailable)
    return false
  }

  test('each kind of work stops at its share of the limit', async () => {
    const gateway = limited('shares')
    const reach = (share: Parameters<typeof withCallShare>[0]) =>
      callsDuring(() =>
        withCallShare(share, async () => {
          while (await gateway.findCharges('x').then(() => true, isUnavailable));
        }),
      )
    expect(await reach('sweep')).toHaveLength(5)
    expect(await reach('message')).toHaveLength(1)
    expect(await reach('refund')).toHaveLength(1)
    expect(await reach('charge')).toHaveLength(2)
    expect(await reach('payment')).toHaveLength(1)
    now += 11 * 3_600_000
    expect(await reach('payment')).toEqual([])
    now += 2 * 3_600_000
    expect(await reach('payment')).toHaveLength(10)
  })

  test('counts the calls of all processes', async () => {
    const gateways = [limited('processes'), limited('processes')]
    for (let i = 0; i < 10; i++) await gateways[i % 2]?.findCharges('x')
    for (const gateway of gateways)
      await expect(gateway.findCharges('x')).rejects.toBeInstanceOf(GatewayUnavailable)
  })

  test('of concurrent calls as many are made as the limit allows', async () => {
    const gateway = limited('concurrent')
    const attempts = await Promise.allSettled(Array.from({ length: 25 }, () => gateway.findCharges('x')))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  /** As if this share of the calls was used up already. */
  const setUsed = async (share: number) => {
    const hour = new Date(Math.floor(app.deps.clock.now().getTime() / 3_600_000) * 3_600_000)
    await db.deleteFrom('gateway_calls').where('provider', '=', 'asaas').execute()
    const calls = Math.ceil((app.deps.config.asaas?.callLimit ?? 0) * share)
    await db.insertInto('gateway_calls').values({ provider: 'asaas', hour, calls }).execute()
  }
  afterEach(async () => void (await db.deleteFrom('gateway_calls').where('provider', '=', 'asaas').execute()))
  const confirm = async (chargeId: string, change: Parameters<typeof asaas.change>[1] = {}) => {
    asaas.change(chargeId, { status: 'CONFIRMED', ...change })
    await send(asaas.message('PAYMENT_CONFIRMED', asaas.first(chargeId).id))
    return callsDuring(() => runJobsOnce(app.deps))
  }

  test('without calls left a payment is confirmed as its message describes it', async () => {
    const { paymentId, registrationId, chargeId } = await charged()
    await setUsed(0.6)
    expect(await confirm(chargeId)).toEqual([])
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 3, gateway_fee_cents: 199 })
    expect((await findRegistration(app, registrationId)).status).toBe(1)
  })

  test('with calls left, and for a plan, the charge is read', async () => {
    const { paymentId, chargeId } = await charged()
    await setUsed(0.59)
    expect(await confirm(chargeId)).toEqual(['GET /payments/:id'])
    expect((await findPayment(app, paymentId)).status).toBe(3)
    const planId = await uncharged()
    await db.updateTable('payments').set({ type: 2, installments: 3 }).where('id', '=', planId).execute()
    await ensureCharge(app.deps, planId)
    await setUsed(0.95)
    expect(await confirm((await findPayment(app, planId)).charge_id ?? '')).toEqual([
      'GET /installments/:id/payments',
    ])
    expect((await findPayment(app, planId)).status).toBe(3)
  })

  test('a message that describes another amount confirms nothing', async () => {
    const { paymentId, chargeId } = await charged()
    await setUsed(1)
    expect(await confirm(chargeId, { value: 5 })).toEqual([])
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0, refused_status: 3 })
  })

  test('a 429 that asks for more than a minute stops the calls of all processes', async () => {
    const [first, second] = [limited('paused'), limited('paused')]
    asaas.trouble('GET /payments', { status: 429, headers: { 'ratelimit-reset': '1800' } })
    await expect(first.findCharges('x')).rejects.toBeInstanceOf(GatewayUnavailable)
    const request = () => second.getCharge('pay_unknown')
    expect(await callsDuring(() => request().catch(() => null))).toEqual([])
    now += 1_801_000
    expect(await callsDuring(() => request().catch(() => null))).toEqual([
      'GET /payments/:id',
      'GET /payments',
    ])
  })
})

describe('limits', { tags: 'operation' }, () => {
  /** A client whose clock stands still until it is set. */
  const paced = () => {
    const clock = { ms: 0 }
    const call = asaasClient(settings, () => clock.ms)
    const list = () => call('GET', '/payments?limit=1')
    /** Whether a call reaches Asaas. */
    const reaches = async () => (await callsDuring(() => list().catch(() => undefined))).length === 1
    return { clock, call, list, reaches }
  }

  test.each([429, 500, 503])(
    'after %i an endpoint rests, each time twice as long, until it answers',
    async (status) => {
      const { clock, call, list, reaches } = paced()
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        asaas.trouble('GET /payments', { status })
        await expect(list()).rejects.toBeInstanceOf(GatewayUnavailable)
        clock.ms += seconds * 1000 - 1
        expect(await reaches()).toBe(false)
        clock.ms += 1
      }
      await expect(call('GET', '/payments/pay_1')).resolves.toMatchObject({ status: 404 })
      await list()
      asaas.trouble('GET /payments', { status })
      await expect(list()).rejects.toBeInstanceOf(GatewayUnavailable)
      clock.ms += 1000
      expect(await reaches()).toBe(true)
    },
  )

  test('of many reads only some run at a time, and one that waits too long was not sent', async () => {
    const asked: ServerResponse[] = []
    const held = createServer((_, response) => asked.push(response))
    await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve))
    const address = held.address()
    const port = typeof address === 'object' ? address?.port : 0
    const call = asaasClient({ ...settings, apiUrl: `http://127.0.0.1:${port}` })
    const reads = Array.from({ length: GETS_AT_ONCE + 1 }, () => call('GET', '/payments/pay_1'))
    await expect.poll(() => asked.length).toBe(GETS_AT_ONCE)
    await expect(call('GET', '/payments/pay_1', { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({
      constructor: GatewayUnavailable,
      wasRejected: true,
    })
    // Other calls do not wait behind reads.
    const deletion = call('DELETE', '/payments/pay_1')
    await expect.poll(() => asked.length).toBe(GETS_AT_ONCE + 1)
    asked.shift()?.end('{}')
    await expect.poll(() => asked.length).toBe(GETS_AT_ONCE + 1)
    for (const response of asked) response.end('{}')
    const answers = await Promise.all([...reads, deletion])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    held.close()
  })

  test('the reset of a rate limit is waited for', async () => {
    const { clock, list, reaches } = paced()
    const headers = { 'RateLimit-Limit': '30', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '25' }
    asaas.trouble('GET /payments', { status: 429, headers })
    await expect(list()).rejects.toBeInstanceOf(GatewayUnavailable)
    clock.ms += 24_999
    expect(await reaches()).toBe(false)
    clock.ms += 1
    expect(await reaches()).toBe(true)
  })

  test('the last call of a rate limit is answered, and the next waits', async () => {
    const { clock, list, reaches } = paced()
    const headers = { 'RateLimit-Remaining': '0', 'RateLimit-Reset': '10' }
    asaas.trouble('GET /payments', { status: 200, body: { data: [] }, headers })
    expect(await list()).toMatchObject({ status: 200 })
    expect(await reaches()).toBe(false)
    clock.ms += 10_000
    expect(await reaches()).toBe(true)
  })
})

describe('what a charge says', () => {
  test('a status that we do not know is not guessed: its message waits', async () => {
    const { paymentId, chargeId } = await charged()
    asaas.change(chargeId, { status: 'SOMETHING_NEW' })
    await expect(newGateway().getCharge(chargeId)).rejects.toThrow('SOMETHING_NEW')
    await send(
      JSON.stringify({ id: randomUUID(), event: 'X', payment: { id: chargeId, status: 'RECEIVED' } }),
    )
    await runJobsOnce(app.deps)
    expect((await findPayment(app, paymentId)).status).toBe(0)
    const waiting = await db
      .selectFrom('gateway_messages')
      .where('handled_at', 'is', null)
      .select('id')
      .execute()
    expect(waiting).toHaveLength(1)
  })

  test('with a fine or a discount, the amount asked for counts', async () => {
    const gateway = newGateway()
    const { id } = await gateway.createCharge(request())
    asaas.change(id, { value: 132.5, originalValue: 129.9 })
    expect((await gateway.getCharge(id)).amountCents).toBe(12_990)
  })

  test('it was paid on its day, at the end of it', async () => {
    const gateway = newGateway()
    const { id } = await gateway.createCharge(request())
    asaas.change(id, { status: 'RECEIVED', paymentDate: '2026-01-12', clientPaymentDate: '2026-01-10' })
    expect((await gateway.getCharge(id)).paidAt).toEqual(new Date('2026-01-11T02:59:00Z'))
    const onThatDay = newGateway({ clock: { now: () => new Date('2026-01-10T15:00:00Z') } })
    expect((await onThatDay.getCharge(id)).paidAt).toBeNull()
  })

  test('a card refused in a message only counts while the charge is open', async () => {
    const { paymentId, chargeId } = await charged()
    await send(asaas.message('PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', chargeId))
    await runJobsOnce(app.deps)
    expect((await findPayment(app, paymentId)).status).toBe(9)
  })

  test('a dispute that was lost before we heard of it reverses the payment', async () => {
    const { paymentId, registrationId, chargeId } = await charged()
    asaas.change(chargeId, { status: 'CONFIRMED' })
    await send(asaas.message('PAYMENT_CONFIRMED', chargeId))
    await runJobsOnce(app.deps)
    asaas.change(chargeId, {
      status: 'REFUNDED',
      chargeback: { id: 'c', status: 'DISPUTE_LOST', reason: 'FRAUD' },
    })
    await send(asaas.message('PAYMENT_REFUNDED', chargeId))
    await runJobsOnce(app.deps)
    expect((await findPayment(app, paymentId)).status).toBe(10)
    expect((await findRegistration(app, registrationId)).status).toBe(2)
  })

  test('the Pix code of a boleto costs one call, and its failure does not hold the boleto back', async () => {
    const gateway = newGateway()
    const { id } = await gateway.createCharge({ ...request(), type: 1 })
    const isPix = ({ call }: { call: string }) => call === 'GET /payments/:id/pixQrCode'
    const before = asaas.calls.filter(isPix).length
    expect((await gateway.paymentDetails(id, 1)).pix?.payload).toContain(id)
    expect(asaas.calls.filter(isPix).length - before).toBe(1)
    const none = { status: 404 }
    const failing = { status: 500 }
    for (const trouble of [none, failing]) {
      asaas.trouble('GET /payments/:id/pixQrCode', trouble)
      const { pix, boleto } = await gateway.paymentDetails(id, 1)
      expect(pix).toBeNull()
      expect(boleto?.digitableLine).toMatch(/^\d{47}$/)
    }
  })

  test('the page of a boleto shows its PDF without a call for it', async () => {
    const { registrations } = await createOrder(db, event, { payment: { provider: 'asaas', type: 1 } })
    const paymentId = at(registrations, 0).paymentId ?? 0
    await ensureCharge(app.deps, paymentId)
    const { token, charge_id } = await findPayment(app, paymentId)
    let page = ''
    const calls = await callsDuring(async () => {
      page = (await app.call('GET', `/payments/${token}`)).body
    })
    expect(calls.toSorted()).toEqual(['GET /payments/:id/identificationField', 'GET /payments/:id/pixQrCode'])
    expect(page).toContain(`${asaas.url}/b/pdf/${charge_id?.slice(4)}`)
  })
})

describe('the webhook', () => {
  const stored = async (kind: string) =>
    (await db.selectFrom('gateway_messages').where('provider', '=', 'asaas').select('payload').execute())
      .map(({ payload }) => payload as { notice: { kind: string } })
      .filter(({ notice }) => notice.kind === kind).length

  test.each(['', 'guessed', `${asaas.webhookToken} `])('with the token %j it is 401', async (token) => {
    const answer = await send(JSON.stringify({ id: randomUUID(), event: 'NEVER' }), token)
    expect(answer.statusCode).toBe(401)
    expect(await stored('NEVER')).toBe(0)
  })

  test('once authentic, whatever it says is stored once and answered 200', async () => {
    const bodies = [
      JSON.stringify({ id: 'evt_transfer', event: 'TRANSFER_DONE', transfer: { id: 't' } }),
      'not json',
      '{"hello":1}',
    ]
    for (const body of [...bodies, ...bodies]) {
      const answer = await send(body)
      expect([answer.statusCode, answer.json().data], body).toEqual([200, { received: true }])
    }
    await runJobsOnce(app.deps)
    expect([await stored('TRANSFER_DONE'), await stored('unreadable')]).toEqual([1, 2])
  })

  test('text that the database cannot hold is replaced, and the message stored and applied', async () => {
    const { chargeId } = await charged()
    const bodies = [
      '{"id":"evt_\\ud800","event":"ODD"}',
      '{"id":"evt_\\u0000","event":"ODD"}',
      '{"id":"evt_nul","event":"ODD\\u0000"}',
      `{"id":"evt_reference","event":"ODD","payment":{"id":"${chargeId}","externalReference":"\\udc00\\u0000"}}`,
      Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
      Buffer.from('{"id":"evt_bytes","event":"ODD","note":"\xff\0"}', 'latin1'),
    ]
    for (const body of bodies) {
      const answer = await send(body)
      expect([answer.statusCode, answer.json().data], String(body)).toEqual([200, { received: true }])
    }
    await runJobsOnce(app.deps)
    const { rows } = await sql<{ external_id: string; outcome: string | null }>`
      select external_id, outcome from gateway_messages where payload -> 'notice' ->> 'kind' like 'ODD%' order by id`.execute(
      db,
    )
    expect(rows.map(({ external_id }) => external_id)).toEqual(['evt_\uFFFD', 'evt_nul', 'evt_reference'])
    expect(rows.every(({ outcome }) => outcome !== null)).toBe(true)
  })

  test('neither names nor cards nor tokens of a message are stored', async () => {
    const { chargeId } = await charged()
    const message = JSON.parse(asaas.message('PAYMENT_UPDATED', chargeId))
    const personal = {
      description: 'Inscrição de Xaverina Quixabeirense',
      customer: 'cus_quixabeirense',
      creditCard: { creditCardNumber: '8829', creditCardToken: 'a75a1d98-c52d-4a6b-a413-71e00b193c99' },
      payer: { name: 'Xaverina', cpfCnpj: '71428793860' },
    }
    await send(JSON.stringify({ ...message, payment: { ...message.payment, ...personal } }))
    const { payload } = await db
      .selectFrom('gateway_messages')
      .where('external_id', '=', message.id)
      .select('payload')
      .executeTakeFirstOrThrow()
    expect(payload).toMatchObject({
      notice: { chargeId },
      body: {
        id: message.id,
        event: 'PAYMENT_UPDATED',
        payment: { id: chargeId, value: message.payment.value },
      },
    })
    expect(JSON.stringify(payload)).not.toMatch(/xaverina|quixabeirense|8829|71428793860|a75a1d98/i)
  })

  test('neither the charge nor the payment page names the runners', async () => {
    const buyer = await createUser(db, { name: 'Xaverina Quixabeirense' })
    const answer = await register(
      app,
      event,
      buyer,
      submission(event, { participants: [companion({ name: 'Zulmira Jatobá' })] }),
    )
    expect(answer.statusCode, answer.body).toBe(201)
    const { registrations, payment_link } = answer.json().data
    const charges = await db
      .selectFrom('payments')
      .where('payer_user_id', '=', buyer.id)
      .select(['charge_id', 'token'])
      .execute()
    const descriptions = charges.map(
      ({ charge_id }) => JSON.parse(asaas.message('PAYMENT_CREATED', charge_id ?? '')).payment.description,
    )
    expect(descriptions.join()).not.toMatch(/xaverina|quixabeirense|zulmira|jatob/i)
    for (const { id } of registrations) expect(descriptions.join()).toContain(String(id))
    expect(payment_link).toContain('/pagamento/')
    for (const { token } of charges)
      expect((await app.call('GET', `/payments/${token}`)).body).not.toMatch(/quixabeirense|jatob/i)
  })

  test('while the token is exchanged, messages with either token are authentic', async () => {
    const next = 'n'.repeat(40)
    const tokens = `${asaas.webhookToken},${next}`
    const both = await listeningApp(db, { env: { ...asaasEnvironment(asaas), ASAAS_WEBHOOK_TOKEN: tokens } })
    const statusWith = async (token: string) =>
      (await send(JSON.stringify({ id: randomUUID(), event: 'X' }), token, both)).statusCode
    expect(await statusWith(asaas.webhookToken)).toBe(200)
    expect(await statusWith(next)).toBe(200)
    expect(await statusWith(tokens)).toBe(401)
    await both.close()
  })

  test('a message about an open charge, or a cancelled one of an ended payment, needs no call', async () => {
    const { paymentId, registrationId, chargeId } = await charged()
    const callsFor = async (event: string) => {
      await send(asaas.message(event, chargeId))
      const before = asaas.calls.length
      await runJobsOnce(app.deps)
      // Retries of jobs of other tests may run too.
      return asaas.calls.slice(before).filter(({ path }) => path.includes(chargeId))
    }
    asaas.change(chargeId, { status: 'OVERDUE' })
    expect(await callsFor('PAYMENT_OVERDUE')).toEqual([])
    await cancelPending(app, registrationId)
    await runJobsOnce(app.deps)
    expect(await callsFor('PAYMENT_DELETED')).toEqual([])
    expect((await findPayment(app, paymentId)).status).toBe(6)
  })

  test('where Asaas is not configured it is 404', async () => {
    const without = await listeningApp(db)
    expect((await send('{}', asaas.webhookToken, without)).statusCode).toBe(404)
    await without.close()
  })
})

test('every call names the product, and no error tells the key or the payer', async () => {
  const payer = { cpf: CPF, email: 'segredo@exemplo.com.br' }
  const errors = await Promise.all(
    [newGateway({ apiKey: '$aact_hmlg_wrong_wrong' }), newGateway({ apiUrl: 'http://127.0.0.1:9' })].map(
      (gateway) => gateway.createCharge(request(payer)).catch((error: unknown) => error),
    ),
  )
  for (const error of errors) {
    expect(error).toBeInstanceOf(GatewayUnavailable)
    for (const secret of ['$aact', CPF, payer.email])
      expect(inspect(error, { depth: 9 })).not.toContain(secret)
  }
  expect(new Set(asaas.calls.map(({ userAgent }) => userAgent))).toEqual(new Set(['Largada']))
})

test('a refund of a plan that stopped half way sends only the rest', async () => {
  const gateway = newGateway()
  const { id: chargeId } = await gateway.createCharge({
    ...request(),
    type: 2,
    amountCents: 10_000,
    installments: 3,
  })
  asaas.change(chargeId, { status: 'CONFIRMED' })
  const refund = { chargeId, reference: randomUUID(), amountCents: 8_000, description: 'Devolução' }
  asaas.trouble('POST /payments/:id/refund', 'lost')
  await expect(gateway.refund(refund)).rejects.toBeInstanceOf(GatewayUnavailable)
  expect(await gateway.listRefunds(chargeId)).toMatchObject([
    { reference: refund.reference, amountCents: 3_334 },
  ])
  const again = newGateway()
  await again.refund(refund)
  const listed = await again.listRefunds(chargeId)
  expect(listed).toMatchObject([{ reference: refund.reference, amountCents: 8_000, status: 'done' }])
  expect(await callsDuring(() => again.refund(refund))).not.toContain('POST /payments/:id/refund')
})

test('the refund of a shared boleto is found after its response was lost, and settles both parts', async () => {
  const buyer = await createUser(db)
  const { registrations } = await createOrder(db, event, {
    buyer,
    additional: 1,
    payment: { provider: 'asaas' },
  })
  const ids = registrations.map(({ id }) => id)
  const body = { registration_ids: ids, payment_type: 1 }
  await app.call('POST', '/participant/payments', { token: buyer.token, body })
  await runJobsOnce(app.deps)
  const { id: paymentId, charge_id } = await db
    .selectFrom('payments')
    .where('payer_user_id', '=', buyer.id)
    .where('status', '=', 0)
    .select(['id', 'charge_id'])
    .executeTakeFirstOrThrow()
  const chargeId = charge_id ?? ''
  asaas.change(chargeId, { status: 'RECEIVED' })
  await send(asaas.message('PAYMENT_RECEIVED', chargeId))
  await runJobsOnce(app.deps)
  for (const id of ids) await cancelPaid(app, id)
  const refunds = await listRefunds(app, paymentId)
  asaas.trouble('POST /payments/:id/bankSlip/refund', 'lost')
  for (const { id } of refunds) await sendRefund(app.deps, id).catch(() => {})
  expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'approved' }, { status: 'approved' }])
  app.deps.clock.advance(11 * 60_000)
  for (const { id } of refunds) await sendRefund(app.deps, id)
  app.deps.clock.set(new Date())
  expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
  expect(await newGateway().listRefunds(chargeId)).toMatchObject([{ amountCents: 22_000 }])
})

describe('the organizer’s wallet', { tags: 'operation' }, () => {
  const WALLET = '48548710-9baa-4ec1-a11f-9010193527c6'
  const organizerId = () =>
    db.selectFrom('events').where('id', '=', event.id).select('organizer_id').executeTakeFirstOrThrow()
  const setWallet = async (wallet_id: string | null, split_bp: number | null) => {
    const { organizer_id } = await organizerId()
    const row = { wallet_id, split_bp, updated_at: new Date() }
    await db
      .insertInto('organizer_payout_settings')
      .values({ organizer_id, ...row })
      .onConflict((conflict) => conflict.column('organizer_id').doUpdateSet(row))
      .execute()
  }
  afterEach(() => setWallet(null, null))

  test('receives its share of what is the organizer’s of each charge, in installments too', async () => {
    await setWallet(WALLET, 8_000)
    // 110.00 with a service fee of 10.00.
    const one = await charged()
    expect(asaas.first(one.chargeId).split).toEqual([{ walletId: WALLET, fixedValue: 80 }])
    expect(await findPayment(app, one.paymentId)).toMatchObject({ split_cents: 8_000 })
    const cardId = await uncharged()
    await db.updateTable('payments').set({ type: 2, installments: 3 }).where('id', '=', cardId).execute()
    await ensureCharge(app.deps, cardId)
    const card = await findPayment(app, cardId)
    expect(asaas.first(card.charge_id ?? '').split).toEqual([{ walletId: WALLET, totalFixedValue: 80 }])
  })

  test('what a charge is split into is decided once, before it is asked for', async () => {
    await setWallet(WALLET, 5_000)
    const paymentId = await uncharged()
    asaas.trouble('POST /payments', 'lost')
    await expect(ensureCharge(app.deps, paymentId)).rejects.toBeInstanceOf(GatewayUnavailable)
    await setWallet(WALLET, 9_000)
    app.deps.clock.advance(120_000)
    await ensureCharge(app.deps, paymentId)
    const { split_cents, charge_id } = await findPayment(app, paymentId)
    expect(split_cents).toBe(5_000)
    expect(asaas.first(charge_id ?? '').split).toEqual([{ walletId: WALLET, fixedValue: 50 }])
  })

  test('without one nothing is split, also when one is set before the next attempt', async () => {
    const paymentId = await uncharged()
    asaas.trouble('POST /payments', 'lost')
    await expect(ensureCharge(app.deps, paymentId)).rejects.toBeInstanceOf(GatewayUnavailable)
    await setWallet(WALLET, 9_000)
    app.deps.clock.advance(120_000)
    await ensureCharge(app.deps, paymentId)
    const { split_cents, split_wallet_id, charge_id } = await findPayment(app, paymentId)
    expect([split_cents, split_wallet_id]).toEqual([0, null])
    expect(asaas.first(charge_id ?? '').split ?? []).toEqual([])
  })

  /** What the payout's books count as sent to the wallet. */
  const inBooks = async () => (await sumSplit(db, [event.id])).get(event.id) ?? 0
  const report = async (chargeId: string, kind: string) => {
    await send(asaas.message(kind, chargeId))
    await runJobsOnce(app.deps)
  }
  const paid = async (chargeId: string) => {
    asaas.change(chargeId, { status: 'RECEIVED' })
    await report(chargeId, 'PAYMENT_RECEIVED')
  }

  test('a refund of a part takes back its proportion, the last part the rest, and the books follow', async () => {
    await setWallet(WALLET, 8_000)
    const before = await inBooks()
    const { chargeId, paymentId, registrationId } = await charged()
    await paid(chargeId)
    expect((await inBooks()) - before).toBe(8_000)
    const gateway = newGateway()
    const refund = (amountCents: number) =>
      gateway.refund({ chargeId, reference: randomUUID(), amountCents, description: 'Devolução' })
    await refund(2_750)
    await report(chargeId, 'PAYMENT_PARTIALLY_REFUNDED')
    expect((await findPayment(app, paymentId)).split_left_cents).toBe(6_000)
    expect((await inBooks()) - before).toBe(6_000)
    const ledger = await listLedger(app, paymentId)
    expect(ledger.filter(({ kind }) => kind === 'split_changed')).toMatchObject([
      { detail: { fromCents: 8_000, cents: 6_000 } },
    ])
    await refund(8_250)
    await report(chargeId, 'PAYMENT_REFUNDED')
    expect((await findPayment(app, paymentId)).status).toBe(5)
    expect((await inBooks()) - before).toBe(0)
    expect((await findRegistration(app, registrationId)).status).toBe(2)
  })

  test('a cancelled or blocked split was not sent; what a complete refund left with the wallet stays counted', async () => {
    await setWallet(WALLET, 8_000)
    const before = await inBooks()
    const { chargeId } = await charged()
    await paid(chargeId)
    asaas.change(chargeId, { splitStatus: 'BLOCKED_BY_VALUE_DIVERGENCE' })
    await report(chargeId, 'PAYMENT_SPLIT_DIVERGENCE_BLOCK')
    expect((await inBooks()) - before).toBe(0)
    asaas.change(chargeId, { splitStatus: null })
    await report(chargeId, 'PAYMENT_SPLIT_DIVERGENCE_BLOCK_FINISHED')
    expect((await inBooks()) - before).toBe(8_000)
    asaas.change(chargeId, { splitStatus: 'CANCELLED' })
    await report(chargeId, 'PAYMENT_SPLIT_CANCELLED')
    expect((await inBooks()) - before).toBe(0)

    const other = await charged()
    await paid(other.chargeId)
    // On Asaas' own pages, without naming what the wallet returns.
    for (const value of [50, 60]) asaas.refundByHand(other.chargeId, value)
    await report(other.chargeId, 'PAYMENT_REFUNDED')
    expect((await findPayment(app, other.paymentId)).status).toBe(5)
    expect((await inBooks()) - before).toBe(8_000)
  })
})
