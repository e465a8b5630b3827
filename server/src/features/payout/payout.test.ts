// @module-tag operation
import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { toCents, toDecimal } from '#contract/money.ts'
import type { Destination } from '#contract/payout/destination.ts'
import type { Balance, OrganizerBalance, Payout } from '#contract/payout/payout.ts'
import type { Statement } from '#contract/report/statement.ts'
import { FORM_DATA } from '#contract/route.ts'
import { writeDestination } from '#server/features/payout/queries/settings.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from '#test/app.ts'
import { enrol, nextCodeOf } from '#test/authenticator.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser, type TestOrganizer } from '#test/factories/user.ts'
import { callsThatWait } from '#test/locks.ts'
import { mailTo } from '#test/mail.ts'
import { cancelPaid } from '#test/payments.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const TODAY = dayIn('America/Sao_Paulo', new Date())
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\nendobj\n%%EOF')
const [empresa, colleague] = [
  await createUser(db, { roles: ['Empresa'], passwordHash }),
  await createUser(db, { roles: ['Empresa'], passwordHash }),
]
await db
  .insertInto('payout_settings')
  .values({ enterprise_id: 1, reserve_bp: 1000, reserve_days: 7, updated_at: new Date() })
  .execute()
const HOUR = 3_600_000
const KEY: Destination = {
  pix_key_type: 'email',
  pix_key: 'financeiro@exemplo.test',
  bank_account: null,
}

let organizer: TestOrganizer
beforeEach(async () => {
  organizer = await createOrganizer(db, { passwordHash })
  // Known to the enterprise since long ago.
  await transaction(db, (tx) =>
    writeDestination(tx, organizer.organizerId, {
      destination: KEY,
      previous: null,
      proven: true,
      at: new Date(Date.now() - 100 * HOUR),
    }),
  )
})
afterEach(() => app.deps.clock.set(new Date()))

/** Sessions would have ended meanwhile. */
async function later(hours: number): Promise<void> {
  app.deps.clock.advance(hours * HOUR)
  const now = app.deps.clock.now()
  const expires_at = new Date(now.getTime() + 24 * HOUR)
  await db.updateTable('sessions').set({ created_at: now, last_used_at: now, expires_at }).execute()
}

