// @module-tag operation
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { paidTwice } from '#test/faulty-gateway.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { cancelPaid, findRegistration, listRefunds, PAYMENT_LINK, pressAndDeliver } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => {
  expect(await brokenInvariants(db)).toEqual([])
  expect(await paidTwice(db)).toEqual([])
})

const organizer = await createOrganizer(db)
const newRace = (options: EventOptions = {}) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    groupsUntil: addDays(dayIn('America/Sao_Paulo', new Date()), 5),
    ...options,
  })
type Race = Awaited<ReturnType<typeof newRace>>

const call = (user: TestUser | null, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  app.call(method, path, { token: user?.token, body })
const create = (captain: TestUser, race: Race, name = 'Corredores da Ilha') =>
  call(captain, 'POST', '/participant/groups', { event_id: race.id, name, kind: 'club' })

async function newGroup(race: Race, name?: string) {
  const captain = await createUser(db, { name: 'Carla Capitã' })
  const created = await create(captain, race, name)
  expect(created.statusCode).toBe(201)
  const { id } = created.json().data
  const { link } = (await call(captain, 'GET', `/participant/groups/${id}`)).json().data
  return { id: id as number, captain, token: link.split('/').at(-1) as string }
}
type Group = Awaited<ReturnType<typeof newGroup>>

const join = (user: TestUser, { token }: Pick<Group, 'token'>, registration_ids: number[]) =>
  call(user, 'POST', `/participant/group-invitations/${token}`, { registration_ids })
const leave = (user: TestUser, { id }: Pick<Group, 'id'>, registrationId: number) =>
  call(user, 'DELETE', `/participant/groups/${id}/members/${registrationId}`)
const pay = (user: TestUser, { id }: Pick<Group, 'id'>, registration_ids?: number[]) =>
  call(user, 'POST', `/participant/groups/${id}/payment`, { registration_ids })
const membersOf = async ({ id, captain }: Group, query = '') =>
  (await call(captain, 'GET', `/participant/groups/${id}/members${query}`)).json()
const totalsOf = async ({ id, captain }: Group) =>
  (await call(captain, 'GET', `/participant/groups/${id}`)).json().data

/** A runner with an unpaid registration of their own, in the group if one is given. */
async function newMember(race: Race, group?: Group) {
  const user = await createUser(db)
  const answer = await register(app, race, user, submission(race, group && { group: group.token }))
  expect(answer.statusCode).toBe(201)
  return { user, id: answer.json().data.registrations[0].id as number }
}

const openPayments = (registrationId: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('i.registration_id', '=', registrationId)
    .where('p.status', '=', PAYMENT_STATUS.pending)
    .orderBy('p.id')
    .select(['p.id', 'p.payer_user_id', 'p.amount_cents', 'p.charge_id', 'p.token'])
    .execute()
const openPayment = async (registrationId: number) => {
  const payments = await openPayments(registrationId)
  expect(payments).toHaveLength(1)
  return at(payments, 0)
}

describe('a group', () => {
  test('has an invitation that names event, group and captain, and nothing else', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const answer = await call(null, 'GET', `/groups/${group.token}`)
    expect(answer.headers['x-robots-tag']).toBe('noindex')
    expect(answer.json().data).toEqual({
      id: group.id,
      name: 'Corredores da Ilha',
      kind: 'club',
      captain: 'Carla',
      is_open: true,
      names_until: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      prices: [],
      free_every: null,
      event: expect.objectContaining({ id: race.id, title: race.title }),
    })
    const { text, link } = await totalsOf(group)
    expect(text).toContain('Corredores da Ilha')
    expect(text).toContain(link)
    const mine = (await call(group.captain, 'GET', '/participant/groups')).json().data
    expect(mine).toMatchObject([{ id: group.id, members: 0 }])
  })

  test('needs an event with groups whose time is not over, and a name of its own', async () => {
    const user = await createUser(db)
    const without = await create(user, await newRace({ groupsUntil: undefined }))
    expect(without.statusCode).toBe(409)
    expect((await create(user, await newRace({ groupsUntil: '2020-01-01' }))).statusCode).toBe(409)
    expect((await create(user, await newRace({ isDraft: true }))).statusCode).toBe(404)
    const race = await newRace()
    expect((await create(user, race, 'Equipe Sol')).statusCode).toBe(201)
    const again = await create(user, race, 'EQUIPE SOL')
    expect(again.statusCode).toBe(422)
    expect(again.json().errors.name).toEqual(['Já existe um grupo com este nome neste evento.'])
    expect((await create(user, await newRace(), 'Equipe Sol')).statusCode).toBe(201)
  })

  test('ends with the account of its captain: the invitation answers 404', async () => {
    const group = await newGroup(await newRace())
    await db
      .updateTable('users')
      .set({ anonymized_at: new Date() })
      .where('id', '=', group.captain.id)
      .execute()
    expect((await call(null, 'GET', `/groups/${group.token}`)).statusCode).toBe(404)
  })
})

describe('joining', () => {
  test('an order with the invitation makes all its participants members', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const buyer = await createUser(db, { name: 'Bia Souza' })
    const body = submission(race, { group: group.token, participants: [companion({ name: 'Davi Lima' })] })
    expect((await register(app, race, buyer, body)).statusCode).toBe(201)
    const { data, meta } = await membersOf(group)
    expect(meta.total).toBe(2)
    // Nothing else about them is shown, such as CPF, phone or birth date.
    expect(data).toEqual([
      {
        registration_id: expect.any(Number),
        name: 'Bia Souza',
        modality: expect.any(String),
        category: expect.any(String),
        is_signed: true,
        is_paid: false,
        owed: '110.00',
        saving: '0.00',
      },
      expect.objectContaining({ name: 'Davi Lima', is_signed: false, is_paid: false }),
    ])
    expect(await totalsOf(group)).toMatchObject({ members: 2, signed: 1, paid: 0, owed: '220.00' })
    expect((await membersOf(group, '?state=unsigned')).data).toMatchObject([{ name: 'Davi Lima' }])
    expect((await membersOf(group, '?state=paid')).data).toEqual([])
  })

  test('an order names an open group of its event, or is refused', async () => {
    const race = await newRace()
    const runner = await createUser(db)
    const order = (group: string) => register(app, race, runner, submission(race, { group }))
    const closed = await newGroup(race)
    await db.updateTable('events').set({ groups_until: '2020-01-01' }).where('id', '=', race.id).execute()
    for (const token of ['x'.repeat(43), closed.token, (await newGroup(await newRace())).token]) {
      const answer = await order(token)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual({ group: ['Este grupo não aceita mais ninguém.'] })
    }
    expect(await db.selectFrom('orders').where('event_id', '=', race.id).select('id').execute()).toEqual([])
  })

  test('who registered before joins and leaves, twice without effect', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { user, id } = await newMember(race)
    const joinable = async () =>
      (await call(user, 'GET', `/participant/group-invitations/${group.token}`)).json().data
    expect(await joinable()).toMatchObject([{ id, group: null }])
    expect((await join(user, group, [id, id])).statusCode).toBe(200)
    expect((await join(user, group, [id])).statusCode).toBe(200)
    expect(await joinable()).toMatchObject([{ id, group: { id: group.id } }])
    expect((await membersOf(group)).meta.total).toBe(1)
    expect((await leave(user, group, id)).statusCode).toBe(200)
    expect((await leave(user, group, id)).statusCode).toBe(404)
    expect((await membersOf(group)).meta.total).toBe(0)
    expect((await findRegistration(app, id)).status).toBe(0)
  })

  test('is refused to another person, after the last day, and from another event or group', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { user, id } = await newMember(race)
    const stranger = await createUser(db)
    expect((await join(stranger, group, [id])).statusCode).toBe(404)
    expect((await join(user, { token: 'x'.repeat(43) }, [id])).statusCode).toBe(404)
    expect((await join(user, await newGroup(await newRace()), [id])).statusCode).toBe(404)
    const other = await newGroup(race, 'Outro')
    expect((await join(user, other, [id])).statusCode).toBe(200)
    const twice = await join(user, group, [id])
    expect(twice.statusCode).toBe(409)
    expect(twice.json().message).toBe('Saia do outro grupo antes de entrar neste.')
    await db.updateTable('events').set({ groups_until: '2020-01-01' }).where('id', '=', race.id).execute()
    expect((await join(user, group, [id])).statusCode).toBe(409)
    expect((await leave(user, other, id)).statusCode).toBe(409)
    expect((await leave(other.captain, other, id)).statusCode).toBe(409)
  })

  test('a cancelled registration does not join, and is no member while it is cancelled', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { user, id } = await newMember(race, group)
    await call(user, 'POST', `/participant/registrations/${id}/cancel`)
    expect((await membersOf(group)).meta.total).toBe(0)
    const { user: another, id: cancelled } = await newMember(race)
    await call(another, 'POST', `/participant/registrations/${cancelled}/cancel`)
    expect((await join(another, group, [cancelled])).statusCode).toBe(409)
  })
})

