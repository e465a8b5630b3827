import { afterAll, describe, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { createLog } from '#server/lib/log.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { cancelPending, findPayment, listLedger, pressAndDeliver, reportStatus } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const race = (options: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(db, { organizerId: organizer.organizerId, ...options })

type Options = NonNullable<Parameters<typeof createOrder>[2]>
async function payment({ isCharged = true, ...options }: Options & { isCharged?: boolean } = {}) {
  const event = await race()
  const order = await createOrder(db, event, options)
  const { id: registrationId, paymentId } = at(order.registrations, 0)
  const id = paymentId ?? 0
  if (isCharged) await tryCreateCharge(app.deps, id)
  const { token, charge_id } = await findPayment(app, id)
  return { id, token, event, order, registrationId, buyer: order.buyer, chargeId: charge_id ?? '' }
}

const open = (token: string) => app.call('GET', `/payments/${token}`)
const page = async (token: string) => (await open(token)).json().data
const change = (token: string, payment_type: number) =>
  app.call('POST', `/payments/${token}/method`, { body: { payment_type } })

/** Counts the calls of `paymentDetails`, which fail while `fails` is set. */
function watchGateway() {
  const { gateway } = app.deps
  const watched = { calls: 0, fails: false }
  app.deps.gateway = {
    ...gateway,
    paymentDetails: (chargeId, type) => {
      watched.calls++
      return watched.fails ? Promise.reject(new Error('no answer')) : gateway.paymentDetails(chargeId, type)
    },
  }
  return { ...{ watched }, stop: () => (app.deps.gateway = gateway) }
}

describe('what the link shows', () => {
  test('for a Pix: the code, the amount, the deadline, and only first names', async () => {
    const buyer = await createUser(db, { name: 'Ana Maria Souza' })
    const { token, event } = await payment({ buyer, payment: { dueOn: '2030-12-05' } })
    const answer = await open(token)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(answer.json().data).toEqual({
      event: { title: event.title, slug: event.slug, date_event: expect.any(String) },
      type: 0,
      amount: '110.00',
      installments: 1,
      interest: '0.00',
      plans: [],
      status: 'pendente',
      status_code: 0,
      items: [
        {
          first_name: 'Ana',
          modality: expect.any(String),
          amount: '110.00',
          price_lines: [
            { kind: 'kit', label: 'Kit Completo', amount: '100.00' },
            { kind: 'fee', label: 'Taxa de serviço', amount: '10.00' },
          ],
          status: 'Pendente',
          event_title: null,
        },
      ],
      due_date: '05/12/2030',
      payable_until: '2030-12-06T03:00:00.000Z',
      paid_at: null,
      is_duplicate: false,
      is_ready: true,
      pix: { code: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/) },
      boleto: null,
      hosted_link: expect.stringContaining('/sandbox/pagar/'),
      is_test: true,
      other_types: [1, 2],
      replaced_by: [],
    })
    for (const secret of ['Souza', buyer.cpf, buyer.email]) expect(answer.body).not.toContain(secret)
  })

  test('not which right gives a discount', async () => {
    const { token, registrationId } = await payment()
    const lines = [
      { kind: 'kit', label: 'Kit', amount_cents: 22_000 },
      { kind: 'right', label: 'Pessoa com deficiência', amount_cents: -11_000 },
    ]
    await db
      .updateTable('registrations')
      .set({ price_lines: JSON.stringify(lines) })
      .where('id', '=', registrationId)
      .execute()
    expect((await page(token)).items[0].price_lines[1]).toEqual({
      kind: 'right',
      label: 'Desconto previsto em lei',
      amount: '-110.00',
    })
  })

  test('for a boleto: line, barcode and Pix code; for a card: only the page of the gateway', async () => {
    const [boleto, card] = [
      await payment({ payment: { type: 1, dueOn: '2030-12-05' } }),
      await payment({ payment: { type: 2, dueOn: '2030-12-05' } }),
    ]
    expect(await page(boleto.token)).toMatchObject({
      pix: { code: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/) },
      payable_until: null,
      boleto: {
        line: expect.stringMatching(/^\d{47}$/),
        barcode: expect.stringMatching(/^\d{44}$/),
        pdf_url: null,
      },
      other_types: [0, 2],
    })
    expect(await page(card.token)).toMatchObject({
      pix: null,
      boleto: null,
      hosted_link: expect.stringContaining('/sandbox/pagar/'),
      other_types: [0, 1],
    })
  })

  test('before the job created the charge, also in a rush: the charge, and its code', async () => {
    const { token } = await payment({ isCharged: false })
    const { registrationQueue } = app.deps
    app.deps.registrationQueue = { ...registrationQueue, isBusy: () => true }
    expect(await page(token)).toMatchObject({ is_ready: true, pix: { code: expect.any(String) } })
    app.deps.registrationQueue = registrationQueue
  })

  test('while the gateway creates no charge: a page that says so, and leaves it to the job', async () => {
    const { token, id } = await payment({ isCharged: false })
    const { gateway } = app.deps
    app.deps.gateway = { ...gateway, createCharge: () => Promise.reject(new Error('no answer')) }
    for (const _time of ['first', 'second'])
      expect(await page(token)).toMatchObject({
        status_code: 0,
        is_ready: false,
        pix: null,
        hosted_link: null,
      })
    app.deps.gateway = gateway
    expect((await findPayment(app, id)).charge_attempts).toBe(1)
  })

  test('for a spot held for hours: the exact deadline', async () => {
    const { token } = await payment({ payment: { expiresAt: new Date('2030-12-05T17:30:00Z') } })
    expect((await page(token)).payable_until).toBe('2030-12-05T17:30:00.000Z')
  })

  test('after the deadline: nothing that could be paid', async () => {
    const { token } = await payment({ payment: { expiresAt: new Date(Date.now() + 3_600_000) } })
    app.deps.clock.advance(3_600_000)
    expect(await page(token)).toMatchObject({ status_code: 0, pix: null, hosted_link: null })
    app.deps.clock.set(new Date())
  })

  test.each([
    [PAYMENT_STATUS.awaiting, 'aguardando', 'Pendente'],
    [PAYMENT_STATUS.overdue, 'vencido', 'Pendente'],
    [PAYMENT_STATUS.expired, 'expirado', 'Cancelado'],
    [PAYMENT_STATUS.confirmed, 'confirmado', 'Confirmado'],
  ])(
    'in status %i: its label, the status of the registration, and nothing to pay',
    async (code, status, registration) => {
      const { id, token } = await payment()
      await reportStatus(app, id, code)
      expect(await page(token)).toMatchObject({
        status,
        status_code: code,
        items: [{ status: registration }],
        pix: null,
        hosted_link: null,
        other_types: [],
        replaced_by: [],
      })
    },
  )

  test('after a payment at the bank: the next request shows it', async () => {
    const { token, chargeId } = await payment()
    await pressAndDeliver(app, chargeId, 'pagar')
    expect(await page(token)).toMatchObject({
      status_code: PAYMENT_STATUS.paid,
      paid_at: expect.any(String),
      items: [{ status: 'Confirmado' }],
    })
  })

  test('an unknown link is 404 with one sentence, whatever its form', async () => {
    for (const token of ['x', '00000000-0000-4000-8000-000000000000', "'--"]) {
      const answer = await open(token)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().message).toBe(
        'Este link de pagamento não existe. Confira o endereço ou abra o pagamento em Meus Eventos.',
      )
      expect((await change(token, 1)).statusCode).toBe(404)
    }
  })

  test('the reference known to the gateway does not work as a link', async () => {
    const { external_reference } = await findPayment(app, (await payment()).id)
    expect((await open(external_reference)).statusCode).toBe(404)
  })
})

