import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { DEFAULT_INSTALLMENT_RATES } from '#contract/pricing/installments.ts'
import { createChargeJob } from '#server/features/payment/create-charge.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createUser, nextCpf, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { PAYMENT_LINK } from '#test/payments.ts'
import { companion, register, showCode, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const countOrders = async (userId: number) =>
  (await db.selectFrom('orders').where('buyer_user_id', '=', userId).select('id').execute()).length

test('registers the buyer and additional participants, each with a price and a payment link', async () => {
  const event = await createEvent(db, {
    modalities: [{ name: '10 km' }, { name: '5 km' }],
    kits: [
      { valueCents: 10_000, sizes: [{ name: 'M' }] },
      { valueCents: 8_000, category: 1 },
    ],
    coupons: [{ code: 'DEZ', value: 1000, kit: 0 }],
  })
  const buyer = await createUser(db, { name: 'Ana Souza' })
  const body = submission(event, {
    discount_coupon_id: at(event.coupons, 0).id,
    discount_coupon_code: 'DEZ',
    participants: [
      companion(),
      companion({ name: 'Caio', category_id: at(event.categories, 1).id, product_id: at(event.kits, 1).id }),
    ],
  })

  const answer = await register(app, event, buyer, body)

  expect(answer.statusCode).toBe(201)
  const { message, data } = answer.json()
  expect(message).toContain('registrado')
  // The coupon is linked to the first kit, so Caio pays his kit's 80,00 and the fee of 10%.
  expect(data.registrations).toMatchObject([
    { name: 'Ana Souza', value: '100.00', status: 'Pendente' },
    { name: 'Beto Lima', value: '100.00', status: 'Pendente' },
    { name: 'Caio', value: '88.00', status: 'Pendente' },
  ])
  const links = data.registrations.map((one: { payment_link: string }) => one.payment_link)
  expect(new Set(links).size).toBe(3)
  expect(links.every((link: string) => URL.canParse(link))).toBe(true)
  expect(data.payment_link).toBe(links[0])
})

test("stores the event's cancellation policy on each registration", async () => {
  const tiers = [
    { days_before: 30, refund_rate: 10_000, keeps_fee: false },
    { days_before: 7, refund_rate: 5000, keeps_fee: true },
  ]
  const event = await createEvent(db, { cancellationTiers: tiers })
  const page = (await app.call('GET', `/events/${event.id}`)).json().data
  expect(page.cancellation_policy).toHaveLength(4)
  await register(app, event, await createUser(db), submission(event, { participants: [companion()] }))
  await db.deleteFrom('cancellation_tiers').where('event_id', '=', event.id).execute()
  const stored = db.selectFrom('registrations').select('cancellation_tiers').where('event_id', '=', event.id)
  expect(await stored.execute()).toEqual([{ cancellation_tiers: tiers }, { cancellation_tiers: tiers }])
})

test('confirms a free registration immediately without a payment, and sends the buyer an e-mail', async () => {
  const event = await createEvent(db, { kits: [{ valueCents: 0, feeRate: 0 }], paymentTypes: [] })
  const buyer = await createUser(db)
  const answer = await register(app, event, buyer, submission(event))
  expect(answer.json().data).toMatchObject({
    registrations: [{ value: '0.00', status: 'Confirmado', payment_link: null }],
    payment_link: null,
  })
  expect((await mailTo(app, buyer.email)).map((mail) => mail.subject)).toEqual([
    `Inscrição confirmada: ${event.title}`,
  ])
})

test('registers while the gateway is unavailable, and returns the link of the payment page', async () => {
  const cutOff = await testApp(db)
  const event = await createEvent(db)
  const buyer = await createUser(db)
  const key = randomUUID()
  const answer = await register(cutOff, event, buyer, submission(event), key)
  await cutOff.close()
  expect(answer.statusCode).toBe(201)
  const link = answer.json().data.payment_link
  expect(link).toMatch(PAYMENT_LINK)

  const { id } = await db
    .selectFrom('payments')
    .where('event_id', '=', event.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await createChargeJob.run(app.deps, { paymentId: id })

  const order = await app.call('GET', `/participant/orders/${key}`, { token: buyer.token })
  expect(order.json().data.payment_link).toBe(link)
  const stranger = await createUser(db)
  const foreign = await app.call('GET', `/participant/orders/${key}`, { token: stranger.token })
  expect(foreign.statusCode).toBe(404)
})

test('the same key returns the first result again, for concurrent and for later requests', async () => {
  const event = await createEvent(db, { capacity: 1 })
  const buyer = await createUser(db)
  const key = randomUUID()
  const [first, second] = await Promise.all([
    register(app, event, buyer, submission(event), key),
    register(app, event, buyer, submission(event), key),
  ])
  await db.updateTable('events').set({ status: 0, version: 2 }).where('id', '=', event.id).execute()
  const later = await register(app, event, buyer, submission(event), key)
  expect(second.json()).toEqual(first.json())
  expect(later.json()).toEqual(first.json())
  expect(later.statusCode).toBe(201)
  expect(await countOrders(buyer.id)).toBe(1)
})

test('rejects a key already used for another order, and a malformed key', async () => {
  const event = await createEvent(db)
  const buyer = await createUser(db)
  const key = randomUUID()
  await register(app, event, buyer, submission(event), key)
  const other = await register(app, event, buyer, submission(event, { participants: [companion()] }), key)
  expect(other.statusCode).toBe(422)
  expect(other.json().message).toBe('Esta chave de idempotência já foi usada com outros dados.')
  expect((await register(app, event, buyer, submission(event), 'short')).statusCode).toBe(400)
  expect(await countOrders(buyer.id)).toBe(1)
})

test.each([
  ['event_id', 'As vagas do evento se esgotaram.', { capacity: 0 }],
  [
    'modality_id',
    'As vagas da modalidade "10 km" se esgotaram.',
    { modalities: [{ name: '10 km', capacity: 0 }] },
  ],
  [
    'category_id',
    'As vagas da categoria "10 km Feminino" se esgotaram.',
    { modalities: [{ name: '10 km', categories: [{ name: '10 km Feminino', capacity: 0 }] }] },
  ],
  ['product_id', 'O kit "Kit Prata" se esgotou.', { kits: [{ name: 'Kit Prata', capacity: 0 }] }],
  [
    'shirt_size_id',
    'O tamanho M do kit "Kit Prata" se esgotou.',
    { kits: [{ name: 'Kit Prata', sizes: [{ name: 'M', capacity: 0 }] }] },
  ],
  ['discount_coupon_id', 'O cupom "DEZ" se esgotou.', { coupons: [{ code: 'DEZ', capacity: 0 }] }],
])('sold out: %s', async (field, sentence, options) => {
  const event = await createEvent(db, options)
  const buyer = await createUser(db)
  const coupon = event.coupons[0]?.id
  const answer = await register(
    app,
    event,
    buyer,
    submission(event, { discount_coupon_id: coupon, discount_coupon_code: 'DEZ' }),
  )
  expect(answer.json()).toEqual({
    status: 409,
    message: sentence,
    exception: sentence,
    errors: { [field]: [sentence] },
  })
  expect(answer.statusCode).toBe(409)
})

test('treats a coupon id without its code like an unknown coupon', async () => {
  const event = await createEvent(db, {
    coupons: [{ code: 'SEGREDO' }, { code: 'VELHO', endsOn: '2026-01-01' }],
  })
  const buyer = await createUser(db)
  const [id, expired] = [at(event.coupons, 0).id, at(event.coupons, 1).id]
  const order = (changes: Record<string, unknown>) => register(app, event, buyer, submission(event, changes))
  const unknown = await order({ discount_coupon_id: 999_999 })
  expect(unknown.statusCode).toBe(422)
  for (const probe of [
    { discount_coupon_id: id },
    { discount_coupon_id: expired },
    { discount_coupon_id: id, discount_coupon_code: 'CHUTE' },
    { discount_coupon_id: id, discount_coupon_code: 'VELHO' },
  ])
    expect((await order(probe)).json()).toEqual(unknown.json())
  const noMethod = { payment_method_id: null }
  expect((await order({ ...noMethod, discount_coupon_id: id })).json()).toEqual(
    (await order({ ...noMethod, discount_coupon_id: 999_999 })).json(),
  )
  // A code validated by another account does not count for this one.
  const other = await createUser(db)
  await showCode(app, event, other, 'SEGREDO')
  expect((await order({ discount_coupon_id: id })).json()).toEqual(unknown.json())
  expect(await countOrders(buyer.id)).toBe(0)
})

test.each<[string, (event: TestEvent, buyer: TestUser) => Promise<Record<string, unknown>>]>([
  [
    'sent with the order',
    async (event) => ({ discount_coupon_id: at(event.coupons, 0).id, discount_coupon_code: ' dez ' }),
  ],
  [
    'validated before',
    async (event, buyer) => {
      await showCode(app, event, buyer, 'DEZ')
      return { discount_coupon_id: at(event.coupons, 0).id }
    },
  ],
])('applies a coupon whose code was %s', async (_, coupon) => {
  const event = await createEvent(db, { coupons: [{ code: 'DEZ', type: 0, value: 1000 }] })
  const buyer = await createUser(db)
  const answer = await register(app, event, buyer, submission(event, await coupon(event, buyer)))
  expect(answer.json().data.registrations).toMatchObject([{ value: '100.00' }])
})

test('a validated code can be used for a day, unless it is changed', async () => {
  const event = await createEvent(db, { coupons: [{ code: 'DEZ' }] })
  const later = await testApp(db)
  const buyer = await createUser(db)
  const order = () =>
    register(
      later,
      event,
      buyer,
      submission(event, { discount_coupon_id: at(event.coupons, 0).id, payment_method_id: null }),
    )
  await showCode(later, event, buyer, 'DEZ')
  const fieldsOf = async () => Object.keys((await order()).json().errors)
  later.deps.clock.advance(23 * 3_600_000)
  expect(await fieldsOf()).toEqual(['payment_method_id'])
  later.deps.clock.advance(2 * 3_600_000)
  expect(await fieldsOf()).toEqual(['discount_coupon_id', 'payment_method_id'])
  await showCode(later, event, buyer, 'DEZ')
  expect(await fieldsOf()).toEqual(['payment_method_id'])
  await db.updateTable('coupons').set({ code: 'ONZE' }).where('event_id', '=', event.id).execute()
  await db.updateTable('events').set({ version: 2 }).where('id', '=', event.id).execute()
  expect(await fieldsOf()).toEqual(['discount_coupon_id', 'payment_method_id'])
  await later.close()
})

test('the refusal of an order that does not fit completely says how many units are left', async () => {
  const event = await createEvent(db, { kits: [{ name: 'Kit', sizes: [{ name: 'P', capacity: 2 }] }] })
  const buyer = await createUser(db)
  const answer = await register(
    app,
    event,
    buyer,
    submission(event, { participants: [companion(), companion()] }),
  )
  const sentence = 'Restam apenas 2 unidades do tamanho P do kit "Kit".'
  expect(answer.json().errors).toEqual({ 'participants.1.shirt_size_id': [sentence] })
  expect(await countOrders(buyer.id)).toBe(0)
})

test('allows one registration per CPF and event, for buyers and additional participants', async () => {
  const event = await createEvent(db)
  const buyer = await createUser(db)
  const cpf = nextCpf()
  await register(app, event, buyer, submission(event, { participants: [companion({ cpf })] }))

  const again = await register(app, event, buyer, submission(event))
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({
    message: 'Conflito: Participante já registrado nesse evento.',
    exception: 'Conflito: Participante já registrado nesse evento.',
    errors: { cpf: ['Participante já registrado nesse evento.'] },
  })

  // The buyer cancels their own registration and orders again with the same additional participant.
  const { id } = await db
    .selectFrom('registrations')
    .where('cpf', '=', buyer.cpf)
    .select('id')
    .executeTakeFirstOrThrow()
  await app.call('POST', `/participant/registrations/${id}/cancel`, { token: buyer.token })
  const companions = await register(
    app,
    event,
    buyer,
    submission(event, { participants: [companion({ cpf })] }),
  )
  expect(companions.json()).toMatchObject({
    message: 'Conflito: Participante já registrado nesse evento.',
    errors: { 'participants.0.cpf': ['Participante já registrado nesse evento.'] },
  })
  // The owner of the CPF gets the same answer from their own account once the registration is paid.
  await db.updateTable('registrations').set({ status: 1 }).where('cpf', '=', cpf).execute()
  const owner = await createUser(db, { cpf })
  expect((await register(app, event, owner, submission(event))).json().message).toBe(
    'Conflito: Participante já registrado nesse evento.',
  )
  await db.updateTable('registrations').set({ status: 0 }).where('cpf', '=', cpf).execute()
})

test('reveals nothing about registrations by other accounts, and limits such refusals', async () => {
  const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
  const event = await createEvent(db)
  const cpf = nextCpf()
  const stranger = await createUser(db)
  await register(limited, event, stranger, submission(event, { participants: [companion({ cpf })] }))

  const buyer = await createUser(db)
  const ask = (participants: Record<string, unknown>[], key?: string) =>
    register(limited, event, buyer, submission(event, { participants }), key)
  const key = randomUUID()
  const friend = companion()
  const placed = await ask([friend], key)
  expect(placed.statusCode).toBe(201)
  for (const { id } of placed.json().data.registrations)
    await limited.call('POST', `/participant/registrations/${id}/cancel`, { token: buyer.token })

  const answers = await Promise.all(Array.from({ length: 30 }, () => ask([companion({ cpf })])))
  const told = answers.filter(({ statusCode }) => statusCode === 409)
  const sentence =
    'Não foi possível inscrever este participante nesta compra. Confira o CPF; se estiver certo, a própria pessoa pode se inscrever pela conta dela.'
  const field = 'Confira o CPF. Se estiver certo, a própria pessoa pode se inscrever pela conta dela.'
  expect(told).toHaveLength(20)
  for (const answer of told)
    expect(answer.json()).toEqual({
      status: 409,
      message: sentence,
      exception: sentence,
      errors: { 'participants.0.cpf': [field] },
    })
  // The limit is used up: registered and unregistered CPFs now get the same answer.
  for (const asked of [cpf, nextCpf()]) {
    const refused = await ask([companion({ cpf: asked })])
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'Muitas tentativas com participantes que não puderam ser inscritos. Tente de novo amanhã; cada pessoa pode se inscrever pela própria conta.',
    ])
  }
  const replayed = await ask([friend], key)
  expect(replayed.json().data.registrations).toMatchObject(
    placed.json().data.registrations.map(({ id }: { id: number }) => ({ id })),
  )
  expect((await ask([])).statusCode).toBe(201)
  await limited.close()
})

