// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, nextCpf, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  chargedRegistration,
  findRegistration,
  listRefunds,
  press,
  pressAndDeliver,
  reportStatus,
} from '#test/payments.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const organizer = await createOrganizer(db)

afterEach(async () => {
  app.deps.clock.set(now)
  expect(await brokenInvariants(db)).toEqual([])
})

const race = (
  transfers: Partial<NonNullable<EventOptions['transfers']>> = {},
  options: Partial<EventOptions> = {},
) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    transfers: { until: addDays(today, 20), ...transfers },
    kits: [{ name: 'Completo', valueCents: 10_000, sizes: [{ name: 'P' }, { name: 'M' }] }],
    terms: [{ name: 'Regulamento' }],
    ...options,
  })

interface Paid {
  id: number
  paymentId: number
  buyer: TestUser
}

async function paid(event: TestEvent, user: Parameters<typeof createUser>[1] = {}): Promise<Paid> {
  const buyer = await createUser(db, { name: 'Ana Souza', ...user })
  const {
    registrationId: id,
    chargeId,
    paymentId,
  } = await chargedRegistration(app, event, { buyer, size: 0 })
  await pressAndDeliver(app, chargeId, 'pagar')
  return { id, paymentId, buyer }
}

const path = (id: number) => `/participant/registrations/${id}/transfer`
const invite = (one: Paid, by = one.buyer) => app.call('POST', path(one.id), { token: by.token })
async function invited(one: Paid, by = one.buyer): Promise<string> {
  const answer = await invite(one, by)
  expect(answer.statusCode, answer.body).toBe(201)
  return new URL(answer.json().data.link).searchParams.get('token') ?? ''
}
const withdraw = (one: Paid) => app.call('POST', `${path(one.id)}/withdraw`, { token: one.buyer.token })
const offer = (token: string, user: TestUser) =>
  app.call('POST', '/participant/transfers/offer', { token: user.token, body: { token } })
const accept = (event: TestEvent, token: string, user: TestUser, toPay = '0.00', body: object = {}) =>
  app.call('POST', '/participant/transfers', {
    token: user.token,
    body: {
      token,
      terms: event.terms.map(({ id }) => ({ id, version: 1 })),
      answers: event.questionnaires.map(({ id }) => ({ questionnaire_id: id, accepted: true })),
      payment_type: 0,
      expected_to_pay: toPay,
      ...body,
    },
  })
const seen = (id: number, user: TestUser) =>
  app.call('GET', `/participant/registrations/${id}`, { token: user.token })
