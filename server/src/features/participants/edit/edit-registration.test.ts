// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { paymentDueJob } from '#server/features/payment/emails/payment-due.ts'
import { paymentRefusedJob } from '#server/features/payment/emails/payment-refused.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { findPayment, findRegistration, PAYMENT_LINK, pressAndDeliver } from '#test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))
const organizer = await createOrganizer(db)

/** Two categories, and kits of R$ 110,00 with shirts, R$ 165,00 with one XL left, R$ 0,00 and R$ 112,00. */
const race = (options: EventOptions = {}) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    title: 'Corrida da Serra',
    modalities: [
      { name: '5 km', categories: [{ name: '5 km Geral' }] },
      { name: '10 km', categories: [{ name: '10 km Geral' }] },
    ],
    kits: [
      { name: 'Completo', valueCents: 10_000, sizes: [{ name: 'P' }, { name: 'M', capacity: 1 }] },
      { name: 'Premium', valueCents: 15_000, sizes: [{ name: 'GG', capacity: 1 }] },
      { name: 'Cortesia', valueCents: 0, feeRate: 0 },
      { name: 'Quase igual', valueCents: 10_200 },
    ],
    coupons: [{ code: 'SOPREMIUM', kit: 1 }, { code: 'DEZ' }],
    ...options,
  })
const COMPLETE = 0
const PREMIUM = 1
const FREE = 2
const ALMOST = 3

interface Case {
  id: number
  paymentId: number
  email: string
  cpf: string
}
async function registered(event: TestEvent, options: Parameters<typeof createOrder>[2] = {}): Promise<Case> {
  const order = await createOrder(db, event, options)
  const { id, paymentId } = at(order.registrations, 0)
  return { id, paymentId: paymentId ?? 0, email: order.buyer.email, cpf: order.buyer.cpf ?? '' }
}
/** A registration with a charge at the gateway; `paid`: the charge is paid. */
async function charged(event: TestEvent, paid = false): Promise<Case & { chargeId: string }> {
  const one = await registered(event)
  await tryCreateCharge(app.deps, one.paymentId)
  const chargeId = (await findPayment(app, one.paymentId)).charge_id ?? ''
  if (paid) await pressAndDeliver(app, chargeId, 'pagar')
  return { ...one, chargeId }
}

interface Choice {
  category?: number
  kit?: number
  size?: number | null
  method?: number | null
}
const bodyOf = (event: TestEvent, { category = 0, kit = COMPLETE, size, method = 0 }: Choice) => ({
  category_id: at(event.categories, category).id,
  products: [
    {
      id: at(event.kits, kit).id,
      shirt_size_id: size === null ? null : (at(event.kits, kit).sizes[size ?? 0]?.id ?? null),
      quantity: 1,
    },
  ],
  payment_method_id: method === null ? null : at(event.paymentMethods, method).id,
})
const put = (id: number, body: object, token = organizer.token) =>
  app.call('PUT', `/organizer/events/register/${id}`, { token, body })
async function edit(event: TestEvent, id: number, choice: Choice): Promise<EditableRegistration> {
  const answer = await put(id, bodyOf(event, choice))
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  expect(answer.json().message).toBe('Registro atualizado com sucesso!')
  return answer.json().data
}
const get = async (id: number): Promise<EditableRegistration> =>
  (await app.call('GET', `/organizer/events/register/${id}`, { token: organizer.token })).json().data
const statuses = ({ payments }: EditableRegistration) =>
  payments.map(({ status, value }) => `${status} ${value}`)

test('another kit costs its open tier and takes one of its units; the same kit keeps its tier', async () => {
  const tiers = [
    { name: '1º lote', valueCents: 12_000, capacity: 1 },
    { name: '2º lote', valueCents: 14_000 },
  ]
  const event = await race({ kits: [{ name: 'Simples' }, { name: 'Em lotes', tiers }] })
  const [one, two] = [await registered(event), await registered(event)]
  const moved = await edit(event, one.id, { kit: 1 })
  expect(moved.price_lines).toContainEqual({ kind: 'tier', label: 'Em lotes · 1º lote', amount: '120.00' })
  expect((await edit(event, two.id, { kit: 1 })).price_lines).toContainEqual({
    kind: 'tier',
    label: 'Em lotes · 2º lote',
    amount: '140.00',
  })
  expect(await edit(event, one.id, { kit: 1, category: 1 })).toMatchObject({ value: '132.00' })
  await edit(event, one.id, { kit: 0 })
  expect(await edit(event, one.id, { kit: 1 })).toMatchObject({ value: '154.00' })
})