describe('requesting the code from the gateway', () => {
  test('happens once, however often the page is opened', async () => {
    const { token } = await payment()
    const { watched, stop } = watchGateway()
    await Promise.all(Array.from({ length: 10 }, () => open(token)))
    for (let n = 0; n < 3; n++) expect((await page(token)).pix.code).toMatch(/^000201/)
    stop()
    expect(watched.calls).toBe(1)
  })

  test('happens once a minute while it does not answer, and the page still shows the rest', async () => {
    const { token } = await payment()
    const { watched, stop } = watchGateway()
    watched.fails = true
    for (let n = 0; n < 3; n++)
      expect(await page(token)).toMatchObject({ pix: null, amount: '110.00', is_ready: true })
    expect(watched.calls).toBe(1)
    watched.fails = false
    app.deps.clock.advance(60_000)
    expect((await page(token)).pix.code).toMatch(/^000201/)
    stop()
    app.deps.clock.set(new Date())
    expect(watched.calls).toBe(2)
  })

  test('happens again when the Pix code has expired', async () => {
    const { id, token } = await payment({ payment: { dueOn: '2030-12-05' } })
    await page(token)
    await db
      .updateTable('payment_codes')
      .set({ pix_expires_at: new Date() })
      .where('payment_id', '=', id)
      .execute()
    const { watched, stop } = watchGateway()
    app.deps.clock.advance(61_000)
    expect((await page(token)).pix.code).toMatch(/^000201/)
    await page(token)
    stop()
    app.deps.clock.set(new Date())
    expect(watched.calls).toBe(1)
  })

  test('never happens for a card', async () => {
    const { token } = await payment({ payment: { type: 2 } })
    const { watched, stop } = watchGateway()
    await page(token)
    stop()
    expect(watched.calls).toBe(0)
  })
})