const mine = async (id: number, user: TestUser): Promise<MyRegistration> => (await seen(id, user)).json().data
const holder = async (id: number) => {
  const { responsible_user_id, cpf } = await db
    .selectFrom('registrations')
    .where('id', '=', id)
    .select(['responsible_user_id', 'cpf'])
    .executeTakeFirstOrThrow()
  return { responsible_user_id, cpf }
}
const newest = (registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.charge_id'])
    .executeTakeFirstOrThrow()
const chargeOf = async (registrationId: number) => (await newest(registrationId)).charge_id ?? ''

describe('a transfer at the same price', () => {
  test('makes the account the runner at once, and ends the access of the one before', async () => {
    const event = await race()
    const one = await paid(event)
    const bruno = await createUser(db, { name: 'Bruno Lima' })
    const token = await invited(one)
    const read = await app.call('POST', '/registrations/transfer', { body: { token } })
    expect(read.json().data).toMatchObject({ from: 'Ana', product: 'Completo', shirt_size: 'P' })
    expect(read.body).not.toContain('Souza')
    expect((await offer(token, bruno)).json().data).toMatchObject({
      problem: null,
      price: { value: '110.00', to_pay: '0.00', to_refund: '0.00' },
      sizes: [
        { name: 'P', is_sold_out: false },
        { name: 'M', is_sold_out: false },
      ],
    })
    const done = await accept(event, token, bruno)
    expect(done.json(), done.body).toMatchObject({ data: { payment_link: null, registration_id: one.id } })
    expect((await accept(event, token, bruno)).json().data.registration_id).toBe(one.id)
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 1,
      name: 'Bruno Lima',
      total_cents: 11_000,
    })
    expect((await seen(one.id, one.buyer)).statusCode).toBe(404)
    const his = (await seen(one.id, bruno)).json().data
    expect(his).toMatchObject({ participant: { name: 'Bruno Lima' }, payments: [{ payment_link: null }] })
    expect(JSON.stringify(his)).not.toContain('Souza')
    const list = await app.call('GET', '/participant/transfers', { token: one.buyer.token })
    expect(list.json().data).toMatchObject([{ title: event.title, to: 'Bruno' }])
    await runJobsOnce(app.deps)
    expect(
      (await mailTo(app, one.buyer.email)).some(({ subject }) => subject.startsWith('Inscrição transferida')),
    ).toBe(true)
    expect(
      (await mailTo(app, bruno.email)).some(({ subject }) => subject.startsWith('Inscrição confirmada')),
    ).toBe(true)
    // Once only.
    expect((await invite(one, bruno)).json().message).toMatch(/^Esta inscrição já foi transferida/)
  })

  test('another size within stock; the own one stays even if it is sold out', async () => {
    const event = await race()
    const [one, other] = [await paid(event), await createUser(db)]
    const size = at(at(event.kits, 0).sizes, 1).id
    expect((await accept(event, await invited(one), other, '0.00', { shirt_size_id: size })).statusCode).toBe(
      200,
    )
    expect(await findRegistration(app, one.id)).toMatchObject({ shirt_size_id: size })
  })

  test('a minor gets a request for the signature of a guardian', async () => {
    const event = await race()
    const one = await paid(event)
    const minor = await createUser(db, { birthOn: addDays(today, -16 * 366) })
    expect((await accept(event, await invited(one), minor)).statusCode).toBe(200)
    const requests = await db
      .selectFrom('guardian_requests')
      .where('registration_id', '=', one.id)
      .selectAll()
      .execute()
    expect(requests).toHaveLength(1)
  })
})

describe('a transfer with a fee', () => {
  test('happens when the new runner has paid, and not before', async () => {
    const event = await race({ feeCents: 1_500 })
    const one = await paid(event)
    const bruno = await createUser(db, { name: 'Bruno Lima' })
    const token = await invited(one)
    expect((await accept(event, token, bruno)).statusCode).toBe(409)
    const asked = await accept(event, token, bruno, '15.00')
    expect(asked.json().data.payment_link, asked.body).toContain('/pagamento/')
    expect((await accept(event, token, bruno, '15.00')).json().data).toEqual(asked.json().data)
    expect((await accept(event, token, await createUser(db), '15.00')).statusCode).toBe(400)
    expect((await holder(one.id)).responsible_user_id).toBe(one.buyer.id)
    expect((await seen(one.id, one.buyer)).json().data.transfer.pending.state).toBe('accepted')
    await pressAndDeliver(app, await chargeOf(one.id), 'pagar')
    expect((await holder(one.id)).responsible_user_id).toBe(bruno.id)
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1, total_cents: 12_500 })
  })

  test('that is withdrawn leaves the registration as it was, and money that arrives afterwards is refunded', async () => {
    const event = await race({ feeCents: 1_500 })
    const one = await paid(event)
    await accept(event, await invited(one), await createUser(db), '15.00')
    const { id, charge_id } = await newest(one.id)
    await press(app, charge_id ?? '', 'pagar')
    expect((await withdraw(one)).statusCode).toBe(200)
    expect((await withdraw(one)).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    await runJobsOnce(app.deps)
    expect((await holder(one.id)).responsible_user_id).toBe(one.buyer.id)
    expect(await listRefunds(app, id)).toMatchObject([{ amountCents: 1_500, status: 'done' }])
    expect((await mine(one.id, one.buyer)).transfer).toMatchObject({ problem: null, pending: null })
  })

  test.each([
    ['completes it', false],
    ['is refunded after another invitation', true],
  ] as const)('expires with its payment; a late payment %s', async (_, isInvitedAgain) => {
    const event = await race({ feeCents: 1_500 })
    const one = await paid(event)
    const bruno = await createUser(db)
    await accept(event, await invited(one), bruno, '15.00')
    const { id } = await newest(one.id)
    await reportStatus(app, id, 8)
    expect((await holder(one.id)).responsible_user_id).toBe(one.buyer.id)
    if (isInvitedAgain) await invited(one)
    await reportStatus(app, id, 2)
    await runJobsOnce(app.deps)
    expect((await holder(one.id)).responsible_user_id).toBe(isInvitedAgain ? one.buyer.id : bruno.id)
    expect(await listRefunds(app, id)).toMatchObject(isInvitedAgain ? [{ amountCents: 1_500 }] : [])
  })

  test('paid after the new runner registered otherwise is refunded', async () => {
    const event = await race({ feeCents: 1_500 })
    const one = await paid(event)
    const bruno = await createUser(db)
    await accept(event, await invited(one), bruno, '15.00')
    const { id, charge_id } = await newest(one.id)
    const ordered = await register(app, event, bruno, submission(event))
    expect(ordered.statusCode, ordered.body).toBe(201)
    await pressAndDeliver(app, charge_id ?? '', 'pagar')
    await runJobsOnce(app.deps)
    expect((await holder(one.id)).responsible_user_id).toBe(one.buyer.id)
    expect(await listRefunds(app, id)).toMatchObject([{ amountCents: 1_500 }])
  })
})