test('accepts an order after a save that changed no price, and refuses it after one that did', async () => {
  const event = await createEvent(db)
  const save = (kit: { value_cents?: number; is_increment?: boolean }) =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('kits').set(kit).where('event_id', '=', event.id).execute()
      await tx
        .updateTable('events')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', event.id)
        .execute()
    })
  const registerAs = async (changes = {}) =>
    register(app, event, await createUser(db), submission(event, changes))
  // The first order makes this process cache the snapshot.
  expect((await registerAs()).statusCode).toBe(201)
  await save({ is_increment: true })
  expect((await registerAs()).statusCode).toBe(201)

  await save({ value_cents: 12_000 })
  const surprised = await registerAs()
  expect([surprised.statusCode, surprised.json().message]).toEqual([
    409,
    'O evento mudou enquanto você se inscrevia. Revise sua escolha e tente de novo.',
  ])
  const informed = await registerAs()
  expect(informed.json().data.registrations[0].value).toBe('132.00')
})

test('rejects an order whose price differs from the one shown', async () => {
  const event = await createEvent(db)
  const registerAs = async (changes: object) =>
    (await register(app, event, await createUser(db), submission(event, { ...changes }))).statusCode
  expect(await registerAs({ expected_value: '109.99' })).toBe(409)
  expect(await registerAs({ version: 7 })).toBe(409)
  expect(await registerAs({ expected_value: '110.00', version: 7 })).toBe(201)
  expect(await registerAs({ version: 1 })).toBe(201)
})