test('shows a registration and the items it may be moved to, including its current size', async () => {
  const event = await race()
  const { id } = await registered(event, { size: 1 })
  await registered(event)
  expect(await get(id)).toMatchObject({
    id,
    status: 'Pendente',
    category: { name: '5 km Geral', modality: '5 km' },
    products: [{ name: 'Completo', shirt_size: 'M', quantity: 1 }],
    value: '110.00',
    paid: '0.00',
    credit: '0.00',
    payment_method_id: at(event.paymentMethods, 0).id,
    payment: { status: 'pendente', value: '110.00', type: 0 },
    event: {
      title: 'Corrida da Serra',
      payment: { status: 'pendente', value: '110.00', type: 0 },
      modalities: [{ modality_name: '5 km' }, { modality_name: '10 km' }],
      products: [
        {
          name: 'Completo',
          total: '110.00',
          shirt_sizes: [
            { size: 'P', quantity: null },
            { size: 'M', quantity: 1 },
          ],
        },
        { name: 'Premium', total: '165.00', shirt_sizes: [{ size: 'GG', quantity: 1 }] },
        { name: 'Cortesia', total: '0.00', shirt_sizes: [] },
        { name: 'Quase igual', total: '112.20' },
      ],
      payment_methods: [{ type: 0 }, { type: 1 }, { type: 2 }],
    },
  })
})