describe('discounts', () => {
  const SENIOR = { name: 'Pessoa idosa (60+)', min_age: 60, rate: 5_000 }
  const senior = { birthOn: '1960-01-01' }

  test('a discount of the new runner is refunded to who paid, and the one before is charged', async () => {
    const event = await race({ most: 2 }, { rights: [SENIOR] })
    const one = await paid(event)
    const elder = await createUser(db, senior)
    const token = await invited(one)
    expect((await offer(token, elder)).json().data.price).toMatchObject({
      value: '55.00',
      to_pay: '0.00',
      to_refund: '55.00',
    })
    expect((await accept(event, token, elder)).statusCode).toBe(200)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ reason: 'exchange', amountCents: 5_500 }])
    await runJobsOnce(app.deps)

    const young = await createUser(db)
    const next = await invited({ ...one, buyer: elder })
    expect((await offer(next, young)).json().data.price).toMatchObject({ value: '110.00', to_pay: '55.00' })
    expect((await accept(event, next, young, '55.00')).json().data.payment_link).toContain('/pagamento/')
    await pressAndDeliver(app, await chargeOf(one.id), 'pagar')
    expect(await findRegistration(app, one.id)).toMatchObject({
      responsible_user_id: young.id,
      right_rule_id: null,
      total_cents: 11_000,
    })
  })

  test('the organizer excludes registrations with a discount', async () => {
    const event = await race({ most: 2, rights: false }, { rights: [SENIOR] })
    const one = await paid(event)
    const elder = await createUser(db, senior)
    expect((await accept(event, await invited(one), elder)).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect((await invite({ ...one, buyer: elder })).json().message).toBe(
      'Neste evento, uma inscrição com este desconto não pode ser transferida.',
    )
  })

  test('one that needs a declaration is offered, and applies with it', async () => {
    const pcd = { name: 'PCD', rate: 5_000, declaration: 'Declaro que sou pessoa com deficiência.' }
    const event = await race({}, { rights: [pcd] })
    const one = await paid(event)
    const carla = await createUser(db)
    const token = await invited(one)
    const [right] = (await offer(token, carla)).json().data.rights
    expect(right).toMatchObject({
      name: 'PCD',
      value: '55.00',
      to_refund: '55.00',
      declaration: pcd.declaration,
    })
    const body = { right: { id: right.id, version: right.version } }
    expect((await accept(event, token, carla, '0.00', body)).statusCode).toBe(200)
    const claims = await db
      .selectFrom('right_claims')
      .where('registration_id', '=', one.id)
      .select('status')
      .execute()
    expect(claims).toEqual([{ status: 'granted' }])
  })
})