describe('a replaced payment', () => {
  test('has a link to its successor', async () => {
    const { token } = await payment()
    const next = (await change(token, 1)).json().data.token
    const last = (await change(next, 2)).json().data.token
    for (const old of [token, next])
      expect(await page(old)).toMatchObject({
        status_code: PAYMENT_STATUS.cancelled,
        replaced_by: [{ token: last, first_names: [expect.any(String)] }],
      })
  })

  test('has links to several successors', async () => {
    const { buyer, links, ids } = await together()
    const token = at(links, 0)
    const paid = await app.call('POST', `/participant/registrations/${at(ids, 1)}/cancel`, {
      token: buyer.token,
    })
    expect(paid.statusCode).toBe(200)
    expect((await page(token)).replaced_by).toEqual([
      { token: expect.any(String), first_names: ['Ana', 'Caio'] },
    ])
    await app.call('POST', '/participant/payments', {
      token: buyer.token,
      body: { registration_ids: [at(ids, 0)], payment_type: 1 },
    })
    expect(
      (await page(token)).replaced_by.map(({ first_names }: { first_names: string[] }) => first_names),
    ).toEqual([['Ana'], ['Caio']])
  })

  test('has no link to a successor that names more people', async () => {
    const { buyer, links, ids } = await together({ pay_together: false })
    expect(new Set(links).size).toBe(3)
    await app.call('POST', '/participant/payments', {
      token: buyer.token,
      body: { registration_ids: ids, payment_type: 1 },
    })
    expect(await page(at(links, 1))).toMatchObject({ status: 'cancelado', replaced_by: [] })
  })

  test('has no link when the registration was cancelled', async () => {
    const { token, registrationId } = await payment()
    await cancelPending(app, registrationId)
    expect(await page(token)).toMatchObject({
      status: 'cancelado',
      items: [{ status: 'Cancelado' }],
      replaced_by: [],
      other_types: [],
    })
  })
})

