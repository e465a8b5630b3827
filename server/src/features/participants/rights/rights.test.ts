// @module-tag operation
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import type { RightClaimRow } from '#contract/participants/right-claims.ts'
import type { Permission } from '#contract/roles.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { proofOf } from '#test/factories/answer-file.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  cancelPending,
  findPayment,
  findRegistration,
  PAYMENT_LINK,
  press,
  pressAndDeliver,
} from '#test/payments.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))
const organizer = await createOrganizer(db)

const EVENT_ON = addDays(dayIn('America/Sao_Paulo', new Date()), 60)
const yearsBefore = (years: number) => `${Number(EVENT_ON.slice(0, 4)) - years}${EVENT_ON.slice(4)}`
const PCD = {
  name: 'PCD',
  rate: 5_000,
  declaration: 'Declaro que sou pessoa com deficiência.',
  proof: 'Laudo médico',
  capacity: 2,
}
const SENIOR = { name: 'Pessoa idosa (60+)', min_age: 60, rate: 3_000 }
/** A kit of R$ 100,00 with a fee of 10 % on top: R$ 110,00, and R$ 55,00 with the right. */
const race = (options: EventOptions = {}) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    eventOn: EVENT_ON,
    rights: [PCD, SENIOR],
    ...options,
  })
type Race = Awaited<ReturnType<typeof race>>
const PCD_OF = (event: Race) => at(event.rights, 0).id
const SENIOR_OF = (event: Race) => at(event.rights, 1).id

interface Case {
  id: number
  buyer: TestUser
  chargeId: string | null
  event: Race
  rule: number
}
async function registered(
  event: Race,
  { claims = true, age = 30, paid = false, free = false } = {},
): Promise<Case> {
  const buyer = await createUser(db, { birthOn: yearsBefore(age) })
  const right = claims ? { right: { id: PCD_OF(event), version: 1 } } : {}
  const body = submission(event, { ...right, ...(free && { payment_method_id: null }) })
  const answer = await register(app, event, buyer, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const { id } = answer.json().data.registrations[0]
  await runJobsOnce(app.deps)
  const payment = await currentPayment(id)
  if (paid) await pressAndDeliver(app, payment?.charge_id ?? '', 'pagar')
  return { id, buyer, chargeId: payment?.charge_id ?? null, event, rule: PCD_OF(event) }
}
const currentPayment = async (id: number) => {
  const item = await db
    .selectFrom('payment_items')
    .where('registration_id', '=', id)
    .orderBy('payment_id', 'desc')
    .select('payment_id')
    .executeTakeFirst()
  return item && findPayment(app, item.payment_id)
}
const claimOf = (id: number, rule: number) =>
  db
    .selectFrom('right_claims')
    .where('registration_id', '=', id)
    .where('right_rule_id', '=', rule)
    .selectAll()
    .executeTakeFirstOrThrow()
const heldOf = async (event: Race) => {
  const levelId = at(event.rights, 0).levelId
  const level = db.selectFrom('stock_levels').where('id', '=', levelId).select('held')
  return (await level.executeTakeFirstOrThrow()).held
}

const REASON = 'O laudo não tem o nome do corredor.'
const review = (
  { id, rule }: Pick<Case, 'id' | 'rule'>,
  decision: 'approve' | 'reject',
  more: object = {},
  token = organizer.token,
) =>
  app.call('POST', `/organizer/registrations/${id}/right-review`, {
    token,
    body: { right_rule_id: rule, decision, ...(decision === 'reject' && { reason: REASON }), ...more },
  })
const grant = ({ id, rule }: Pick<Case, 'id' | 'rule'>, token = organizer.token) =>
  app.call('POST', `/organizer/registrations/${id}/right`, {
    token,
    body: { right_rule_id: rule, reason: 'Mostrou o laudo na retirada.' },
  })
const list = async (event: Race, query = '', token = organizer.token) =>
  app.call('GET', `/organizer/events/${event.id}/right-claims?${query}`, { token })
const listed = async (event: Race, query = '') => {
  const { data } = (await list(event, query)).json()
  return data.map(({ registration_id }: RightClaimRow) => registration_id)
}
const mine = async ({ id, buyer }: Case) =>
  (await app.call('GET', `/participant/registrations/${id}`, { token: buyer.token })).json().data
const cancel = ({ id, buyer }: Case, refund: string) =>
  app.call('POST', `/participant/registrations/${id}/cancel`, {
    token: buyer.token,
    body: { expected_refund: refund },
  })
/** Beyond the right of withdrawal. */
const paidLongAgo = (id: number) =>
  sql`update payments set paid_at = paid_at - interval '30 days' where id in (
    select payment_id from payment_items where registration_id = ${id}
  )`.execute(db)
const refundsOf = (id: number) =>
  db
    .selectFrom('refunds')
    .where('registration_id', '=', id)
    .select(['reason', 'amount_cents', 'status'])
    .execute()
const actionsOf = async (id: number) => {
  const rows = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'registration')
    .where('entity_id', '=', id)
    .where('action', 'like', 'registration.right_%')
    .orderBy('id')
    .select('action')
    .execute()
  return rows.map(({ action }) => action)
}