describe('a transfer started by staff', () => {
  const start = (one: Paid, token: string, email: string | null = null) =>
    app.call('POST', `/organizer/registrations/${one.id}/transfer`, { token, body: { email } })

  test('gives a link, tells the runner, names the actor, and moves the registration as the runner’s own', async () => {
    const event = await race()
    const one = await paid(event)
    const started = await start(one, organizer.token)
    expect(started.statusCode, started.body).toBe(201)
    expect(started.json().data.text).toContain('A inscrição de Ana na')
    await runJobsOnce(app.deps)
    const mails = await mailTo(app, one.buyer.email)
    expect(mails.some(({ subject }) => subject.startsWith('A organização vai transferir'))).toBe(true)
    expect((await mine(one.id, one.buyer)).transfer?.pending).toMatchObject({ state: 'invited' })
    const record = await app.call('GET', `/organizer/registrations/${one.id}`, { token: organizer.token })
    expect(record.json().data).toMatchObject({ has_transfers: true })
    expect(record.json().data.history).toContainEqual(
      expect.objectContaining({ action: 'registration.transfer_started', actor: expect.any(String) }),
    )
    const bruno = await createUser(db, { name: 'Bruno Lima' })
    const token = new URL(started.json().data.link).searchParams.get('token') ?? ''
    expect((await accept(event, token, bruno)).statusCode).toBe(200)
    expect((await holder(one.id)).responsible_user_id).toBe(bruno.id)
  })

  test('sends the link only to the address, and the runner can still withdraw', async () => {
    const event = await race()
    const one = await paid(event)
    const email = `convite-${one.id}@exemplo.test`
    const sent = await start(one, organizer.token, email)
    expect(sent.json()).toMatchObject({ data: null, message: 'Convite enviado por e-mail.' })
    await runJobsOnce(app.deps)
    const [mail] = await mailTo(app, email)
    const token = /receber-inscricao\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const bruno = await createUser(db)
    expect((await offer(token, bruno)).json().data).toMatchObject({ problem: null, from: 'Ana' })
    expect((await withdraw(one)).statusCode).toBe(200)
    expect((await accept(event, token, bruno)).statusCode).toBe(400)
  })

  test('is for staff of the event, within its rules, and to an address', async () => {
    const one = await paid(await race())
    const other = await createOrganizer(db)
    expect((await start(one, other.token)).statusCode).toBe(404)
    expect((await start(one, one.buyer.token)).statusCode).toBe(403)
    expect((await start(one, organizer.token, 'x')).json().errors).toEqual({ email: ['Email inválido'] })
    const closed = await paid(await createEvent(db, { organizerId: organizer.organizerId }))
    expect((await start(closed, organizer.token)).json().message).toBe(
      'Neste evento, inscrições não são transferidas.',
    )
  })
})