describe('§24, the money', () => {
  test('unpaid and more expensive: the charge is replaced, its link is in the response', async () => {
    const event = await race()
    const { id, chargeId } = await charged(event)
    const after = await edit(event, id, { kit: PREMIUM })
    expect(after).toMatchObject({
      status: 'Pendente',
      value: '165.00',
      payment: { value: '165.00', status: 'pendente' },
    })
    expect(after.payment?.payment_link).toMatch(PAYMENT_LINK)
    expect(statuses(after)).toEqual(['pendente 165.00', 'cancelado 110.00'])
    await runJobsOnce(app.deps)
    expect((await app.deps.gateway.getCharge(chargeId)).status).toBe(6)
    expect((await findRegistration(app, id)).status).toBe(0)
  })

  test('unpaid and now free: nothing to pay, confirmed', async () => {
    const event = await race()
    const { id } = await charged(event)
    const after = await edit(event, id, { kit: FREE, method: null })
    expect(after).toMatchObject({ status: 'Confirmado', value: '0.00', price_lines: [{ label: 'Cortesia' }] })
    expect(statuses(after)).toEqual(['cancelado 110.00'])
  })

  test('unpaid, with another payment method: a charge of that type', async () => {
    const event = await race()
    const { id } = await charged(event)
    const after = await edit(event, id, { method: 1 })
    expect(after.payments.map(({ type, status }) => [type, status])).toEqual([
      [1, 'pendente'],
      [0, 'cancelado'],
    ])
  })

  test('paid and more expensive: a charge for the difference, and the spot stays', async () => {
    const event = await race()
    const { id } = await charged(event, true)
    const after = await edit(event, id, { kit: PREMIUM })
    expect(after).toMatchObject({
      status: 'Confirmado',
      paid: '110.00',
      payment: { value: '55.00', status: 'pendente' },
    })
    const { token, charge_id } = await findPayment(app, (await findPaymentOf(id)) ?? 0)
    const [item] = (await app.call('GET', `/payments/${token}`)).json().data.items
    expect(item).toMatchObject({
      amount: '55.00',
      price_lines: [
        { kind: 'kit', label: 'Premium', amount: '150.00' },
        { kind: 'fee', label: 'Taxa de serviço', amount: '15.00' },
        { kind: 'difference', label: 'Já pago', amount: '-110.00' },
      ],
    })
    const charge = charge_id ?? ''
    await pressAndDeliver(app, charge, 'pagar')
    expect(await get(id)).toMatchObject({ status: 'Confirmado', paid: '165.00', credit: '0.00' })
  })

  test('e-mails about a difference say that the spot is safe, and confirm its payment', async () => {
    const event = await race()
    const { id, email } = await charged(event, true)
    await edit(event, id, { kit: PREMIUM })
    const paymentId = (await findPaymentOf(id)) ?? 0
    const { event_id, payer_user_id } = await findPayment(app, paymentId)
    await paymentDueJob.run(app.deps, { eventId: event_id, payerUserId: payer_user_id })
    const mailAbout = async (subject: string) =>
      (await mailTo(app, email)).filter((mail) => mail.subject.startsWith(subject))
    const [due] = await mailAbout('Diferença a pagar: pague até')
    expect(due?.text).toContain('A vaga está garantida: falta só a diferença')
    expect(due?.text).toContain('R$ 55,00')
    expect(due?.text).toContain('Premium: R$ 150,00\nTaxa de serviço: R$ 15,00\nJá pago: -R$ 110,00')
    expect(due?.text).toContain('A inscrição continua confirmada.')
    expect(due?.text).not.toContain('fica disponível para outras pessoas')
    await db.updateTable('payments').set({ status: 9 }).where('id', '=', paymentId).execute()
    await paymentRefusedJob.run(app.deps, { paymentId })
    const [refused] = await mailAbout('O cartão foi recusado')
    expect(refused?.text).toContain('A vaga está garantida: falta só a diferença')
    await db.updateTable('payments').set({ status: 0 }).where('id', '=', paymentId).execute()

    await pressAndDeliver(app, (await findPayment(app, paymentId)).charge_id ?? '', 'pagar')
    const thanks = await mailAbout('Diferença paga: Corrida da Serra')
    expect(thanks).toHaveLength(1)
    expect(thanks[0]?.text).toContain('Recebemos a diferença de R$ 55,00. Obrigado!')
    expect(thanks[0]?.text).toContain('confirmada com o kit Premium, camisa GG')
    expect(thanks[0]?.text).toContain('Já pago: -R$ 110,00')
  })

  test.each([
    ['unpaid', false],
    ['paid', true],
  ])(
    'free after it was %s: one status in list, cards, filters, export and panel, and it may be cancelled',
    async (_name, paid) => {
      const event = await race()
      const { id } = await charged(event, paid)
      await edit(event, id, { kit: FREE, method: null })
      await runJobsOnce(app.deps)
      const call = (path: string) => app.call('GET', `/organizer/${path}`, { token: organizer.token })
      const list = (await call(`events/${event.id}/participants`)).json()
      expect(list.data).toMatchObject([
        { id, status: 'Confirmado', value: '0.00', payment: null, payments: [], can_cancel: true },
      ])
      expect(list.meta).toMatchObject({ total_free_participants: 1, total_paid_participants: 0 })
      for (const status of [2, 6]) {
        const found = await call(`events/${event.id}/participants?payment_status=${status}`)
        expect(found.json().data).toEqual([])
      }
      const file = await call(`events/${event.id}/export-event-participants?columns=payment_status`)
      expect(file.body).toContain('Gratuito')
      const panel = (await call(`registrations/${id}`)).json().data
      expect(panel).toMatchObject({
        value: '0.00',
        money_sentence: paid ? 'Gratuito, com R$\u00a0110,00 pagos e devolvidos' : 'Gratuito',
        payment: null,
        can_cancel: true,
      })
      expect(panel.payments).toHaveLength(1)
      const cancelled = await app.call('PATCH', `/organizer/registrations/${id}/status`, {
        token: organizer.token,
        body: { status: 2 },
      })
      expect(cancelled.statusCode).toBe(200)
    },
  )

  test('paid and cheaper: the difference is refunded; more expensive again: everything missing is charged', async () => {
    const event = await race()
    const { id } = await charged(event, true)
    expect(await edit(event, id, { kit: FREE, method: null })).toMatchObject({
      status: 'Confirmado',
      credit: '110.00',
      value: '0.00',
    })
    await runJobsOnce(app.deps)
    expect(await get(id)).toMatchObject({
      status: 'Confirmado',
      credit: '110.00',
      paid: '0.00',
      payments: [{ status: 'reembolsado' }],
    })
    expect(await edit(event, id, { kit: PREMIUM })).toMatchObject({
      status: 'Pendente',
      credit: '110.00',
      payment: { value: '165.00' },
    })
  })

  test('free and now paid: it waits for its payment', async () => {
    const event = await race()
    const { id } = await registered(event, { kit: FREE, payment: null })
    expect(await edit(event, id, {})).toMatchObject({
      status: 'Pendente',
      payment: { value: '110.00', status: 'pendente' },
    })
  })

  test('a difference below the minimum charge is refused, and nothing changes', async () => {
    const event = await race()
    const { id } = await charged(event, true)
    const before = await findRegistration(app, id)
    const answer = await put(id, bodyOf(event, { kit: ALMOST }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toBe('A diferença a cobrar precisa ser de pelo menos R$ 5,00.')
    expect(await findRegistration(app, id)).toEqual(before)
  })

  test('the replaced charge is paid after all: what is owed is computed again', async () => {
    const event = await race()
    const { id, chargeId } = await charged(event)
    const { gateway } = app.deps
    // The payer pays before the charge is cancelled.
    app.deps.gateway = {
      ...gateway,
      cancelCharge: async (id) => id !== chargeId && gateway.cancelCharge(id),
    }
    await edit(event, id, { kit: PREMIUM })
    await pressAndDeliver(app, chargeId, 'pagar')
    app.deps.gateway = gateway
    await runJobsOnce(app.deps)
    const after = await get(id)
    expect(after).toMatchObject({
      status: 'Confirmado',
      paid: '110.00',
      payment: { value: '55.00', status: 'pendente' },
    })
    expect(statuses(after)).toEqual(['pendente 55.00', 'cancelado 165.00', 'pago 110.00'])
  })
})

const findPaymentOf = async (registrationId: number) =>
  (
    await db
      .selectFrom('payment_items')
      .where('registration_id', '=', registrationId)
      .select('payment_id')
      .orderBy('payment_id', 'desc')
      .executeTakeFirst()
  )?.payment_id

describe('the stock', () => {
  const held = async (event: TestEvent) =>
    (
      await db
        .selectFrom('stock_levels')
        .where('event_id', '=', event.id)
        .select('held')
        .orderBy('id')
        .execute()
    ).map((level) => level.held)

  test('releases the old category, kit and size and takes the new ones', async () => {
    const event = await race()
    const { id } = await registered(event, { size: 1 })
    const after = await edit(event, id, { category: 1, kit: PREMIUM })
    expect(after).toMatchObject({
      category: { modality: '10 km' },
      products: [{ name: 'Premium', shirt_size: 'GG' }],
    })
    await registered(event, { size: 1 })
  })

  test.each<[string, EventOptions, Choice, string, string]>([
    ['a size', {}, { size: 1 }, 'O tamanho M do kit "Completo" se esgotou.', 'products.0.shirt_size_id'],
    [
      'a category',
      {
        modalities: [{ name: '5 km' }, { name: '10 km', categories: [{ name: '10 km Geral', capacity: 0 }] }],
      },
      { category: 1 },
      'As vagas da categoria "10 km Geral" se esgotaram.',
      'category_id',
    ],
  ])('reports that %s is sold out, and changes nothing', async (_name, options, choice, sentence, field) => {
    const event = await race(options)
    const { id } = await registered(event)
    if (choice.size === 1) await registered(event, { size: 1 })
    const before = { registration: await findRegistration(app, id), held: await held(event) }
    const answer = await put(id, bodyOf(event, choice))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ exception: sentence, errors: { [field]: [sentence] } })
    expect({ registration: await findRegistration(app, id), held: await held(event) }).toEqual(before)
  })

  test('lets one of two concurrent edits take the last unit', async () => {
    const event = await race()
    const [one, other] = [await registered(event), await registered(event)]
    const answers = await Promise.all([one, other].map(({ id }) => put(id, bodyOf(event, { size: 1 }))))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('keeps the coupon with a kit it applies to, and releases it with another', async () => {
    const event = await race()
    const { id } = await registered(event, { kit: PREMIUM, coupon: 0, payment: { amountCents: 15_000 } })
    expect(await edit(event, id, { kit: COMPLETE })).toMatchObject({ coupon: null, value: '110.00' })
    const any = await registered(event, { coupon: 1 })
    const after = await edit(event, any.id, { kit: PREMIUM })
    expect(after).toMatchObject({ coupon: 'DEZ', value: '150.00' })
    expect(after.price_lines).toContainEqual({ kind: 'coupon', label: 'Cupom DEZ', amount: '-15.00' })
  })
})

describe('once', () => {
  test('repeating an edit changes nothing, whatever the version, and sends no second e-mail', async () => {
    const event = await race()
    const { id, email } = await charged(event)
    await mailTo(app, email)
    const { version } = await get(id)
    const body = { ...bodyOf(event, { kit: PREMIUM }), version }
    expect((await put(id, body)).statusCode).toBe(200)
    const after = await findRegistration(app, id)
    expect((await put(id, body)).statusCode).toBe(200)
    expect(await findRegistration(app, id)).toEqual(after)
    // One e-mail reports the change and contains the new link.
    const told = (await mailTo(app, email)).filter(({ subject }) => /alterada|pague/.test(subject))
    expect(told.map(({ subject }) => subject).slice(1)).toEqual([
      expect.stringMatching(/^Inscrição alterada: pague até .* · Corrida da Serra$/),
    ])
    expect(told[1]?.text).toContain((await get(id)).payment?.payment_link)
    expect(told[1]?.text).toContain('5 km · 5 km Geral · Completo · camisa P')
    expect(told[1]?.text).toContain('5 km · 5 km Geral · Premium · camisa GG')
    expect(told[1]?.text).toContain('Premium: R$ 150,00\nTaxa de serviço: R$ 15,00')
  })

  test('two identical concurrent edits make one change and one charge', async () => {
    const event = await race()
    const { id } = await charged(event)
    const answers = await Promise.all([1, 2, 3, 4].map(() => put(id, bodyOf(event, { kit: PREMIUM }))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(statuses(await get(id))).toEqual(['pendente 165.00', 'cancelado 110.00'])
  })

  test('an edit of an outdated version is rejected with 409', async () => {
    const event = await race()
    const { id } = await registered(event)
    const { version } = await get(id)
    await edit(event, id, { size: 1 })
    const answer = await put(id, { ...bodyOf(event, { kit: PREMIUM }), version })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('Outra pessoa salvou')
  })

  test('an edit during a payment: no deadlock, and the sums are right', async () => {
    const event = await race()
    for (let round = 0; round < 4; round++) {
      const { id, chargeId } = await charged(event)
      await Promise.all([
        put(id, bodyOf(event, { kit: round % 2 === 0 ? FREE : ALMOST })),
        pressAndDeliver(app, chargeId, 'pagar'),
        put(id, bodyOf(event, { method: 2 })),
      ])
      await runJobsOnce(app.deps)
      const { paid, value, status } = await get(id)
      expect(status).toBe('Confirmado')
      expect(Number(paid)).toBeCloseTo(Math.min(110, Number(value)), 2)
    }
  })
})

describe('§5 what is missing', () => {
  test.each<[string, (body: ReturnType<typeof bodyOf>) => object, string]>([
    [
      'a category',
      (body) => ({ ...body, category_id: null }),
      'Por favor, preencha todos os campos obrigatórios.',
    ],
    ['a product', (body) => ({ ...body, products: [] }), 'Por favor, preencha todos os campos obrigatórios.'],
    [
      'a size',
      ({ products, ...body }) => ({ ...body, products: [{ ...products[0], shirt_size_id: null }] }),
      'Por favor, selecione o tamanho da camisa.',
    ],
    [
      'a payment method',
      (body) => ({ ...body, payment_method_id: null }),
      'Por favor, selecione um método de pagamento.',
    ],
  ])('%s', async (_name, without, sentence) => {
    const event = await race()
    const { id } = await registered(event)
    const answer = await put(id, without(bodyOf(event, { size: 1 })))
    expect(answer.statusCode).toBe(422)
    expect(Object.values(answer.json().errors).flat()).toEqual([sentence])
  })
})

test('refuses a cancelled registration, another status, a kit of another event and a registration of another organizer', async () => {
  const event = await race()
  const cancelled = await registered(event, { registrationStatus: 2, payment: { status: 6 } })
  expect((await put(cancelled.id, bodyOf(event, {}))).json().exception).toBe(
    'Uma inscrição cancelada não pode ser editada.',
  )
  const { id } = await registered(event)
  expect((await put(id, { ...bodyOf(event, { size: 1 }), status: 2 })).statusCode).toBe(409)
  expect((await put(id, bodyOf(await race(), {}))).statusCode).toBe(422)
  expect((await put(id, bodyOf(event, {}), (await createOrganizer(db)).token)).statusCode).toBe(404)
  expect((await put(999_999, bodyOf(event, {}))).statusCode).toBe(404)
})

test('the audit log describes in words who changed what', async () => {
  const event = await race()
  const { id, cpf } = await registered(event)
  await edit(event, id, { kit: PREMIUM, method: 2 })
  const entry = await db
    .selectFrom('audit_log')
    .where('entity_id', '=', id)
    .where('action', '=', 'registration.updated')
    .select(['actor_user_id', 'before', 'after'])
    .executeTakeFirst()
  expect(entry).toMatchObject({
    actor_user_id: organizer.id,
    before: { Kit: 'Completo', Tamanho: 'P', 'Forma de pagamento': 'Pix' },
    after: { Kit: 'Premium', Tamanho: 'GG', 'Forma de pagamento': 'Cartão de Crédito' },
  })
  expect(JSON.stringify(entry)).not.toContain(cpf)
})