describe('the queue', () => {
  test('lists sent proofs and those that are overdue, by rule and status, without cancelled registrations', async () => {
    const event = await race({ rights: [{ ...PCD, capacity: null }, SENIOR] })
    const [waiting, overdue, sent, gone] = [
      await registered(event),
      await registered(event),
      await registered(event),
      await registered(event),
    ]
    await registered(event, { claims: false, age: 70 })
    await db
      .updateTable('right_claims')
      .set({ proof_due_on: addDays(dayIn('America/Sao_Paulo', new Date()), -1) })
      .where('registration_id', '=', overdue.id)
      .execute()
    await proofOf(app.deps, sent.id, sent.rule)
    await proofOf(app.deps, gone.id, gone.rule)
    await app.call('POST', `/participant/registrations/${gone.id}/cancel`, { token: gone.buyer.token })

    expect(await listed(event)).toEqual([overdue.id, sent.id])
    expect(await listed(event, `right_rule_id=${SENIOR_OF(event)}`)).toEqual([])
    expect(await listed(event, `status=awaiting_proof`)).toEqual([waiting.id, overdue.id])
    expect(await listed(event, `status=in_review&right_rule_id=${PCD_OF(event)}`)).toEqual([sent.id])
    const answer = (await list(event, 'status=in_review')).json()
    expect(answer).toMatchObject({
      open: 2,
      event: { id: event.id },
      rules: [{ name: 'PCD' }, { name: 'Pessoa idosa (60+)' }],
      data: [
        {
          name: 'PCD',
          declaration: PCD.declaration,
          declaration_version: 1,
          status: 'in_review',
          discount: '50.00',
          proof_name: 'Laudo médico',
          proof: 'pdf',
          is_current: true,
        },
      ],
    })
  })

  test('serves the proof to staff and stores who opened it', async () => {
    const one = await registered(await race())
    const url = `/organizer/registrations/${one.id}/rights/${one.rule}/proof`
    expect((await app.call('GET', url, { token: organizer.token })).statusCode).toBe(404)
    await proofOf(app.deps, one.id, one.rule)
    const answer = await app.call('GET', url, { token: organizer.token })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="comprovante.pdf"',
      'cache-control': 'no-store',
    })
    expect(await actionsOf(one.id)).toEqual(['registration.right_proof_read'])
    const [path] = [(await claimOf(one.id, one.rule)).proof_path]
    expect((await app.fastify.inject(`/storage/${path}`)).statusCode).toBe(404)
  })
})

test('approving stores who decided and keeps the price; a repetition changes nothing', async () => {
  const one = await registered(await race())
  await proofOf(app.deps, one.id, one.rule)
  const answer = await review(one, 'approve')
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'Desconto aprovado.'])
  expect(answer.json().data.rights).toMatchObject([
    { status: 'approved', is_current: true, reviewer: organizer.name, review_reason: null, proof: 'pdf' },
  ])
  const before = await claimOf(one.id, one.rule)
  expect((await review(one, 'approve')).statusCode).toBe(200)
  expect(await claimOf(one.id, one.rule)).toEqual(before)
  expect((await findRegistration(app, one.id)).total_cents).toBe(5_500)
  expect(await actionsOf(one.id)).toEqual(['registration.right_approved'])
  expect((await review(one, 'reject')).statusCode).toBe(409)
  expect(await listed(one.event)).toEqual([])
})