describe('a transfer to a child of the account', () => {
  const child = (changes: object = {}) => ({
    name: 'Davi Lima',
    cpf: nextCpf(),
    phone: '(11) 98765-4321',
    birth_date: toBrazilianDate(addDays(today, -10 * 366)),
    sex: 0,
    ...changes,
  })
  const offerFor = (token: string, user: TestUser, runner: object) =>
    app.call('POST', '/participant/transfers/offer', { token: user.token, body: { token, runner } })

  test('makes the account responsible for it, who signs as guardian; the child confirms later', async () => {
    const event = await race()
    const one = await paid(event)
    // The parent runs too.
    const { buyer: parent } = await paid(event, { name: 'Bruno Lima' })
    const token = await invited(one)
    const runner = child()
    expect((await offer(token, parent)).json().data.problem).toMatch(/^Já há uma inscrição com o seu CPF/)
    expect((await offerFor(token, parent, runner)).json().data).toMatchObject({
      problem: null,
      price: { to_pay: '0.00' },
    })
    expect((await accept(event, token, parent, '0.00', { runner })).statusCode).toBe(200)
    expect(await holder(one.id)).toEqual({ responsible_user_id: parent.id, cpf: runner.cpf })
    expect(await mine(one.id, parent)).toMatchObject({
      participant: { name: 'Davi Lima' },
      guardian: { missing: ['guardian'], is_own: false },
      confirmation: { confirmed_at: null },
    })
    expect((await seen(one.id, one.buyer)).statusCode).toBe(404)
  })

  test('waits for the payment of the difference', async () => {
    const event = await race({ feeCents: 1_500 })
    const one = await paid(event)
    const parent = await createUser(db)
    const runner = child()
    const asked = await accept(event, await invited(one), parent, '15.00', { runner })
    expect(asked.json().data.payment_link, asked.body).toContain('/pagamento/')
    expect((await holder(one.id)).responsible_user_id).toBe(one.buyer.id)
    await pressAndDeliver(app, await chargeOf(one.id), 'pagar')
    expect(await holder(one.id)).toEqual({ responsible_user_id: parent.id, cpf: runner.cpf })
  })

  test('is refused for a registered CPF, without saying so before, and for incomplete data', async () => {
    const event = await race()
    const one = await paid(event)
    const { buyer: registered } = await paid(event)
    const token = await invited(one)
    const parent = await createUser(db)
    const taken = child({ cpf: registered.cpf })
    expect((await offerFor(token, parent, taken)).json().data.problem).toBeNull()
    const refused = await accept(event, token, parent, '0.00', { runner: taken })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringMatching(/^Não foi possível inscrever este participante/),
    ])
    const same = child({ cpf: one.buyer.cpf })
    expect((await offerFor(token, parent, same)).json().data.problem).toBe(
      'Esta inscrição já está neste CPF.',
    )
    const empty = await offerFor(token, parent, child({ cpf: '', sex: null }))
    expect(empty.statusCode).toBe(422)
    expect(Object.keys(empty.json().errors)).toEqual(['runner.cpf', 'runner.sex'])
    // The account's own CPF is the account itself.
    const own = await accept(event, token, parent, '0.00', { runner: child({ cpf: parent.cpf }) })
    expect(own.statusCode, own.body).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({ name: parent.name })
  })
})

describe('what is refused', () => {
  test('another account, no setting, a registered CPF, a link that is over', async () => {
    const event = await race()
    const one = await paid(event)
    const stranger = await createUser(db)
    expect((await invite(one, stranger)).statusCode).toBe(404)
    const token = await invited(one)
    const { buyer: registered } = await paid(event)
    expect((await offer(token, registered)).json().data.problem).toBe(
      'Já há uma inscrição com o seu CPF neste evento.',
    )
    expect((await accept(event, token, registered)).statusCode).toBe(409)
    expect((await accept(event, token, one.buyer)).json().message).toBe('Esta inscrição já está no seu CPF.')
    expect((await accept(event, token, stranger, '0.00', { terms: [] })).statusCode).toBe(422)
    const newer = await invited(one)
    expect((await accept(event, token, stranger)).statusCode).toBe(400)
    expect((await accept(event, 'x'.repeat(43), stranger)).statusCode).toBe(400)
    await db
      .updateTable('transfers')
      .set({ expires_at: now })
      .where('token_hash', '=', hashToken(newer))
      .execute()
    expect((await accept(event, newer, stranger)).statusCode).toBe(400)
    expect((await app.call('POST', '/registrations/transfer', { body: { token: newer } })).statusCode).toBe(
      400,
    )
    const other = await createEvent(db, {})
    expect((await invite(await paid(other))).json().message).toBe(
      'Neste evento, inscrições não são transferidas.',
    )
  })

  test('two people who accept at once: one takes it', async () => {
    const event = await race()
    const one = await paid(event)
    const token = await invited(one)
    const people = [await createUser(db), await createUser(db)]
    const codes = (await Promise.all(people.map((user) => accept(event, token, user)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(codes.sort()).toEqual([200, 400])
  })
})