describe('a captain', () => {
  test('removes members of the own group only; nobody else sees or changes it', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { id } = await newMember(race, group)
    const other = await newGroup(race, 'Outro')
    for (const user of [other.captain, organizer, await createUser(db, { roles: ['Admin'] })]) {
      expect((await call(user, 'GET', `/participant/groups/${group.id}`)).statusCode).toBe(404)
      expect((await call(user, 'GET', `/participant/groups/${group.id}/members`)).statusCode).toBe(404)
      expect((await leave(user, group, id)).statusCode).toBe(404)
      expect((await pay(user, group)).statusCode).toBe(404)
    }
    expect((await leave(other.captain, other, id)).statusCode).toBe(404)
    expect((await pay(other.captain, other, [id])).statusCode).toBe(404)
    expect((await leave(group.captain, group, id)).statusCode).toBe(200)
    expect((await membersOf(group)).meta.total).toBe(0)
  })

  test('does nothing else to a registration: it is another account’s', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { id } = await newMember(race, group)
    const path = `/participant/registrations/${id}`
    expect((await call(group.captain, 'GET', path)).statusCode).toBe(404)
    expect((await call(group.captain, 'POST', `${path}/cancel`)).statusCode).toBe(404)
    expect((await call(group.captain, 'POST', `${path}/invitation`)).statusCode).toBe(404)
  })

  test('pays a subset with one Pix, which confirms it; the money of a cancelled one goes to the captain', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const [one, two, three] = [
      await newMember(race, group),
      await newMember(race, group),
      await newMember(race, group),
    ]
    const answer = await pay(group.captain, group, [one.id, two.id])
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.payment_link).toMatch(PAYMENT_LINK)
    const payment = await openPayment(one.id)
    expect(payment).toMatchObject({ payer_user_id: group.captain.id, amount_cents: 22_000 })
    expect((await openPayment(two.id)).id).toBe(payment.id)
    expect((await openPayment(three.id)).payer_user_id).toBe(three.user.id)
    // Again: the same payment.
    expect((await pay(group.captain, group, [one.id, two.id])).json()).toEqual(answer.json())
    await pressAndDeliver(app, payment.charge_id ?? '', 'pagar')
    for (const { id } of [one, two]) expect((await findRegistration(app, id)).status).toBe(1)
    expect((await findRegistration(app, three.id)).status).toBe(0)
    expect(await totalsOf(group)).toMatchObject({ paid: 2, owed: '110.00' })

    await cancelPaid(app, one.id)
    await runJobsOnce(app.deps)
    const refunds = await listRefunds(app, payment.id)
    expect(refunds).toMatchObject([{ registrationId: one.id, amountCents: 11_000, status: 'done' }])
  })

  test('confirms the Pix key of a refund that the gateway cannot make; the member does not', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { user, id } = await newMember(race, group)
    await pay(group.captain, group)
    const payment = await openPayment(id)
    await pressAndDeliver(app, payment.charge_id ?? '', 'pagar')
    const longAgo = new Date(Date.now() - 91 * 86_400_000)
    await db.updateTable('payments').set({ paid_at: longAgo }).where('id', '=', payment.id).execute()
    await cancelPaid(app, id)
    const mails = await mailTo(app, group.captain.email)
    expect(mails.at(-1)).toMatchObject({ subject: 'Confirme a sua chave Pix para receber a devolução' })
    expect(mails.at(-1)?.text).toContain(`/participante/grupos/${group.id}`)
    for (const { subject, text } of await mailTo(app, user.email))
      expect(`${subject} ${text}`).not.toContain('chave Pix')
    const mine = (await call(user, 'GET', `/participant/registrations/${id}`)).json().data
    expect(mine).toMatchObject({
      lacks_bank_data: false,
      refunds: [{ pix_key: null, message: expect.stringContaining('vai para quem pagou') }],
    })
    expect((await totalsOf(group)).pix_key_for).toBe(id)
    const confirm = (by: TestUser) =>
      call(by, 'POST', `/participant/registrations/${id}/pix-key`, { is_my_key: true })
    expect((await confirm(user)).statusCode).toBe(409)
    expect((await confirm(await createUser(db))).statusCode).toBe(404)
    expect((await confirm(group.captain)).statusCode).toBe(200)
    expect((await totalsOf(group)).pix_key_for).toBeNull()
    const refund = await db
      .selectFrom('refunds')
      .where('registration_id', '=', id)
      .select('pix_key')
      .executeTakeFirstOrThrow()
    expect(refund.pix_key).toBe(group.captain.cpf)
  })

  test('gets the link that the organizer sends again; the member does not', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { user, id } = await newMember(race, group)
    await pay(group.captain, group)
    const linksTo = async ({ email }: TestUser) =>
      (await mailTo(app, email)).filter(({ subject }) => subject.includes('pague até')).length
    const before = [await linksTo(group.captain), await linksTo(user)]
    const answer = await call(organizer, 'POST', `/organizer/registrations/${id}/resend`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect([await linksTo(group.captain), await linksTo(user)]).toEqual([(before[0] ?? 0) + 1, before[1]])
  })

  test('is the payer on the receipt, without the CPF; the member cannot donate the money', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { user, id } = await newMember(race, group)
    await pay(group.captain, group)
    await pressAndDeliver(app, (await openPayment(id)).charge_id ?? '', 'pagar')
    const { receipt } = (await call(user, 'GET', `/participant/registrations/${id}`)).json().data
    expect(receipt.payer).toEqual({ name: 'Carla Capitã', cpf: null })
    await db
      .updateTable('users')
      .set({ password_hash: await passwordHash })
      .where('id', '=', organizer.id)
      .execute()
    const cancelled = await app.call('POST', `/organizer/events/${race.id}/cancellation`, {
      token: organizer.token,
      body: { reason: 'Chuva', donation_to: 'APAE', current_password: PASSWORD },
    })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    await runJobsOnce(app.deps)
    const path = `/participant/registrations/${id}/refund-choice`
    expect((await call(user, 'GET', path)).json().data).toMatchObject({ choice: null, donation_to: null })
    expect((await call(user, 'POST', path, { choice: 'donation' })).statusCode).toBe(409)
  })

  test('pays for everybody who owes; then there is nobody left', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    expect((await pay(group.captain, group)).statusCode).toBe(409)
    const [one, two] = [await newMember(race, group), await newMember(race, group)]
    await newMember(race)
    expect((await pay(group.captain, group)).statusCode).toBe(201)
    const payment = await openPayment(one.id)
    expect(payment).toMatchObject({ amount_cents: 22_000 })
    await pressAndDeliver(app, payment.charge_id ?? '', 'pagar')
    expect((await findRegistration(app, two.id)).status).toBe(1)
    const again = await pay(group.captain, group)
    expect(again.statusCode).toBe(409)
    expect(again.json().message).toBe('Não há inscrição do grupo a pagar.')
  })

  test('sees no price lines of others on the payment page and in the e-mail', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const { id } = await newMember(race, group)
    await pay(group.captain, group)
    const page = (await call(null, 'GET', `/payments/${(await openPayment(id)).token}`)).json().data
    expect(page.items).toMatchObject([{ amount: '110.00', price_lines: [] }])
    expect(page.other_types).toEqual([])
    const [line] = (await findRegistration(app, id)).price_lines as { label: string }[]
    const mail = (await mailTo(app, group.captain.email)).at(-1)
    expect(mail?.subject).toContain('pague até')
    expect(mail?.text).toContain('110,00')
    expect(mail?.text).not.toContain(line?.label ?? '')
  })
})