test('does not refuse an order because of an outdated cached snapshot', async () => {
  const event = await createEvent(db, { status: 0 })
  const buyer = await createUser(db)
  const closed = await register(app, event, buyer, submission(event))
  expect([closed.statusCode, closed.json().message]).toEqual([
    409,
    'As inscrições para este evento estão encerradas.',
  ])
  await db.updateTable('events').set({ status: 1, version: 2 }).where('id', '=', event.id).execute()
  expect((await register(app, event, buyer, submission(event))).statusCode).toBe(201)
})

test('reports all problems together, by field', async () => {
  const event = await createEvent(db)
  const buyer = await createUser(db)
  const answer = await register(
    app,
    event,
    buyer,
    submission(event, {
      category_id: 999_999,
      participant_term_acceptances: [],
      participants: [companion({ cpf: buyer.cpf })],
    }),
  )
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    message: 'Erro de validação',
    errors: {
      category_id: ['Escolha uma categoria'],
      participant_term_acceptances: ['Você deve aceitar todos os termos.'],
      'participants.0.cpf': ['Este CPF já está nesta inscrição.'],
    },
  })
})

test('rejects an incomplete profile, an unknown event, a missing session and contradictory ids', async () => {
  const event = await createEvent(db)
  const incompleteBuyer = await createUser(db, { cpf: null, phone: null })
  const incomplete = await register(app, event, incompleteBuyer, submission(event))
  expect(incomplete.statusCode).toBe(422)
  expect(incomplete.json().message).toBe('Complete o seu perfil antes de se inscrever. Falta: CPF, telefone.')

  const buyer = await createUser(db)
  expect((await register(app, { id: 999_999 }, buyer, submission(event))).statusCode).toBe(404)
  expect(
    (await register(app, event, { ...buyer, token: 'x'.repeat(43) }, submission(event))).statusCode,
  ).toBe(401)
  const contradiction = await register(app, event, buyer, submission(event, { event_id: event.id + 1 }))
  expect(contradiction.json().errors).toEqual({ event_id: ['Campo não é válido'] })
})