/** Ana, Beto and Caio, by default paid by one Pix. */
async function together(changes = {}, known?: TestUser) {
  const buyer = known ?? (await createUser(db, { name: 'Ana Souza' }))
  const event = await race()
  const body = submission(event, {
    participants: [companion({ name: 'Beto Lima' }), companion({ name: 'Caio Reis' })],
    pay_together: true,
    ...changes,
  })
  const answer = await register(app, event, buyer, body)
  expect(answer.statusCode).toBe(201)
  const registrations: { id: number; payment_link: string }[] = answer.json().data.registrations
  return {
    buyer,
    ids: registrations.map(({ id }) => id),
    links: registrations.map(({ payment_link }) => payment_link.split('/').at(-1) ?? ''),
  }
}

describe('changing the method with the link alone', () => {
  test('replaces the payment for everything it covers, and the ledger records it', async () => {
    const { links } = await together()
    const token = at(links, 0)
    const answer = await change(token, 1)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().message).toBe('Novo pagamento gerado.')
    const next = answer.json().data.token
    expect(await page(next)).toMatchObject({
      type: 1,
      amount: '330.00',
      items: [{ first_name: 'Ana' }, { first_name: 'Beto' }, { first_name: 'Caio' }],
      boleto: { line: expect.any(String) },
    })
    const [before, after] = await Promise.all([byToken(token), byToken(next)])
    expect((await listLedger(app, before.id)).at(-1)).toMatchObject({ kind: 'replaced', source: 'person' })
    expect((await listLedger(app, after.id))[0]).toMatchObject({ kind: 'created', source: 'person' })
    const trail = await db
      .selectFrom('audit_log')
      .where('action', '=', 'registration.payment_renewed_by_link')
      .where('event_id', '=', before.event_id)
      .select(['actor_user_id', 'after'])
      .execute()
    expect(trail).toHaveLength(3)
    expect(trail[0]).toEqual({
      actor_user_id: null,
      after: { payment_id: after.id, payment_type: 1 },
    })
  })

  test('twice, concurrently or in a row, creates one payment', async () => {
    const { token, registrationId, chargeId } = await payment()
    const answers = [...(await Promise.all([change(token, 1), change(token, 1)])), await change(token, 1)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.json().data.token)).size).toBe(1)
    const rows = await db
      .selectFrom('payment_items')
      .where('registration_id', '=', registrationId)
      .selectAll()
      .execute()
    expect(rows).toHaveLength(2)
    await runJobsOnce(app.deps)
    expect((await app.deps.gateway.getCharge(chargeId)).status).toBe(PAYMENT_STATUS.cancelled)
  })

  test('to two methods concurrently: one succeeds, the other is refused', async () => {
    const { token, registrationId } = await payment()
    const answers = await Promise.all([change(token, 1), change(token, 2)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'Este pagamento não vale mais. Confira nesta página o que aconteceu com ele.',
    )
    const open = await db
      .selectFrom('payment_items')
      .innerJoin('payments', 'id', 'payment_id')
      .where('registration_id', '=', registrationId)
      .where('status', '=', PAYMENT_STATUS.pending)
      .selectAll()
      .execute()
    expect(open).toHaveLength(1)
  })

  test('during a payment: creates nothing new to pay', async () => {
    const { token, chargeId, registrationId } = await payment()
    const [answer] = await Promise.all([change(token, 1), pressAndDeliver(app, chargeId, 'pagar')])
    await runJobsOnce(app.deps)
    const payments = await db
      .selectFrom('payment_items')
      .innerJoin('payments', 'id', 'payment_id')
      .where('registration_id', '=', registrationId)
      .orderBy('id')
      .select('status')
      .execute()
    // In either order one payment is paid, and a payment created for it is cancelled again.
    expect(payments.map(({ status }) => status)).toEqual(
      answer.statusCode === 201 ? [PAYMENT_STATUS.paid, PAYMENT_STATUS.cancelled] : [PAYMENT_STATUS.paid],
    )
    const late = await change(token, 1)
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe('Este pagamento já foi confirmado. Não é preciso pagar de novo.')
  })

  test('accepts only another method of the event, and five payments in total', async () => {
    const event = await race({ paymentTypes: [0, 2] })
    const order = await createOrder(db, event)
    const { token } = await findPayment(app, at(order.registrations, 0).paymentId ?? 0)
    const answers = [await change(token, 0), await change(token, 1), await change(token, 3)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 422])
    let link = token
    for (const type of [2, 0, 2, 0]) link = (await change(link, type)).json().data.token
    expect((await page(link)).other_types).toEqual([])
    const sixth = await change(link, 2)
    expect(sixth.statusCode).toBe(409)
    expect(sixth.json().message).toBe('Não há outro pagamento a gerar para esta inscrição.')
  })

  test('also accepts the same method after the gateway refused the charge', async () => {
    const { token } = await payment({ isCharged: false, payment: { status: PAYMENT_STATUS.failed } })
    expect((await page(token)).other_types).toEqual([0, 1, 2])
    const next = (await change(token, 0)).json().data.token
    expect(await page(next)).toMatchObject({ type: 0, status_code: 0, pix: { code: expect.any(String) } })
    expect((await page(token)).replaced_by).toMatchObject([{ token: next }])
  })
})