describe("a member in the captain's open payment", () => {
  test('sees that the captain pays, but neither the link nor the others, and may pay alone', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const [one, two] = [await newMember(race, group), await newMember(race, group)]
    const old = await openPayment(one.id)
    await pay(group.captain, group)
    const { token } = await openPayment(one.id)
    const seen = await Promise.all([
      call(one.user, 'GET', `/participant/registrations/${one.id}`),
      call(one.user, 'GET', '/participant/list-events'),
      call(one.user, 'GET', '/participant/payments'),
      call(one.user, 'GET', `/participant/events/${race.id}/start`),
      call(null, 'GET', `/payments/${old.token}`),
    ])
    for (const { body } of seen) expect(body).not.toContain(token)
    const [registration, list] = seen.map((answer) => answer.json().data)
    const { name } = await findRegistration(app, two.id)
    expect(JSON.stringify(registration)).not.toContain(name)
    expect(registration).toMatchObject({
      payment_choices: expect.arrayContaining([0]),
      payments: [{ payment_link: null, total: '110.00', people: [{ id: one.id }] }, {}],
    })
    expect(list[0].event.payment).toMatchObject({
      payment_link: null,
      total: '110.00',
      people: [{ id: one.id, amount: '110.00' }],
    })
    // The link of the replaced payment does not lead to the captain's payment either.
    const repeated = await call(null, 'POST', `/payments/${old.token}/method`, { payment_type: 0 })
    expect(repeated.statusCode).toBe(409)
  })

  test('who leaves gets a payment of their own, and the captain’s covers the others', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const [one, two] = [await newMember(race, group), await newMember(race, group)]
    await pay(group.captain, group)
    expect((await leave(one.user, group, one.id)).statusCode).toBe(200)
    expect(await openPayment(one.id)).toMatchObject({ payer_user_id: one.user.id, amount_cents: 11_000 })
    expect(await openPayment(two.id)).toMatchObject({
      payer_user_id: group.captain.id,
      amount_cents: 11_000,
    })
  })

  test('who pays alone takes it out', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const [one, two] = [await newMember(race, group), await newMember(race, group)]
    await pay(group.captain, group)
    const answer = await call(one.user, 'POST', `/participant/registrations/${one.id}/payment`, {
      payment_type: 0,
    })
    expect(answer.statusCode).toBe(201)
    expect(await openPayment(one.id)).toMatchObject({ payer_user_id: one.user.id, amount_cents: 11_000 })
    expect(await openPayment(two.id)).toMatchObject({ payer_user_id: group.captain.id })
  })

  test('who cancels leaves a payment of the captain for the others', async () => {
    const race = await newRace()
    const group = await newGroup(race)
    const [one, two] = [await newMember(race, group), await newMember(race, group)]
    await pay(group.captain, group)
    await call(one.user, 'POST', `/participant/registrations/${one.id}/cancel`)
    expect(await openPayments(one.id)).toEqual([])
    expect(await openPayment(two.id)).toMatchObject({
      payer_user_id: group.captain.id,
      amount_cents: 11_000,
    })
  })
})