test('registers others without the buyer, who may be registered already', async () => {
  const event = await createEvent(db)
  const buyer = await createUser(db, { name: 'Ana Souza' })
  await register(app, event, buyer, submission(event))
  const alone = await register(app, event, buyer, submission(event, { without_buyer: true }))
  expect(alone.statusCode).toBe(422)
  expect(alone.json().errors).toEqual({ participants: ['Adicione quem vai participar.'] })

  const friend = companion()
  const body = submission(event, { without_buyer: true, participants: [friend, companion({ name: 'Caio' })] })
  const answer = await register(app, event, buyer, body)
  expect(answer.statusCode).toBe(201)
  expect(answer.json().data.registrations).toMatchObject([{ name: 'Beto Lima' }, { name: 'Caio' }])
  expect(answer.json().data.payment_link).toBe(answer.json().data.registrations[0].payment_link)
  expect(
    await db
      .selectFrom('registrations')
      .where('event_id', '=', event.id)
      .where('responsible_user_id', '=', buyer.id)
      .orderBy('id')
      .select(['name', 'position'])
      .execute(),
  ).toEqual([
    { name: 'Ana Souza', position: 0 },
    { name: 'Beto Lima', position: 1 },
    { name: 'Caio', position: 2 },
  ])

  const again = await register(
    app,
    event,
    buyer,
    submission(event, { without_buyer: true, participants: [friend] }),
  )
  expect(again.statusCode).toBe(409)
  expect(again.json().errors).toEqual({
    'participants.0.cpf': ['Participante já registrado nesse evento.'],
  })
})