describe('rejecting', () => {
  test('needs a reason', async () => {
    const one = await registered(await race())
    const answer = await review(one, 'reject', { reason: ' ' })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { reason: ['Escreva o motivo da recusa.'] },
    ])
  })

  test('an unpaid registration gets a charge of the whole price, and one e-mail', async () => {
    const one = await registered(await race())
    const answer = await review(one, 'reject')
    expect(answer.statusCode, answer.body).toBe(200)
    const record: RegistrationRecord = answer.json().data
    expect(record).toMatchObject({ status: 'Pendente', value: '110.00' })
    expect(record.payments.map(({ status, value }) => `${status} ${value}`)).toEqual([
      'pendente 110.00',
      'cancelado 55.00',
    ])
    expect(record.payments[0]?.payment_link).toMatch(PAYMENT_LINK)
    expect(await findRegistration(app, one.id)).toMatchObject({ right_rule_id: null, discount_cents: 0 })
    expect(await heldOf(one.event)).toBe(0)
    expect((await review(one, 'reject')).statusCode).toBe(200)
    expect(await actionsOf(one.id)).toEqual(['registration.right_rejected'])
    const mails = (await mailTo(app, one.buyer.email)).filter(({ subject }) => subject.startsWith('Desconto'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('Desconto recusado: pague até')
    for (const words of [REASON, 'R$ 110,00', '/pagamento/', 'cancele a inscrição em Meus Eventos'])
      expect(mails[0]?.text).toContain(words)
    const open = await currentPayment(one.id)
    await pressAndDeliver(app, open?.charge_id ?? '', 'pagar')
    expect((await findRegistration(app, one.id)).status).toBe(1)
  })

  test('a paid registration stays confirmed and owes the difference', async () => {
    const one = await registered(await race(), { paid: true })
    const record: RegistrationRecord = (await review(one, 'reject')).json().data
    expect(record).toMatchObject({ status: 'Confirmado', value: '110.00' })
    expect(record.payments.map(({ status, value }) => `${status} ${value}`)).toEqual([
      'pendente 55.00',
      'pago 55.00',
    ])
    expect(record.rights).toMatchObject([{ status: 'rejected', review_reason: REASON, is_current: false }])
  })

  test('a free registration waits for its payment', async () => {
    const event = await race({ rights: [{ ...PCD, rate: 10_000 }] })
    const one = await registered(event, { free: true })
    expect((await findRegistration(app, one.id)).status).toBe(1)
    const record: RegistrationRecord = (await review(one, 'reject')).json().data
    expect(record).toMatchObject({ status: 'Pendente', value: '110.00' })
    expect(record.payments).toMatchObject([{ status: 'pendente', value: '110.00', type: 0 }])
  })

  test('keeps the price of the tier, and another right that needs no claim', async () => {
    const tiers = [
      { name: '1º lote', valueCents: 10_000, capacity: 1 },
      { name: '2º lote', valueCents: 14_000 },
    ]
    const one = await registered(await race({ kits: [{ name: 'Em lotes', tiers }] }), { age: 70 })
    await review(one, 'reject')
    // The tier of R$ 100,00 with 30 % off, and a fee of 10 % of the rest.
    expect(await findRegistration(app, one.id)).toMatchObject({
      right_rule_id: SENIOR_OF(one.event),
      value_cents: 10_000,
      total_cents: 7_700,
    })
    expect(await claimOf(one.id, one.rule)).toMatchObject({ status: 'rejected', review_reason: REASON })
    expect(await claimOf(one.id, SENIOR_OF(one.event))).toMatchObject({ status: 'granted' })
  })

  test('a rejected right without a claim does not come back with another kit', async () => {
    const event = await race({ kits: [{}, {}] })
    const one = await registered(event, { claims: false, age: 70 })
    await review({ ...one, rule: SENIOR_OF(event) }, 'reject')
    const kit = at(event.kits, 1)
    const answer = await app.call('PUT', `/organizer/events/register/${one.id}`, {
      token: organizer.token,
      body: {
        category_id: at(event.categories, 0).id,
        products: [{ id: kit.id, shirt_size_id: kit.sizes[0]?.id ?? null }],
        payment_method_id: at(event.paymentMethods, 0).id,
      },
    })
    expect(answer.json().data.value).toBe('110.00')
  })

  test('is refused while the difference is below the smallest charge', async () => {
    const event = await race({ rights: [{ ...PCD, rate: 300 }] })
    const one = await registered(event, { paid: true })
    const before = await findRegistration(app, one.id)
    const answer = await review(one, 'reject')
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'A diferença a cobrar seria menor que R$ 5,00, o menor pagamento possível. Aprove o desconto, ou mude a inscrição em Editar.',
    ])
    expect(await findRegistration(app, one.id)).toEqual(before)
    expect((await claimOf(one.id, one.rule)).status).toBe('awaiting_proof')
  })

  test('the runner may cancel with everything back while the difference is due, whatever the policy', async () => {
    const one = await registered(await race(), { paid: true })
    await paidLongAgo(one.id)
    expect((await mine(one)).cancellation).toBeNull()
    await review(one, 'reject')
    expect(await mine(one)).toMatchObject({
      cancellation: { reason: 'right_rejected', refund: '55.00', kept: '0.00', needs_approval: false },
      cancellation_policy: [expect.stringContaining('receber de volta tudo o que pagou')],
    })
    const answer = await cancel(one, '55.00')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await refundsOf(one.id)).toMatchObject([{ reason: 'right_rejected', amount_cents: 5_500 }])
    expect((await findRegistration(app, one.id)).status).toBe(2)
    expect((await currentPayment(one.id))?.status).toBe(6)
  })

  test('a paid difference ends that choice', async () => {
    const one = await registered(await race(), { paid: true })
    await review(one, 'reject')
    await runJobsOnce(app.deps)
    await pressAndDeliver(app, (await currentPayment(one.id))?.charge_id ?? '', 'pagar')
    await paidLongAgo(one.id)
    expect((await mine(one)).cancellation).toBeNull()
  })
})