test('joining, removal, cancelling, and captain and member paying at the same time agree', async () => {
  const race = await newRace()
  const group = await newGroup(race)
  for (let round = 0; round < 4; round++) {
    const members = await Promise.all([0, 1, 2, 3].map(() => newMember(race, group)))
    const late = await newMember(race)
    const [one, two, three] = [at(members, 0), at(members, 1), at(members, 2)]
    const answers = await Promise.all([
      pay(group.captain, group),
      leave(group.captain, group, one.id),
      call(two.user, 'POST', `/participant/registrations/${two.id}/cancel`),
      call(three.user, 'POST', '/participant/payments', { registration_ids: [three.id], payment_type: 0 }),
      join(late.user, group, [late.id]),
      pay(group.captain, group, [one.id, two.id]),
      leave(one.user, group, one.id),
    ])
    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500)
    // Each unpaid registration has exactly one open payment.
    for (const { id } of [...members, late]) {
      const { status } = await findRegistration(app, id)
      expect(await openPayments(id)).toHaveLength(status === 0 ? 1 : 0)
    }
    expect(await brokenInvariants(db)).toEqual([])
  }
})

test('a group of 500 is listed and paid with as many statements as one of 2', async () => {
  const race = await newRace()
  const counted = async (size: number) => {
    const group = await newGroup(race, `Grupo de ${size}`)
    const ids: number[] = []
    for (let i = 0; i < size / 2; i++) {
      const { registrations } = await createOrder(db, race, { additional: 1 })
      ids.push(...registrations.map(({ id }) => id))
    }
    await db
      .insertInto('group_members')
      .values(ids.map((id) => ({ registration_id: id, group_id: group.id, joined_at: new Date() })))
      .execute()
    const statements = await countStatements(async () => {
      const { data, meta } = await membersOf(group, '?per_page=100')
      expect(data).toHaveLength(Math.min(size, 100))
      expect(meta.total).toBe(size)
      expect((await pay(group.captain, group)).statusCode).toBe(201)
    })
    expect(await openPayment(at(ids, 0))).toMatchObject({ amount_cents: 11_000 * size })
    return statements
  }
  // The locks of the payments are taken once more if registrations share one.
  expect(await counted(500)).toBeLessThanOrEqual((await counted(2)) + 5)
}, 120_000)