test('an additional participant does not replace an unpaid registration made by another account', async () => {
  const event = await createEvent(db)
  const taken = companion()
  const [first, second] = [await createUser(db), await createUser(db)]
  await register(app, event, first, submission(event, { participants: [taken] }))
  const body = submission(event, { without_buyer: true, participants: [taken] })
  const answer = await register(app, event, second, body)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().exception).not.toContain('já registrado')
})

const NOTHING = {
  modality: null,
  category: null,
  product: null,
  shirt_size: null,
  payment_type: null,
  answers: [],
}

test('the wizard gets the latest answers to questions of the same wording', async () => {
  const buyer = await createUser(db)
  const questionnaires = [{ description: 'Vem de carro?' }, { description: 'Equipe', kind: 'text' as const }]
  for (const equipe of ['Antiga', 'Corre Brasil']) {
    const earlier = await createEvent(db, { questionnaires })
    const [car, team] = [at(earlier.questionnaires, 0).id, at(earlier.questionnaires, 1).id]
    const answer = await register(
      app,
      earlier,
      buyer,
      submission(earlier, {
        questionnaire_acceptances: [
          { questionnaire_id: car, accepted: false },
          { questionnaire_id: team, value: equipe },
        ],
      }),
    )
    expect(answer.statusCode, answer.body).toBe(201)
  }
  const event = await createEvent(db, {
    questionnaires: [
      ...questionnaires,
      { description: 'Outra' },
      { description: 'Vem de carro?', kind: 'file' },
    ],
  })
  const { data } = (
    await app.call('GET', `/participant/events/${event.id}/start`, { token: buyer.token })
  ).json()
  expect(data.last.answers).toEqual([
    { questionnaire_id: at(event.questionnaires, 0).id, accepted: false, value: null },
    { questionnaire_id: at(event.questionnaires, 1).id, accepted: true, value: 'Corre Brasil' },
  ])
  const other = await createUser(db)
  const start = await app.call('GET', `/participant/events/${event.id}/start`, { token: other.token })
  expect(start.json().data.last).toEqual(NOTHING)
})