type Who = { token: string }
const post = (path: string, who: Who, body?: unknown) => app.call('POST', path, { token: who.token, body })
const put = (path: string, who: Who, body: unknown) => app.call('PUT', path, { token: who.token, body })
async function read<T>(path: string, who: Who): Promise<T> {
  const answer = await app.call('GET', path, { token: who.token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
/** Removes the known destination, and turns the organizer's second factor on. */
async function newcomer(documents: { cnpj?: string; cpf?: string } = {}) {
  const { id, organizerId, token } = organizer
  await db.deleteFrom('organizer_payout_settings').where('organizer_id', '=', organizerId).execute()
  const { cnpj = null, cpf = null } = documents
  await db.updateTable('organizers').set({ cnpj: null }).where('cnpj', '=', cnpj).execute()
  await db.updateTable('organizers').set({ cnpj }).where('id', '=', organizerId).execute()
  await db.updateTable('users').set({ cpf: null }).where('cpf', '=', cpf).execute()
  await db.updateTable('users').set({ cpf }).where('id', '=', id).execute()
  const { secret } = await enrol(app, { token, password: PASSWORD })
  return (destination: object, current_password = PASSWORD) => {
    const code = nextCodeOf(app, secret)
    return put('/organizer/payout-destination', organizer, { ...destination, current_password, code })
  }
}
const state = async () => (await balance()).destination_state
const approve = (id: number, who: Who = empresa, proof: object = { current_password: PASSWORD }) =>
  post(`/enterprise/payouts/${id}/approve`, who, proof)
const confirmHolder = async (who: Who = empresa, more: object = {}) =>
  post(`/enterprise/payout-balances/${organizer.organizerId}/destination/confirm`, who, {
    saved_at: (await state())?.saved_at,
    current_password: PASSWORD,
    ...more,
  })
const balance = () => read<OrganizerBalance>('/organizer/payout-balance', organizer)
const payouts = () => read<Payout[]>('/organizer/payouts', organizer)
const request = (amount: string) => post('/organizer/payouts', organizer, { amount })
const cents = (decimal: string) => toCents(decimal) ?? Number.NaN

/** A past event, so that nothing is reserved, with paid registrations. */
async function past(registrations: number, options: { status?: number } = {}) {
  const event = await createEvent(db, { organizerId: organizer.organizerId })
  await db
    .updateTable('events')
    .set({
      registration_starts_on: addDays(TODAY, -90),
      registration_ends_on: addDays(TODAY, -31),
      event_on: addDays(TODAY, -30),
    })
    .where('id', '=', event.id)
    .execute()
  return { event, registrations: await pay(event, registrations, options.status) }
}

async function pay(event: TestEvent, registrations: number, status = 2): Promise<number[]> {
  const order = await createOrder(db, event, { payment: { status }, additional: registrations - 1 })
  return order.registrations.map(({ id }) => id)
}

async function sendReceipt(id: number, who: Who, bytes = PDF, field = 'receipt', password = PASSWORD) {
  const form = new FormData()
  form.append(FORM_DATA, JSON.stringify({ current_password: password }))
  form.append(field, new File([new Uint8Array(bytes)], 'comprovante.pdf'))
  const sent = new Request('http://localhost/', { method: 'POST', body: form })
  return app.call('POST', `/enterprise/payouts/${id}/pay`, {
    token: who.token,
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  })
}

/** Requests a payout; fails if it is rejected. */
async function requested(amount?: string): Promise<number> {
  const answer = await request(amount ?? (await balance()).payable)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data.id
}
async function paidOut(amount?: string): Promise<number> {
  const id = await requested(amount)
  expect((await approve(id)).statusCode).toBe(200)
  expect((await sendReceipt(id, empresa)).statusCode).toBe(200)
  return id
}

/** Checks that the parts of a balance add up. */
function checkSum({ net, owing, split, paid, paying, unsettled, asked, reserve, available }: Balance): void {
  const parts = [split, paid, paying, unsettled, asked, reserve, available]
  expect(cents(net)).toBe(parts.reduce((sum, part) => sum + cents(part), 0) - cents(owing))
}

describe('the available amount', () => {
  test("its net equals the statement's, and the parts add up to it", async () => {
    await past(2)
    const open = await createEvent(db, { organizerId: organizer.organizerId })
    await pay(open, 1)
    await pay(open, 1, 3)
    await paidOut('50.00')
    await requested('20.00')
    const { total, events, payable } = await balance()
    const { organizers } = await read<Statement>('/organizer/statement', organizer)
    expect(organizers[0]?.total.net).toBe(total.net)
    for (const event of events) {
      expect(organizers[0]?.events.find(({ id }) => id === event.id)?.total.net).toBe(event.net)
      checkSum(event)
    }
    checkSum(total)
    expect(total).toMatchObject({ paid: '50.00', paying: '20.00', unsettled: '110.00', reserve: '22.00' })
    expect(payable).toBe(total.available)
    const own = await read<OrganizerBalance>(`/enterprise/payout-balances/${organizer.organizerId}`, empresa)
    expect(own).toEqual(await balance())
    const all = await read<OrganizerBalance[]>('/enterprise/payout-balances', empresa)
    expect(all.find((one) => one.organizer.id === organizer.organizerId)?.total).toEqual(total)
  })

  test('withholds a requested refund', async () => {
    const { registrations } = await past(1)
    const before = cents((await balance()).payable)
    await sql`insert into refunds (event_id, payment_id, registration_id, amount_cents, reason, status, asked_at)
      select r.event_id, i.payment_id, r.id, 3000, 'policy', 'requested', now()
      from registrations r join payment_items i on i.registration_id = r.id where r.id = ${at(registrations, 0)}`.execute(
      db,
    )
    const { total, payable } = await balance()
    expect(total.asked).toBe('30.00')
    expect(cents(payable)).toBe(before - 3000)
  })

  test("uses the enterprise's reserve, an organizer's own one, and the enterprise's again", async () => {
    await pay(await createEvent(db, { organizerId: organizer.organizerId }), 1)
    const path = `/enterprise/payout-balances/${organizer.organizerId}/reserve`
    const reserve = async () => {
      const { total, reserve: kept } = await balance()
      return [total.reserve, kept.percentage, kept.days, kept.own]
    }
    await db.deleteFrom('payout_settings').execute()
    expect(await reserve()).toEqual(['100.00', '100.00', 7, false])
    expect((await balance()).payable).toBe('0.00')
    await put('/enterprise/payout-settings', empresa, { reserve_percentage: '10', reserve_days: 7 })
    expect(await reserve()).toEqual(['11.00', '10.00', 7, false])
    const settings = { reserve_percentage: '20', reserve_days: 15 }
    expect((await put(path, empresa, { reserve: settings })).statusCode).toBe(200)
    expect(await reserve()).toEqual(['22.00', '20.00', 15, true])
    const common = { reserve_percentage: '5', reserve_days: 3 }
    expect((await put('/enterprise/payout-settings', empresa, common)).statusCode).toBe(200)
    expect(await reserve()).toEqual(['22.00', '20.00', 15, true])
    expect((await put(path, empresa, { reserve: null })).statusCode).toBe(200)
    expect(await reserve()).toEqual(['5.50', '5.00', 3, false])
    const saved = await read('/enterprise/payout-settings', empresa)
    expect(saved).toEqual({ reserve_percentage: '5.00', reserve_days: 3 })
    await put('/enterprise/payout-settings', empresa, { reserve_percentage: '10', reserve_days: 7 })
    const wrong = await put(path, empresa, { reserve: { reserve_percentage: '101', reserve_days: 7 } })
    expect(wrong.statusCode).toBe(422)
  })
})

describe('a payout', () => {
  test('is requested, approved by the enterprise and paid with a receipt; each step is notified and recorded', async () => {
    const { event } = await past(2)
    const { payable } = await balance()
    const id = await requested()
    expect((await mailTo(app, empresa.email)).at(-1)?.subject).toContain('Repasse pedido')
    expect((await balance()).payable).toBe('0.00')
    expect((await sendReceipt(id, empresa)).statusCode).toBe(409)

    expect((await approve(id)).statusCode).toBe(200)
    expect((await approve(id)).statusCode).toBe(409)
    expect((await post(`/organizer/payouts/${id}/cancel`, organizer)).statusCode).toBe(409)
    expect((await sendReceipt(id, empresa, Buffer.from('<svg/>'))).statusCode).toBe(415)
    expect((await sendReceipt(id, empresa, PDF, 'outro')).statusCode).toBe(422)
    expect((await sendReceipt(id, empresa)).statusCode).toBe(200)
    expect((await sendReceipt(id, empresa)).statusCode).toBe(409)

    expect(await payouts()).toMatchObject([
      {
        id,
        amount: payable,
        status: 'paid',
        by_organizer: true,
        approved_by: empresa.name,
        closed_by: empresa.name,
        has_receipt: true,
        destination: { pix_key_type: 'email', pix_key: 'financeiro@exemplo.test', bank_account: null },
        items: [{ event_id: event.id, amount: payable }],
      },
    ])
    expect((await balance()).total).toMatchObject({ paid: payable, paying: '0.00', available: '0.00' })
    for (const [path, who] of [
      [`/organizer/payouts/${id}/receipt`, organizer],
      [`/enterprise/payouts/${id}/receipt`, colleague],
    ] as const) {
      const answer = await app.call('GET', path, { token: who.token })
      expect(answer.rawPayload.equals(PDF)).toBe(true)
      expect(answer.headers['content-disposition']).toBe('attachment; filename="comprovante.pdf"')
    }
    const news = (await mailTo(app, organizer.email)).map(({ subject }) => subject)
    expect(news.slice(-2)).toEqual([
      expect.stringContaining('Repasse aprovado'),
      expect.stringContaining('Repasse pago'),
    ])
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where entity = 'payout' and entity_id = ${id} order by id`.execute(db)
    expect(rows.map(({ action }) => action)).toEqual(['payout.requested', 'payout.approved', 'payout.paid'])
  })

  test('is approved and paid only with the password, and with a code where the second factor is on', async () => {
    await past(1)
    const id = await requested('10.00')
    const someone = await createUser(db, { roles: ['Empresa'], passwordHash })
    const { secret } = await enrol(app, { token: someone.token, password: PASSWORD })
    expect((await approve(id, someone, {})).json().errors).toEqual({
      current_password: ['Confirme com a sua senha atual.'],
    })
    expect((await approve(id, someone, { current_password: 'errada' })).json().errors).toEqual({
      current_password: ['Senha incorreta.'],
    })
    expect((await approve(id, someone)).json().errors).toEqual({
      code: ['Confirme com um código da verificação em duas etapas.'],
    })
    expect((await payouts())[0]?.status).toBe('requested')
    const code = nextCodeOf(app, secret)
    expect((await approve(id, someone, { current_password: PASSWORD, code })).statusCode).toBe(200)
    expect((await sendReceipt(id, someone)).statusCode).toBe(422)
    expect((await sendReceipt(id, empresa, PDF, 'receipt', 'errada')).statusCode).toBe(422)
    expect((await payouts())[0]?.status).toBe('approved')
    expect((await sendReceipt(id, empresa)).statusCode).toBe(200)
  })

  test('cannot be approved by the person of the enterprise who created it', async () => {
    await past(1)
    const body = { organizer_id: organizer.organizerId, amount: '10.00' }
    const { id } = (await post('/enterprise/payouts', empresa, body)).json().data
    expect((await approve(id)).statusCode).toBe(403)
    expect((await approve(id, colleague)).statusCode).toBe(200)
    expect(await payouts()).toMatchObject([{ by_organizer: false, requested_by: empresa.name }])
  })

  test('refused with a reason, or cancelled: its money is available again', async () => {
    await past(1)
    const { payable } = await balance()
    const refused = await requested()
    expect((await post(`/enterprise/payouts/${refused}/refuse`, empresa, { note: ' ' })).statusCode).toBe(422)
    const note = { note: 'A chave Pix não é da empresa.' }
    expect((await approve(refused)).statusCode).toBe(200)
    expect((await post(`/enterprise/payouts/${refused}/refuse`, empresa, note)).statusCode).toBe(200)
    expect((await mailTo(app, organizer.email)).at(-1)?.text).toContain(note.note)
    const cancelled = await requested(payable)
    expect((await post(`/organizer/payouts/${cancelled}/cancel`, organizer)).statusCode).toBe(200)
    expect((await balance()).payable).toBe(payable)
    expect((await payouts()).map(({ status }) => status)).toEqual(['cancelled', 'refused'])
  })

  test('concurrent, repeated or too large requests never exceed the available amount', async () => {
    await past(1)
    const { payable } = await balance()
    expect((await request(toDecimal(cents(payable) + 1))).statusCode).toBe(409)
    const statuses = (await Promise.all([1, 2, 3].map(() => request(payable)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses.sort()).toEqual([201, 409, 409])
    const late = await request('0.01')
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe('O valor disponível para repasse agora é R$\u00a00,00.')
    for (const amount of ['0', '-1', '', 'x']) expect((await request(amount)).statusCode, amount).toBe(422)
  })

  test('the second of two started requests waits for the first, and then sees its effect', async () => {
    await past(1)
    const { payable } = await balance()
    // While this lock is held no payout can be completed, but the available amount can be read.
    const { answers } = await db.transaction().execute(async (tx) => {
      await sql`lock table payout_items in share mode`.execute(tx)
      const answers = [request(payable), request(payable)]
      await callsThatWait(db, 2)
      return { answers }
    })
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([201, 409])
  })

  test('approved and refused concurrently: one of the two succeeds', async () => {
    await past(1)
    const id = await requested()
    const answers = await Promise.all([approve(id), post(`/organizer/payouts/${id}/cancel`, organizer)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('a refund between request and approval prevents the approval', async () => {
    const { registrations } = await past(2)
    const id = await requested()
    await cancelPaid(app, at(registrations, 0))
    const answer = await approve(id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'O valor disponível diminuiu desde o pedido. Recuse este repasse e peça outro.',
    ])
    await post(`/enterprise/payouts/${id}/refuse`, empresa, { note: 'Houve uma devolução.' })
    expect((await approve(await requested())).statusCode).toBe(200)
  })

  test('a refund after the payout becomes a debt, which reduces the next payout of another race', async () => {
    const { event: first, registrations } = await past(2)
    await paidOut()
    await cancelPaid(app, at(registrations, 0))
    const owing = cents((await balance()).total.owing)
    expect(owing).toBeGreaterThan(0)
    expect((await balance()).payable).toBe('0.00')
    const { event: second } = await past(3)
    const { payable, total } = await balance()
    expect(cents(payable)).toBe(cents(total.available) - owing)
    await paidOut()
    const [latest] = await payouts()
    expect(latest?.items.map(({ event_id, amount }) => [event_id, amount])).toEqual([
      [first.id, toDecimal(-owing)],
      [second.id, total.available],
    ])
    const after = await balance()
    expect(after.total).toMatchObject({ owing: '0.00', available: '0.00' })
    after.events.forEach(checkSum)
  })
})

describe('the destination', () => {
  const CPF = { pix_key_type: 'cpf', pix_key: '529.982.247-25' }
  const CNPJ = { pix_key_type: 'cnpj', pix_key: '11.222.333/0001-81' }
  const EMAIL = { pix_key_type: 'email', pix_key: 'Caixa@Exemplo.test' }
  const owner = { cnpj: '11222333000181', cpf: '52998224725' }

  test('receives nothing for 72 hours, also the first one; the approver sees what it replaced', async () => {
    await past(1)
    const save = await newcomer(owner)
    expect((await request('10.00')).json().message).toContain('Falta a chave Pix')
    expect((await save(CNPJ)).statusCode).toBe(200)
    expect(await state()).toMatchObject({ awaits_holder: false, previous: null })
    const held = await request('10.00')
    expect([held.statusCode, held.json().message]).toEqual([
      409,
      expect.stringContaining('A conta dos repasses mudou há pouco.'),
    ])
    const body = { organizer_id: organizer.organizerId, amount: '10.00' }
    expect((await post('/enterprise/payouts', empresa, body)).statusCode).toBe(409)
    await later(71.9)
    expect((await request('10.00')).statusCode).toBe(409)
    await later(0.2)
    expect((await state())?.held_until).toBeNull()
    const first = await requested('10.00')
    expect((await save(CPF)).statusCode).toBe(200)
    expect((await confirmHolder()).statusCode).toBe(200)
    expect((await request('10.00')).statusCode).toBe(409)
    const [before] = await payouts()
    expect(before).toMatchObject({ previous_destination: null, destination: { pix_key: owner.cnpj } })
    expect(before?.destination_changed_at).toBe((await state())?.saved_at)
    expect((await approve(first)).statusCode).toBe(200)
    await later(73)
    await requested('10.00')
    expect((await payouts())[0]).toMatchObject({
      destination: { pix_key: owner.cpf },
      destination_saved_at: (await state())?.saved_at,
      previous_destination: 'Pix 112***181',
      destination_changed_at: null,
    })
  })

  test('is neither approved nor paid early when the clock was ahead at the request', async () => {
    await past(1)
    const save = await newcomer(owner)
    await save(CNPJ)
    await later(73)
    const id = await requested('10.00')
    await later(-73)
    expect((await approve(id)).statusCode).toBe(409)
    await later(73)
    expect((await approve(id)).statusCode).toBe(200)
    await later(-73)
    expect((await sendReceipt(id, empresa)).statusCode).toBe(409)
    expect((await payouts())[0]?.status).toBe('approved')
  })

  test('saved again unchanged keeps its time; changed twice shows what could last receive', async () => {
    const save = await newcomer(owner)
    await save(CNPJ)
    const saved = await state()
    await later(1)
    await save(CNPJ)
    expect(await state()).toEqual(saved)
    await later(72)
    await save(EMAIL)
    await save(CPF)
    expect(await state()).toMatchObject({ awaits_holder: true, previous: 'Pix 112***181' })
  })

  test('needs a second factor, a password and a code; the owner is told and no value is recorded', async () => {
    const attempt = { ...CPF, current_password: PASSWORD }
    const without = await put('/organizer/payout-destination', organizer, attempt)
    expect([without.statusCode, without.json().message]).toEqual([
      409,
      'Ative a verificação em duas etapas em Minha conta antes de cadastrar a conta dos repasses.',
    ])
    const save = await newcomer(owner)
    expect((await put('/organizer/payout-destination', organizer, attempt)).json().errors).toEqual({
      code: ['Confirme com um código da verificação em duas etapas.'],
    })
    expect((await save(CPF, 'errada')).json().errors).toEqual({ current_password: ['Senha incorreta.'] })
    expect(
      (await put('/organizer/payout-destination', organizer, { ...attempt, code: '000000' })).statusCode,
    ).toBe(422)
    expect((await balance()).destination).toBeNull()
    expect((await save(CPF)).json().data).toEqual({
      pix_key_type: 'cpf',
      pix_key: owner.cpf,
      bank_account: null,
    })
    const [mail] = (await mailTo(app, organizer.email)).slice(-1)
    expect(mail?.subject).toBe('A conta dos seus repasses mudou')
    expect(mail?.text).toContain('72 horas')
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from audit_log a where a::text like '%52998224725%'`.execute(db)
    expect(rows).toEqual([{ found: 0 }])
  })

  test.each([
    ['the CNPJ key of the register', CNPJ, false],
    ['the CPF key of the owner, who typed it', CPF, true],
    ['an e-mail', EMAIL, true],
  ])('%s: a holder to be confirmed: %s', async (_, destination, awaits) => {
    await past(1)
    const save = await newcomer(owner)
    expect((await save(destination)).statusCode).toBe(200)
    expect((await state())?.awaits_holder).toBe(awaits)
    await later(73)
    expect((await request('1.00')).statusCode).toBe(awaits ? 409 : 201)
    const told = (await mailTo(app, empresa.email)).filter(({ subject }) =>
      subject.endsWith(`Organizadora ${organizer.id}`),
    )
    expect(told.some(({ subject }) => subject.startsWith('Conta de repasses a conferir'))).toBe(awaits)
  })

  test('is confirmed by the enterprise with the password, and only as it was looked up', async () => {
    await past(1)
    const save = await newcomer(owner)
    await save(EMAIL)
    const seen = await state()
    expect((await confirmHolder(empresa, { current_password: 'errada' })).statusCode).toBe(422)
    expect((await confirmHolder(organizer)).statusCode).toBe(403)
    await save({ ...EMAIL, pix_key: 'ladrao@exemplo.test' })
    expect((await confirmHolder(empresa, { saved_at: seen?.saved_at })).statusCode).toBe(409)
    expect((await confirmHolder()).statusCode).toBe(200)
    expect((await confirmHolder()).statusCode).toBe(409)
    await later(73)
    expect((await request('1.00')).statusCode).toBe(201)
    const { rows } = await sql<{ actor_user_id: number }>`
      select actor_user_id from audit_log where action = 'payout_destination.confirmed' and entity_id = ${organizer.organizerId}`.execute(
      db,
    )
    expect(rows).toEqual([{ actor_user_id: empresa.id }])
  })

  test.each([
    ['cpf', '111.444.777-35'],
    ['cnpj', '12ABC34501DE35'],
  ])('a %s key of somebody else is refused', async (pix_key_type, pix_key) => {
    const save = await newcomer(owner)
    expect((await save({ pix_key_type, pix_key })).json().errors).toEqual({
      pix_key: ['A chave precisa ser do organizador: use o CNPJ ou o CPF do seu cadastro.'],
    })
  })

  test.each([
    ['cpf', '529.982.247-26'],
    ['cnpj', '11.222.333/0001-80'],
    ['email', 'financeiro'],
    ['phone', '(11) 3333-4444'],
    ['random', '123'],
    ['outra', 'x'],
  ])('an invalid key of the type %s is refused', async (pix_key_type, pix_key) => {
    const body = { pix_key_type, pix_key, current_password: PASSWORD }
    expect((await put('/organizer/payout-destination', organizer, body)).statusCode).toBe(422)
  })

  test.each([
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['phone', '+55 11 98765-4321', '+5511987654321'],
    ['email', 'Financeiro@Exemplo.test', 'financeiro@exemplo.test'],
    ['random', '123E4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174000'],
  ])('%s %s is stored as banks do', async (pix_key_type, pix_key, stored) => {
    const save = await newcomer()
    expect((await save({ pix_key_type, pix_key })).json().data?.pix_key).toBe(stored)
  })
})

describe('the bank account', () => {
  const ACCOUNT = {
    bank: '001',
    branch: '1234-5',
    account: '56.789-x',
    kind: 'savings',
    holder_document: '529.982.247-25',
  }

  test('of the organizer receives payouts alone or besides the Pix key, as set at the time of the request', async () => {
    await past(1)
    const save = await newcomer({ cpf: '52998224725' })
    const stored = { ...ACCOUNT, account: '56789-X', holder_document: '52998224725' }
    const alone = { pix_key_type: null, pix_key: null, bank_account: stored }
    expect((await save({ bank_account: ACCOUNT })).json().data).toEqual(alone)
    await confirmHolder()
    await later(73)
    expect((await request('10.00')).statusCode).toBe(201)
    const both = await save({
      bank_account: { ...ACCOUNT, bank: '237' },
      pix_key_type: 'email',
      pix_key: 'a@exemplo.test',
    })
    expect(both.json().data).toMatchObject({ pix_key: 'a@exemplo.test', bank_account: { bank: '237' } })
    expect((await payouts()).map(({ destination }) => destination)).toEqual([alone])
    expect(await balance()).toMatchObject({
      destination: { bank_account: { bank: '237' } },
      destination_state: { previous: 'banco 001, agência 1234-5, conta ***-X' },
    })
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from audit_log a where a::text like '%56789-X%'`.execute(db)
    expect(rows).toEqual([{ found: 0 }])
  })

  test('of another holder is rejected, and so is an empty destination', async () => {
    const save = await newcomer({ cnpj: '11222333000181' })
    const problem = 'A conta precisa ser do organizador: use o CNPJ ou o CPF do seu cadastro.'
    expect((await save({ bank_account: ACCOUNT })).json().errors).toEqual({
      'bank_account.holder_document': [problem],
    })
    expect((await balance()).destination).toBeNull()
    const own = { ...ACCOUNT, holder_document: '11.222.333/0001-81' }
    expect((await save({ bank_account: own })).statusCode).toBe(200)
    expect(await state()).toMatchObject({ awaits_holder: false })
    expect((await save({ bank_account: null })).json().errors).toEqual({
      pix_key: ['Informe a chave Pix ou uma conta bancária.'],
    })
  })

  test.each([
    ['bank', 'Itaú'],
    ['branch', '12-34-5'],
    ['account', 'abc'],
    ['kind', 'salary'],
    ['holder_document', '529.982.247-26'],
  ])('an invalid %s is refused', async (name, value) => {
    const body = { bank_account: { ...ACCOUNT, [name]: value }, current_password: PASSWORD }
    const answer = await put('/organizer/payout-destination', organizer, body)
    expect(Object.keys(answer.json().errors)).toEqual([`bank_account.${name}`])
  })
})

describe('the wallet', () => {
  const WALLET = { id: '48548710-9BAA-4ec1-a11f-9010193527c6', percentage: '80' }
  const ask = (wallet: unknown, more: object = {}, who: Who = empresa) =>
    put(`/enterprise/payout-balances/${organizer.organizerId}/wallet`, who, {
      wallet,
      current_password: PASSWORD,
      ...more,
    })
  const waiting = async () => (await balance()).wallet_change
  const decide = async (verb: 'approve' | 'refuse', who: Who, id?: number) =>
    post(`/enterprise/wallet-changes/${id ?? (await waiting())?.id}/${verb}`, who, {
      current_password: PASSWORD,
    })
  const saved = { id: WALLET.id.toLowerCase(), percentage: '80.00' }
  const recorded = async () =>
    (
      await db
        .selectFrom('audit_log')
        .select(['action', 'actor_user_id'])
        .where('entity', '=', 'organizer')
        .where('entity_id', '=', organizer.organizerId)
        .where('action', 'like', 'payout_wallet.%')
        .orderBy('id')
        .execute()
    ).map(({ action, actor_user_id }) => [action, actor_user_id])

  test('is requested with the password and approved by another person, notified to the organizer and recorded', async () => {
    expect((await ask(WALLET, { current_password: 'errada' })).statusCode).toBe(422)
    expect((await ask({ ...WALLET, id: '48548710' })).statusCode).toBe(422)
    expect((await ask({ ...WALLET, percentage: '100.01' })).statusCode).toBe(422)
    expect(await recorded()).toEqual([])
    expect((await ask(WALLET)).json().message).toBe(
      'Mudança da carteira pedida. Outra pessoa precisa aprovar.',
    )
    expect(await balance()).toMatchObject({
      wallet: null,
      wallet_change: { wallet: saved, requested_by: empresa.name },
    })
    expect((await mailTo(app, organizer.email)).at(-1)?.subject).toContain('Foi pedida a mudança da carteira')
    expect((await mailTo(app, colleague.email)).at(-1)?.subject).toContain('Mudança de carteira pedida')
    const own = await decide('approve', empresa)
    expect(own.statusCode).toBe(403)
    expect(own.json().message).toContain('outra pessoa precisa aprovar')
    const id = (await waiting())?.id
    const wrong = await post(`/enterprise/wallet-changes/${id}/approve`, colleague, { current_password: 'x' })
    expect(wrong.json().errors).toEqual({ current_password: ['Senha incorreta.'] })
    const answers = await Promise.all([decide('approve', colleague, id), decide('approve', colleague, id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await balance()).toMatchObject({ wallet: saved, wallet_change: null })
    expect((await mailTo(app, organizer.email)).at(-1)?.subject).toBe(
      'A carteira que recebe parte das suas vendas mudou',
    )
    expect((await ask(null)).statusCode).toBe(200)
    expect((await decide('approve', colleague)).statusCode).toBe(200)
    expect(await balance()).toMatchObject({ wallet: null, wallet_change: null })
    expect(await recorded()).toEqual([
      ['payout_wallet.requested', empresa.id],
      ['payout_wallet.updated', colleague.id],
      ['payout_wallet.requested', empresa.id],
      ['payout_wallet.updated', colleague.id],
    ])
  })

  test('also requires a code with a second factor, and a code works once', async () => {
    const someone = await createUser(db, { roles: ['Empresa'], passwordHash })
    const { secret } = await enrol(app, { token: someone.token, password: PASSWORD })
    expect((await ask(WALLET, {}, someone)).json().errors).toEqual({
      code: ['Confirme com um código da verificação em duas etapas.'],
    })
    expect(await waiting()).toBeNull()
    const code = nextCodeOf(app, secret)
    expect((await ask(WALLET, { code }, someone)).statusCode).toBe(200)
    expect((await ask(WALLET, { code }, someone)).statusCode).toBe(422)
  })

  test('of concurrent requests by several people the last one is pending', async () => {
    // Requests of one person would be serialized anyway.
    const people = await Promise.all(
      [1, 2, 3, 4].map(() => createUser(db, { roles: ['Empresa'], passwordHash })),
    )
    await db.deleteFrom('wallet_changes').execute()
    const answers = await Promise.all(people.map((one) => ask(WALLET, {}, one)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await waiting()).not.toBeNull()
  })

  test('a replaced or refused change cannot be approved', async () => {
    await ask(WALLET)
    const first = (await waiting())?.id
    await ask({ ...WALLET, percentage: '50' }, {}, colleague)
    expect((await decide('approve', colleague, first)).statusCode).toBe(404)
    expect((await waiting())?.wallet).toEqual({ ...saved, percentage: '50.00' })
    const second = (await waiting())?.id
    expect((await decide('refuse', colleague, second)).statusCode).toBe(200)
    expect((await decide('approve', empresa, second)).statusCode).toBe(404)
    expect(await balance()).toMatchObject({ wallet: null, wallet_change: null })
    expect((await recorded()).at(-1)).toEqual(['payout_wallet.refused', colleague.id])
  })

  test("the change of another enterprise's organizer is not found", async () => {
    const { id: enterpriseId } = await db
      .insertInto('enterprises')
      .values({ name: 'Empresa do Norte' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stranger = await createUser(db, { roles: ['Empresa'], passwordHash })
    await db
      .updateTable('user_roles')
      .set({ enterprise_id: enterpriseId })
      .where('user_id', '=', stranger.id)
      .execute()
    await ask(WALLET)
    for (const verb of ['approve', 'refuse'] as const)
      expect((await decide(verb, stranger)).statusCode).toBe(404)
    expect((await waiting())?.wallet).toEqual(saved)
  })

  test('the split amount is not paid out again, and is returned with a refund', async () => {
    const { event, registrations } = await past(2)
    await db.updateTable('payments').set({ split_cents: 8_000 }).where('event_id', '=', event.id).execute()
    const before = await balance()
    expect(before.total).toMatchObject({ net: '200.00', split: '160.00', available: '40.00' })
    expect(before.payable).toBe('40.00')
    before.events.forEach(checkSum)
    expect((await request('40.01')).statusCode).toBe(409)
    await paidOut('40.00')
    await cancelPaid(app, at(registrations, 0))
    const decided = await balance()
    decided.events.forEach(checkSum)
    expect(decided.total).toMatchObject({ net: '100.00', owing: '100.00' })
    await db
      .updateTable('payments')
      .set({ status: 5 })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('payment_items')
          .where('registration_id', '=', at(registrations, 0))
          .select('payment_id'),
      )
      .execute()
    expect((await balance()).total).toMatchObject({ split: '80.00' })
  })

  test('for a card payment that is not credited, the part that is not split is unsettled', async () => {
    const { event } = await past(1, { status: 3 })
    await db.updateTable('payments').set({ split_cents: 8_000 }).where('event_id', '=', event.id).execute()
    const { total, events } = await balance()
    expect(total).toMatchObject({ net: '100.00', split: '80.00', unsettled: '20.00', available: '0.00' })
    events.forEach(checkSum)
  })
})

describe('money in cash', () => {
  test('is held by the organizer, who owes only the service fee', async () => {
    const { event } = await past(2)
    await pay(event, 1, 1)
    const { total, events, payable } = await balance()
    const { organizers } = await read<Statement>('/organizer/statement', organizer)
    expect(organizers[0]?.total).toMatchObject({ received: '330.00', cash: '110.00', fees: '30.00' })
    expect(organizers[0]?.total.net).toBe(total.net)
    expect(total).toMatchObject({ net: '190.00', available: '190.00' })
    expect(payable).toBe('190.00')
    events.forEach(checkSum)
  })

  test('when refunded changes only the fee: the organizer returns the cash', async () => {
    const { event } = await past(1)
    const [inCash] = await pay(event, 1, 1)
    expect((await balance()).total.net).toBe('90.00')
    await cancelPaid(app, inCash ?? 0)
    expect((await balance()).total.net).toBe('100.00')
  })
})

describe('Finalizado', () => {
  const paymentsOf = async (event: TestEvent) => {
    const rows = await db
      .selectFrom('payments')
      .where('event_id', '=', event.id)
      .orderBy('id')
      .select(['id', 'status'])
      .execute()
    return rows.map(({ status }) => status)
  }

  test('all payments of an event are marked once it is paid out completely, and stay in the net', async () => {
    const { event, registrations } = await past(2)
    await paidOut('50.00')
    await runJobsOnce(app.deps)
    expect(await paymentsOf(event)).toEqual([2, 2])
    await paidOut()
    await runJobsOnce(app.deps)
    expect(await paymentsOf(event)).toEqual([12, 12])
    const { total, events } = await balance()
    expect(total).toMatchObject({ net: '200.00', paid: '200.00', available: '0.00' })
    events.forEach(checkSum)
    // A registration can still be refunded after the payout; the refund becomes a debt.
    await cancelPaid(app, at(registrations, 0))
    expect((await balance()).total).toMatchObject({ net: '100.00', owing: '100.00' })
  })

  test('not while a card payment is unsettled, and never for cash', async () => {
    const { event } = await past(1)
    await pay(event, 1, 3)
    await paidOut()
    await runJobsOnce(app.deps)
    expect(await paymentsOf(event)).toEqual([2, 3])
    const { event: other } = await past(2)
    await pay(other, 1, 1)
    await paidOut()
    await runJobsOnce(app.deps)
    expect(await paymentsOf(other)).toEqual([12, 12, 1])
  })
})

describe('access', () => {
  test('another organizer and a realizador can neither see nor change anything', async () => {
    const { event } = await past(1)
    const id = await requested()
    const other = await createOrganizer(db)
    expect(await read('/organizer/payouts', other)).toEqual([])
    expect((await post(`/organizer/payouts/${id}/cancel`, other)).statusCode).toBe(404)
    const receipt = await app.call('GET', `/organizer/payouts/${id}/receipt`, { token: other.token })
    expect(receipt.statusCode).toBe(404)
    const realizador = await createProducer(db, {
      organizer,
      events: [event.id],
      permissions: ['view-event-finances'],
    })
    expect((await post('/organizer/payouts', realizador, { amount: '1.00' })).statusCode).toBe(403)
  })

  test('is denied to another enterprise', async () => {
    await past(1)
    const id = await requested()
    const { id: enterpriseId } = await db
      .insertInto('enterprises')
      .values({ name: 'Outra' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('organizers')
      .set({ enterprise_id: enterpriseId })
      .where('id', '=', organizer.organizerId)
      .execute()
    expect((await approve(id)).statusCode).toBe(404)
    const body = { organizer_id: organizer.organizerId, amount: '1.00' }
    expect((await post('/enterprise/payouts', empresa, body)).statusCode).toBe(404)
  })
})

test('lists by status, and exports one row per event', async () => {
  await past(1)
  const event = await past(1)
  await paidOut()
  const all = await read<Payout[]>('/enterprise/payouts?status=paid&per_page=100', empresa)
  expect(all.every(({ status }) => status === 'paid')).toBe(true)
  const csv = await app.call('GET', '/organizer/payouts/export', { token: organizer.token })
  const rows = Papa.parse<Record<string, string>>(csv.body.replace('\uFEFF', ''), {
    header: true,
    delimiter: ';',
    skipEmptyLines: true,
  }).data
  const [payout] = await payouts()
  expect(
    rows.map((row) => [row.Situação, row['Código do evento'], cents(row['Valor do evento'] ?? '')]),
  ).toEqual(payout?.items.map((item) => ['Pago', String(item.event_id), cents(item.amount)]))
  expect(rows.at(-1)?.['Código do evento']).toBe(String(event.event.id))
  for (const path of ['/organizer/payouts/export?format=xlsx', '/organizer/statement.xlsx']) {
    const file = await app.call('GET', path, { token: organizer.token })
    expect(file.headers['content-disposition']).toMatch(/filename="(repasses|extrato)\.xlsx"/)
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  }
})