const byToken = (token: string) =>
  db.selectFrom('payments').where('token', '=', token).selectAll().executeTakeFirstOrThrow()

test('the link is never logged, whatever fails', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const logged = await listeningApp(db, { deps: { log } })
  try {
    const { token } = await payment()
    const { gateway } = logged.deps
    const failing = async () => {
      throw new Error('no answer')
    }
    logged.deps.gateway = { ...gateway, paymentDetails: failing, createCharge: failing, findCharges: failing }
    await logged.call('GET', `/payments/${token}`)
    await logged.call('POST', `/payments/${token}/method`, { body: { payment_type: 1 } })
    await logged.call('POST', `/payments/${token}/method`, { body: { payment_type: 7 } })
    expect(lines.join()).toContain('no answer')
    expect(lines.join()).not.toContain(token)
  } finally {
    await logged.close()
  }
})

describe('limits', () => {
  test('count unknown links by address, and existing links not at all', async () => {
    const limited = await listeningApp(db, { env: { RATE_LIMITS: 'on' } })
    try {
      const { token } = await payment()
      const codes = new Set<number>()
      for (let n = 0; n < 62; n++)
        codes.add(
          (await limited.call('GET', `/payments/00000000-0000-4000-8000-${String(n).padStart(12, '0')}`))
            .statusCode,
        )
      expect([...codes]).toEqual([404, 429])
      expect((await limited.call('GET', `/payments/${token}`)).statusCode).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('do not count changes by the link against the payer, nor refusals', {
    tags: 'operation',
  }, async () => {
    const limited = await listeningApp(db, { env: { RATE_LIMITS: 'on' } })
    try {
      const { buyer, links } = await together()
      const other = await together({}, buyer)
      const changeOf = async (token: string, type: number) =>
        (await limited.call('POST', `/payments/${token}/method`, { body: { payment_type: type } })).statusCode
      const first = at(links, 0)
      expect(await changeOf(first, 1)).toBe(201)
      const codes: number[] = []
      for (let n = 0; n < 12; n++) codes.push(await changeOf(first, 2))
      expect(new Set(codes)).toEqual(new Set([409]))
      for (let n = 0; n < 9; n++) expect(await changeOf(first, 1)).toBe(201)
      expect(await changeOf(first, 1)).toBe(429)
      const own = await limited.call('POST', `/participant/registrations/${at(other.ids, 0)}/payment`, {
        token: buyer.token,
        body: { payment_type: 1 },
      })
      expect(own.statusCode).toBe(201)
    } finally {
      await limited.close()
    }
  })
})