test("the wizard gets the caller's registration and the choices of the last one", async () => {
  const event = await createEvent(db, { kits: [{ valueCents: 10_000, sizes: [{ name: 'M' }] }] })
  const buyer = await createUser(db)
  const start = async (of = event) =>
    (await app.call('GET', `/participant/events/${of.id}/start`, { token: buyer.token })).json().data
  expect(await start()).toEqual({
    registration: null,
    last: NOTHING,
    installments: null,
    pass: expect.stringMatching(/^pass\./),
  })

  const others = await register(
    app,
    event,
    buyer,
    submission(event, { without_buyer: true, participants: [companion()] }),
  )
  expect(others.statusCode).toBe(201)
  expect(await start()).toEqual({
    registration: null,
    last: { ...NOTHING, payment_type: 0 },
    installments: null,
    pass: expect.stringMatching(/^pass\./),
  })

  const own = await register(app, event, buyer, submission(event))
  const last = {
    modality: '10 km',
    category: '10 km Geral',
    product: 'Kit 1',
    shirt_size: 'M',
    payment_type: 0,
    // Tested above.
    answers: expect.any(Array),
  }
  const { id, payment_link: link } = own.json().data.registrations[0]
  expect(await start()).toEqual({
    registration: { id, status_code: 0, payment: { payment_link: link, value: '110.00' } },
    last,
    installments: null,
    pass: expect.stringMatching(/^pass\./),
  })
  const inInstallments = await createEvent(db)
  await db
    .updateTable('events')
    .set({ max_installments: 3, min_installment_cents: 1_500, installment_interest: true })
    .where('id', '=', inInstallments.id)
    .execute()
  expect((await start(inInstallments)).installments).toEqual({
    max: 3,
    minimum: '15.00',
    with_interest: true,
    rates: DEFAULT_INSTALLMENT_RATES,
  })
  expect(await start(await createEvent(db))).toEqual({
    registration: null,
    last,
    installments: null,
    pass: expect.stringMatching(/^pass\./),
  })
})