/** The statements that `run` sends to the database. */
async function countStatements(run: () => Promise<void>): Promise<number> {
  const { query } = pg.Client.prototype
  let count = 0
  pg.Client.prototype.query = function counting(this: pg.Client, ...given: unknown[]) {
    count += 1
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await run()
  } finally {
    pg.Client.prototype.query = query
  }
  return count
}

test('the organizer finds the group in list, filter and export', async () => {
  const race = await newRace()
  const group = await newGroup(race)
  const { id } = await newMember(race, group)
  await newMember(race)
  const list = async (query = '') =>
    (await call(organizer, 'GET', `/organizer/events/${race.id}/participants${query}`)).json()
  expect((await list()).event.groups).toEqual([{ id: group.id, name: 'Corredores da Ilha' }])
  expect((await list(`?group_id=${group.id}`)).data).toMatchObject([{ id, group: 'Corredores da Ilha' }])
  const file = await call(
    organizer,
    'GET',
    `/organizer/events/${race.id}/export-event-participants?columns=team&group_id=${group.id}`,
  )
  expect(file.body.trim().split(/\r?\n/).slice(1)).toEqual(['Corredores da Ilha'])
})

test('the dashboard counts the members of each group without cancelled registrations', async () => {
  const race = await newRace()
  const [small, large] = [await newGroup(race, 'Família Sol'), await newGroup(race)]
  await newGroup(race, 'Sem ninguém')
  const paid = await newMember(race, large)
  await newMember(race, large)
  const cancelled = await newMember(race, small)
  await newMember(race, small)
  await pressAndDeliver(app, (await openPayment(paid.id)).charge_id ?? '', 'pagar')
  await call(cancelled.user, 'POST', `/participant/registrations/${cancelled.id}/cancel`)
  const read = (user: TestUser) => call(user, 'GET', `/organizer/events/${race.id}/dashboard`)
  expect((await read(organizer)).json().data.groups).toEqual([
    { id: large.id, name: 'Corredores da Ilha', members: 2, confirmed: 1 },
    { id: small.id, name: 'Família Sol', members: 1, confirmed: 0 },
  ])
  expect((await read(await createOrganizer(db))).statusCode).toBe(404)
  expect((await read(large.captain)).statusCode).toBe(403)
})