describe('granting later', () => {
  test('refunds the difference, takes a unit of the quota and tells the runner once', async () => {
    const one = await registered(await race(), { claims: false, paid: true })
    const answer = await grant(one)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data).toMatchObject({
      status: 'Confirmado',
      value: '55.00',
      rights: [
        {
          status: 'approved',
          reviewer: organizer.name,
          review_reason: 'Mostrou o laudo na retirada.',
          discount: '50.00',
        },
      ],
    })
    expect(await refundsOf(one.id)).toMatchObject([{ reason: 'exchange', amount_cents: 5_500 }])
    expect(await heldOf(one.event)).toBe(1)
    expect((await grant(one)).statusCode).toBe(200)
    expect(await refundsOf(one.id)).toHaveLength(1)
    expect(await actionsOf(one.id)).toEqual(['registration.right_granted'])
    const mails = (await mailTo(app, one.buyer.email)).filter(({ subject }) => subject.startsWith('Desconto'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Mostrou o laudo na retirada.')
  })

  test('also after a rejection, with what was declared then', async () => {
    const one = await registered(await race(), { paid: true })
    await review(one, 'reject')
    expect((await grant(one)).statusCode).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({ total_cents: 5_500, status: 1 })
    expect(await claimOf(one.id, one.rule)).toMatchObject({ status: 'approved', discount_cents: 5_000 })
    expect((await currentPayment(one.id))?.status).toBe(6)
    expect(await refundsOf(one.id)).toEqual([])
  })

  test('approves a claim that waits for a decision', async () => {
    const one = await registered(await race())
    expect((await grant(one)).statusCode).toBe(200)
    expect(await claimOf(one.id, one.rule)).toMatchObject({ status: 'approved' })
  })

  test('is refused when the quota is used up', async () => {
    const event = await race({ rights: [{ ...PCD, capacity: 1 }] })
    await registered(event)
    const one = await registered(event, { claims: false, paid: true })
    const answer = await grant(one)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'As vagas com o desconto "PCD" se esgotaram. Você pode continuar sem ele.',
    ])
    expect(await refundsOf(one.id)).toEqual([])
  })

  test('is refused where it would not lower the price, and for a rule of another event', async () => {
    const event = await race({ rights: [{ ...PCD, rate: 1_000 }, SENIOR] })
    const one = await registered(event, { claims: false, age: 70 })
    expect((await grant(one)).json().message).toBe('O valor desta inscrição já é igual ou menor.')
    expect((await grant({ ...one, rule: PCD_OF(await race()) })).statusCode).toBe(422)
  })
})

describe('two at once', () => {
  test('of two different decisions one is refused', async () => {
    const one = await registered(await race(), { paid: true })
    const answers = await Promise.all([review(one, 'approve'), review(one, 'reject')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await actionsOf(one.id)).toHaveLength(1)
  })

  test('two rejections charge once, and two grants refund once', async () => {
    const one = await registered(await race(), { paid: true })
    const rejected = await Promise.all([review(one, 'reject'), review(one, 'reject')])
    expect(rejected.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await actionsOf(one.id)).toEqual(['registration.right_rejected'])
    const other = await registered(one.event, { claims: false, paid: true })
    await Promise.all([grant(other), grant(other)])
    expect(await refundsOf(other.id)).toHaveLength(1)
  })

  test('a decision about a proof that was replaced meanwhile is refused', async () => {
    const one = await registered(await race())
    const [row]: RightClaimRow[] = (await list(one.event, 'status=awaiting_proof')).json().data
    await proofOf(app.deps, one.id, one.rule)
    const answer = await review(one, 'reject', { version: row?.version })
    expect([answer.statusCode, (await claimOf(one.id, one.rule)).status]).toEqual([409, 'in_review'])
  })

  test('two grants of the last unit: one is sold out', async () => {
    const event = await race({ rights: [{ ...PCD, capacity: 1 }] })
    const both = [await registered(event, { claims: false }), await registered(event, { claims: false })]
    const answers = await Promise.all(both.map((one) => grant(one)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('a cancelled registration is not decided on', async () => {
    const one = await registered(await race())
    await app.call('POST', `/participant/registrations/${one.id}/cancel`, { token: one.buyer.token })
    expect((await review(one, 'reject')).statusCode).toBe(409)
    expect((await grant(one)).statusCode).toBe(409)
  })
})

test('a late payment takes a unit of the quota again', async () => {
  const one = await registered(await race())
  await press(app, one.chargeId ?? '', 'pagar')
  await cancelPending(app, one.id)
  expect(await heldOf(one.event)).toBe(0)
  await runJobsOnce(app.deps)
  expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, right_rule_id: one.rule })
  expect(await heldOf(one.event)).toBe(1)
})

test('the report counts the claims of each rule and their discounts, with reasons and without people', async () => {
  const event = await race({ rights: [{ ...PCD, capacity: 5 }, SENIOR] })
  const cases: Case[] = []
  for (const _ of [0, 1, 2, 3]) cases.push(await registered(event))
  await registered(event, { claims: false, age: 70 })
  await review(at(cases, 0), 'approve')
  await review(at(cases, 1), 'reject')
  const gone = at(cases, 2)
  await app.call('POST', `/participant/registrations/${gone.id}/cancel`, { token: gone.buyer.token })
  const answer = await app.call('GET', `/organizer/events/${event.id}/rights-report`, {
    token: organizer.token,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json().data).toMatchObject({
    event: { id: event.id },
    rules: [
      {
        name: 'PCD',
        rate: '50.00',
        claims: 4,
        granted: 0,
        open: 1,
        approved: 1,
        rejected: 1,
        unused: 1,
        discount: '100.00',
        quota: 5,
        used: 2,
        reasons: [{ reason: REASON, claims: 1 }],
      },
      { name: 'Pessoa idosa (60+)', claims: 1, granted: 1, discount: '30.00', quota: null, reasons: [] },
    ],
  })
  for (const { buyer } of cases) expect(answer.body).not.toContain(buyer.name)
  const { token } = await createProducer(db, {
    organizer,
    permissions: ['view-event-participants', 'edit-registration-participant-event'],
    events: [event.id],
  })
  const path = `/organizer/events/${event.id}/rights-report`
  expect((await app.call('GET', path, { token })).statusCode).toBe(403)
  expect((await app.call('GET', path, { token: (await createOrganizer(db)).token })).statusCode).toBe(404)
})

describe('who may', () => {
  const statuses = async (one: Case, token: string) => {
    const proof = `/organizer/registrations/${one.id}/rights/${one.rule}/proof`
    return [
      (await list(one.event, '', token)).statusCode,
      (await app.call('GET', proof, { token })).statusCode,
      (await review(one, 'approve', {}, token)).statusCode,
      (await grant(one, token)).statusCode,
    ]
  }

  test('another organizer gets 404', async () => {
    const one = await registered(await race())
    await proofOf(app.deps, one.id, one.rule)
    expect(await statuses(one, (await createOrganizer(db)).token)).toEqual([404, 404, 404, 404])
  })

  test.each<[Permission[], number]>([
    [['view-event-participants'], 403],
    [['view-event-participants', 'edit-registration-participant-event'], 200],
  ])('a realizador with %j gets %i', async (permissions, status) => {
    const one = await registered(await race())
    await proofOf(app.deps, one.id, one.rule)
    const { token } = await createProducer(db, { organizer, permissions, events: [one.event.id] })
    expect(await statuses(one, token)).toEqual([status, status, status, status])
  })
})
