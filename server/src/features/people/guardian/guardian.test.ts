// @module-tag operation
// Over 250 lines: who signs for a minor, the links, and what ends a registration without signatures.

import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, instantIn, toBrazilianDate } from '#contract/dates.ts'
import {
  guardianText,
  participantText,
  type RaceSigned,
  type Relationship,
  type Signer,
} from '#contract/registration/minors.ts'
import { anonymizeRegistrations } from '#server/features/account/privacy/queries.ts'
import { transaction } from '#server/lib/db.ts'
import { hashToken, sha256Hex } from '#server/lib/tokens.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrganizer, createUser, nextCpf, nextNumber, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo, tokenIn } from '#test/mail.ts'
import { findRegistration, heldOf, listRefunds, press, pressAndDeliver } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'
import { cancelOverdue } from './cancel-unauthorized.ts'
import { remindSigners } from './remind.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
const limited = await listeningApp(db, { env: { RATE_LIMITS: 'on' } })
afterAll(() => Promise.all([app.close(), limited.close()]))
afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})
const organizer = await createOrganizer(db)
const DAY_MS = 86_400_000
const today = dayIn('America/Sao_Paulo', new Date())
const RACE_DAY = addDays(today, 30)
const CONSENT: EventOptions['terms'] = [{ name: 'Regulamento' }, { name: 'Uso de imagem', kind: 'consent' }]

/** The birth date of a person who reaches this age on race day. */
const born = (age: number, raceDay = RACE_DAY) => `${Number(raceDay.slice(0, 4)) - age}${raceDay.slice(4)}`

interface Options extends EventOptions {
  birthDate?: string
  /** The minor has the account and registers alone. */
  own?: boolean
  person?: Record<string, unknown>
}

async function registered({ birthDate = born(15), own = false, person = {}, ...options }: Options = {}) {
  const event = await createEvent(db, {
    organizerId: organizer.organizerId,
    eventOn: RACE_DAY,
    terms: CONSENT,
    ...options,
  })
  const cpf = nextCpf()
  const buyer = own
    ? await createUser(db, { name: 'Lia Souza', cpf, birthOn: birthDate })
    : await createUser(db, { name: 'Ana Souza' })
  const participants = [companion({ name: 'Lia Souza', cpf, birth_date: birthDate, ...person })]
  const answer = await register(
    app,
    event,
    buyer,
    submission(event, own ? {} : { participants, without_buyer: true }),
  )
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json().data.registrations.at(-1)
  const minor = { name: 'Lia Souza', cpf, birthDate }
  return { event, buyer, id: id as number, minor, who: { cpf, birth_date: birthDate } }
}
type Registered = Awaited<ReturnType<typeof registered>>

const call = (path: string, body: object, on = app) =>
  on.call('POST', `/registrations/guardian${path}`, { body })
const read = (token: string, who: object, on = app) => call('/read', { token, ...who }, on)
const mine = async ({ id, buyer: { token } }: Pick<Registered, 'id' | 'buyer'>) =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
const panel = async (id: number) =>
  (await app.call('GET', `/organizer/registrations/${id}`, { token: organizer.token })).json().data
const missingOf = async (one: Registered) => (await mine(one)).guardian?.missing ?? null

const invite = ({ id, buyer: { token } }: Registered, role: Signer, email?: string, on = app) =>
  on.call('POST', `/participant/registrations/${id}/guardian/invitation`, { token, body: { role, email } })
async function linkFor(one: Registered, role: Signer = 'guardian'): Promise<string> {
  const answer = await invite(one, role)
  expect(answer.statusCode, answer.body).toBe(201)
  return new URL(answer.json().data.link).searchParams.get('token') ?? ''
}

const raceOf = ({ event, minor }: Registered, raceDay = RACE_DAY): RaceSigned => ({
  minor,
  title: event.title,
  modality: at(event.modalities, 0).name,
  raceDay,
})
const MOTHER = {
  name: 'Rita Souza',
  cpf: nextCpf(),
  birth_date: '1980-01-02',
  relationship: 'mother' as Relationship,
  email: 'rita@exemplo.test',
}

function signing(one: Registered, token: string, role: Signer = 'guardian', changes: object = {}) {
  const race = raceOf(one)
  return call('', {
    token,
    ...one.who,
    ...(role === 'guardian'
      ? { guardian: MOTHER, text: guardianText(race, MOTHER) }
      : { text: participantText(race) }),
    ...changes,
  })
}
const refusing = (one: Registered, token: string) => call('/refuse', { token, ...one.who })

async function signAsBuyer(one: Registered, relationship: Relationship | null, buyer: TestUser = one.buyer) {
  const path = `/participant/registrations/${one.id}/guardian`
  const { data } = (await app.call('GET', path, { token: buyer.token })).json()
  const text = data?.guardian
    ? guardianText(raceOf(one), { ...data.guardian, relationship: relationship ?? 'other' })
    : participantText(raceOf(one))
  return app.call('POST', path, {
    token: buyer.token,
    body: { text, guardian: relationship && { relationship } },
  })
}

const signaturesOf = (id: number) =>
  db.selectFrom('guardian_signatures').where('registration_id', '=', id).orderBy('role').selectAll().execute()

test('staff create links, for whom they reach and for signatures that are missing', async () => {
  const one = await registered({ birthDate: born(16) })
  const stranger = await createOrganizer(db)
  const ask = (role: Signer, token = organizer.token) =>
    app.call('POST', `/organizer/registrations/${one.id}/guardian/invitation`, { token, body: { role } })
  expect((await ask('guardian', stranger.token)).statusCode).toBe(404)
  expect((await ask('guardian', one.buyer.token)).statusCode).toBe(403)
  for (const role of ['guardian', 'participant'] as const) {
    const answer = await ask(role)
    expect(answer.statusCode, answer.body).toBe(201)
    const token = new URL(answer.json().data.link).searchParams.get('token') ?? ''
    expect((await signing(one, token, role)).statusCode).toBe(200)
  }
  expect((await ask('guardian')).statusCode).toBe(409)
  const { history } = await panel(one.id)
  expect(
    history.filter(({ action }: { action: string }) => action === 'registration.signer_invited'),
  ).toHaveLength(2)
})

describe('who signs', () => {
  test.each<[string, string, Signer[] | null]>([
    ['15 years and 364 days', addDays(born(16), 1), ['guardian']],
    ['16 years', born(16), ['guardian', 'participant']],
    ['17 years', born(17), ['guardian', 'participant']],
    ['17 years and 364 days', addDays(born(18), 1), ['guardian', 'participant']],
    ['18 years', born(18), null],
  ])('%s on race day, whatever day the categories count', async (_age, birthDate, missing) => {
    for (const ageReference of ['race_day', 'year_end'] as const) {
      const one = await registered({ birthDate, ageReference })
      expect(await missingOf(one)).toEqual(missing)
      expect((await panel(one.id)).guardian?.missing ?? null).toEqual(missing)
    }
  })

  test('a minor who registers with the own account needs the same signatures', async () => {
    expect(await missingOf(await registered({ own: true, birthDate: born(17) }))).toEqual([
      'guardian',
      'participant',
    ])
  })

  test('nobody after a new date on which everybody is of age, and others after a correction', async () => {
    const one = await registered({ birthDate: addDays(born(18), 1) })
    await db
      .updateTable('events')
      .set({ event_on: addDays(RACE_DAY, 1) })
      .where('id', '=', one.event.id)
      .execute()
    expect(await missingOf(one)).toBeNull()
    app.deps.clock.advance(10 * DAY_MS)
    await cancelOverdue(app.deps)
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 0 })
    app.deps.clock.set(new Date())
    const other = await registered({ birthDate: addDays(born(16), 1) })
    const corrected = await app.call('PUT', `/organizer/registrations/${other.id}/person`, {
      token: organizer.token,
      body: { name: 'Lia Souza', birth_date: born(16), sex: 0, reason: 'Erro' },
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(await missingOf(other)).toEqual(['guardian', 'participant'])
  })

  test('the daily job asks for signatures that a correction or an older release left out', async () => {
    const one = await registered({ birthDate: born(20) })
    await db
      .updateTable('registrations')
      .set({ birth_on: born(17) })
      .where('id', '=', one.id)
      .execute()
    expect(await missingOf(one)).toBeNull()
    await remindSigners(app.deps)
    expect(await missingOf(one)).toEqual(['guardian', 'participant'])
    const { guardian } = await mine(one)
    expect(guardian.due_at).toBe(instantIn('America/Sao_Paulo', RACE_DAY, '00:00').toISOString())
  })
})

describe('the deadline', () => {
  test.each([
    ['seven days', 30, (from: Date) => from.getTime() + 7 * DAY_MS],
    [
      'the beginning of race day',
      4,
      () => instantIn('America/Sao_Paulo', addDays(today, 4), '00:00').getTime(),
    ],
    [
      'the end of the next day',
      2,
      () => instantIn('America/Sao_Paulo', addDays(today, 2), '00:00').getTime(),
    ],
    [
      'the start, on the day before',
      1,
      () => instantIn('America/Sao_Paulo', addDays(today, 1), '07:00').getTime(),
    ],
  ])('is after %s', async (_words, days, expected) => {
    const eventOn = addDays(today, days)
    const one = await registered({ eventOn, birthDate: born(12, eventOn) })
    const { guardian, created_at } = await mine(one)
    expect(Date.parse(guardian.due_at)).toBe(expected(new Date(created_at)))
  })
})

describe('signing', () => {
  test('the guardian signs alone under 16: text, hash, time and address are stored, consents given', async () => {
    const one = await registered()
    const token = await linkFor(one)
    const { data } = (await read(token, one.who)).json()
    expect(data).toMatchObject({
      role: 'guardian',
      guardian: null,
      minor: { name: 'Lia Souza', birth_date: one.minor.birthDate },
      event: { title: one.event.title, race_day: RACE_DAY },
      consents: [{ name: 'Uso de imagem', accepted: false }],
    })
    const consents = data.consents.map(({ id, version }: { id: number; version: number }) => ({
      id,
      version,
    }))
    const answer = await signing(one, token, 'guardian', { consents })
    expect(answer.statusCode, answer.body).toBe(200)
    const text = guardianText(raceOf(one), MOTHER)
    expect(text).toContain('represento')
    expect(await signaturesOf(one.id)).toMatchObject([
      {
        role: 'guardian',
        name: 'Rita Souza',
        cpf: MOTHER.cpf,
        relationship: 'mother',
        ip: '127.0.0.1',
        text,
        text_sha256: hashToken(text),
      },
    ])
    expect(await mine(one)).toMatchObject({
      guardian: {
        missing: [],
        signatures: [{ role: 'guardian', name: 'Rita Souza', relationship: 'mother' }],
      },
    })
    const record = await panel(one.id)
    expect(record.history[0].action).toBe('registration.minor_signed')
    expect(record.terms).toMatchObject([{ name: 'Regulamento' }, { name: 'Uso de imagem', revoked_at: null }])
  })

  test('the receipt goes to both, with the text and its SHA-256', async () => {
    const [guardianMail, email] = [`mae${nextNumber()}@exemplo.test`, `lia${nextNumber()}@exemplo.test`]
    const one = await registered({ birthDate: born(17), person: { email } })
    const guardian = { ...MOTHER, email: guardianMail }
    expect((await signing(one, await linkFor(one), 'guardian', { guardian })).statusCode).toBe(200)
    expect(await mailTo(app, guardianMail)).toEqual([])
    expect((await signing(one, await linkFor(one, 'participant'), 'participant')).statusCode).toBe(200)
    const texts = [guardianText(raceOf(one), MOTHER), participantText(raceOf(one))]
    expect(texts[0]).toContain('assisto')
    for (const address of [guardianMail, email]) {
      const mail = (await mailTo(app, address)).find(({ subject }) =>
        subject.startsWith('Autorização assinada'),
      )
      for (const text of texts) expect(mail?.text).toContain(sha256Hex(text))
      expect(mail?.text).toContain('Rita Souza (mãe)')
      expect(mail?.text).toContain(`CPF ***.${MOTHER.cpf.slice(3, 6)}.${MOTHER.cpf.slice(6, 9)}-**`)
      expect(mail?.text).toContain('endereço IP 127.0.0.1')
      expect(mail?.text).toContain(toBrazilianDate(RACE_DAY))
    }
  })

  test('the buyer signs as the guardian with the own account', async () => {
    const one = await registered({ birthDate: born(16) })
    expect((await signAsBuyer(one, null)).json().errors).toEqual({
      'guardian.relationship': ['Escolha o que você é de quem vai correr.'],
    })
    expect((await signAsBuyer(one, 'father')).statusCode).toBe(200)
    expect(await missingOf(one)).toEqual(['participant'])
    expect(await signaturesOf(one.id)).toMatchObject([
      { name: 'Ana Souza', cpf: one.buyer.cpf, relationship: 'father' },
    ])
    expect((await signAsBuyer(one, 'father')).statusCode).toBe(409)
  })

  test('a minor of 16 or 17 signs with the own account, but not as the guardian', async () => {
    const one = await registered({ own: true, birthDate: born(16) })
    expect((await signAsBuyer(one, null)).statusCode).toBe(200)
    expect(await missingOf(one)).toEqual(['guardian'])
    expect((await signing(one, await linkFor(one))).statusCode).toBe(200)
    expect(await missingOf(one)).toEqual([])
    const young = await registered({ own: true, birthDate: born(15) })
    expect((await signAsBuyer(young, 'mother')).statusCode).toBe(409)
  })

  test('a minor does not sign as the guardian of somebody whom they registered', async () => {
    const one = await registered()
    await db
      .updateTable('users')
      .set({ birth_on: born(17) })
      .where('id', '=', one.buyer.id)
      .execute()
    const answer = await signAsBuyer(one, 'other')
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Só uma pessoa maior de idade autoriza. Envie o link ao responsável.',
    ])
  })

  test.each([
    ['the CPF of the minor', (one: Registered) => ({ cpf: one.who.cpf }), 'guardian.cpf'],
    [
      'a guardian under 18',
      () => ({ birth_date: addDays(`${Number(today.slice(0, 4)) - 18}${today.slice(4)}`, 1) }),
      'guardian.birth_date',
    ],
    ['an invalid CPF', () => ({ cpf: '11111111111' }), 'guardian.cpf'],
    ['no relationship', () => ({ relationship: '' }), 'guardian.relationship'],
    ['no e-mail', () => ({ email: '' }), 'guardian.email'],
  ])('%s is refused at its field', async (_what, changes, field) => {
    const one = await registered()
    const guardian = { ...MOTHER, ...changes(one) }
    const answer = await signing(one, await linkFor(one), 'guardian', { guardian })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await signaturesOf(one.id)).toEqual([])
  })

  test('a text that changed meanwhile must be read again', async () => {
    const one = await registered()
    const token = await linkFor(one)
    await db
      .updateTable('events')
      .set({ event_on: addDays(RACE_DAY, 7) })
      .where('id', '=', one.event.id)
      .execute()
    const answer = await signing(one, token)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'O texto mudou. Leia-o de novo e assine.',
    ])
  })

  test('both at once: both are stored, and one receipt is sent to each', async () => {
    const email = `mae${nextNumber()}@exemplo.test`
    const one = await registered({ birthDate: born(17) })
    const [guardianLink, ownLink] = [await linkFor(one), await linkFor(one, 'participant')]
    const answers = await Promise.all([
      signing(one, guardianLink, 'guardian', { guardian: { ...MOTHER, email } }),
      signing(one, ownLink, 'participant'),
      signing(one, guardianLink, 'guardian', { guardian: { ...MOTHER, email } }),
    ])
    const [first, second, third] = answers.map(({ statusCode }) => statusCode).sort()
    expect([first, second]).toEqual([200, 200])
    // The link was used, or the signature was stored after the link was read.
    expect([400, 409]).toContain(third)
    expect(await missingOf(one)).toEqual([])
    expect(await mailTo(app, email)).toHaveLength(1)
  })
})

describe('a link', () => {
  test('is stored as a hash, limited to ten a day, and created only by the buyer for what is missing', async () => {
    const one = await registered()
    const token = await linkFor(one)
    const stored = await db
      .selectFrom('guardian_links')
      .where('registration_id', '=', one.id)
      .select('token_hash')
      .execute()
    expect(stored).toEqual([{ token_hash: hashToken(token) }])
    expect((await invite(one, 'participant')).statusCode).toBe(409)
    const stranger = await createUser(db)
    expect((await invite({ ...one, buyer: stranger }, 'guardian')).statusCode).toBe(404)
    const codes: number[] = []
    for (let i = 0; i < 11; i++) codes.push((await invite(one, 'guardian', undefined, limited)).statusCode)
    expect(codes).toEqual([...Array(10).fill(201), 429])
  })

  test('is sent to the address that the buyer gives', async () => {
    const email = `mae${nextNumber()}@exemplo.test`
    const one = await registered()
    const answer = await invite(one, 'guardian', email)
    expect(answer.json().data.text).toContain(answer.json().data.link)
    const [mail] = await mailTo(app, email)
    expect((await read(tokenIn(mail, '/autorizar-menor'), one.who)).statusCode).toBe(200)
  })

  test('opens for who knows CPF and birth date, and five wrong attempts a day block it', async () => {
    const one = await registered()
    const token = await linkFor(one)
    for (const wrong of [{ cpf: nextCpf() }, { birth_date: '2000-01-01' }]) {
      const answer = await read(token, { ...one.who, ...wrong })
      expect([answer.statusCode, answer.body.includes('Lia')]).toEqual([422, false])
    }
    const guesses = Array.from({ length: 12 }, () => read(token, { ...one.who, cpf: nextCpf() }, limited))
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 422)).toHaveLength(5)
    expect(codes.filter((code) => code === 429)).toHaveLength(7)
    expect((await read(token, one.who, limited)).statusCode).toBe(429)
  })

  test.each<[string, (one: Registered) => Promise<string>, number]>([
    ['that is unknown', async () => 'x'.repeat(43), 400],
    ['of another registration', async () => linkFor(await registered()), 422],
    [
      'that was used',
      async (one) => {
        const [first, other] = [await linkFor(one), await linkFor(one)]
        expect((await signing(one, other)).statusCode).toBe(200)
        return first
      },
      400,
    ],
    [
      'after the deadline',
      async (one) => {
        const token = await linkFor(one)
        app.deps.clock.advance(7 * DAY_MS + 1)
        return token
      },
      409,
    ],
    [
      'of a cancelled registration',
      async (one) => {
        const token = await linkFor(one)
        const { token: session } = one.buyer
        await app.call('POST', `/participant/registrations/${one.id}/cancel`, { token: session, body: {} })
        return token
      },
      409,
    ],
  ])('%s is refused', async (_name, tokenFor, status) => {
    const one = await registered()
    const token = await tokenFor(one)
    expect((await read(token, one.who)).statusCode).toBe(status)
    expect((await signing(one, token)).statusCode).toBe(status)
    expect((await refusing(one, token)).statusCode).toBe(status)
  })
})

const cancellationsOf = (id: number) =>
  db
    .selectFrom('audit_log')
    .where('entity', '=', 'registration')
    .where('entity_id', '=', id)
    .where('action', '=', 'registration.guardian_missing')
    .select('id')
    .execute()

/** A registration with an open charge. */
async function charged(options: Options = {}) {
  const one = await registered(options)
  await runJobsOnce(app.deps)
  const payment = await db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', one.id)
    .select(['p.id', 'p.charge_id', 'p.amount_cents'])
    .executeTakeFirstOrThrow()
  return {
    ...one,
    paymentId: payment.id,
    chargeId: payment.charge_id ?? '',
    amountCents: payment.amount_cents,
  }
}

describe('without the authorization', () => {
  test('a refusal cancels a paid registration, refunds everything and tells the buyer why', async () => {
    const one = await charged()
    await pressAndDeliver(app, one.chargeId, 'pagar')
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1 })
    const answer = await refusing(one, await linkFor(one))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 2,
      cancel_reason: 'guardian_refused',
      kept_cents: 0,
    })
    expect(await heldOf(app, one.event)).toBe(0)
    app.deps.clock.advance(60_000)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([
      { reason: 'guardian', amountCents: one.amountCents, status: 'done' },
    ])
    const mails = await mailTo(app, one.buyer.email)
    expect(mails.find(({ subject }) => subject.startsWith('Inscrição cancelada'))?.text).toContain(
      'porque a participação não foi autorizada',
    )
    expect((await mine(one)).guardian.refused_at).not.toBeNull()
    expect((await panel(one.id)).history.slice(0, 3)).toMatchObject([
      { action: 'refund.done' },
      { action: 'registration.guardian_refused' },
      { action: 'refund.requested' },
    ])
  })

  test('the deadline cancels an unpaid one; a payment that arrives later is refunded', async () => {
    const one = await charged()
    await press(app, one.chargeId, 'pagar')
    app.deps.clock.advance(8 * DAY_MS)
    await Promise.all([cancelOverdue(app.deps), cancelOverdue(app.deps)])
    await cancelOverdue(app.deps)
    expect(await cancellationsOf(one.id)).toHaveLength(1)
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 2,
      cancel_reason: 'guardian_missing',
    })
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 2 })
    const refunds = await listRefunds(app, one.paymentId)
    expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(one.amountCents)
  })

  test('the deadline closes the payment of an unpaid one, and cancels a free one', async () => {
    for (const valueCents of [10_000, 0]) {
      const one = await registered({ kits: [{ valueCents }] })
      await runJobsOnce(app.deps)
      app.deps.clock.advance(8 * DAY_MS)
      await cancelOverdue(app.deps)
      await runJobsOnce(app.deps)
      expect(await findRegistration(app, one.id)).toMatchObject({
        status: 2,
        cancel_reason: 'guardian_missing',
      })
      expect(await heldOf(app, one.event)).toBe(0)
      app.deps.clock.set(new Date())
    }
  })

  test('of two paid together only the one of the minor is refunded', async () => {
    const event = await createEvent(db, { organizerId: organizer.organizerId, eventOn: RACE_DAY })
    const [buyer, cpf, birthDate] = [await createUser(db, { name: 'Ana Souza' }), nextCpf(), born(14)]
    const participants = [companion({ name: 'Lia Souza', cpf, birth_date: birthDate })]
    const answer = await register(app, event, buyer, submission(event, { participants, pay_together: true }))
    expect(answer.statusCode, answer.body).toBe(201)
    await runJobsOnce(app.deps)
    const ids = answer.json().data.registrations.map(({ id }: { id: number }) => id) as [number, number]
    await app.call('POST', '/participant/payments', {
      token: buyer.token,
      body: { registration_ids: ids, payment_type: 0 },
    })
    await runJobsOnce(app.deps)
    const payment = await db
      .selectFrom('payments')
      .where('payer_user_id', '=', buyer.id)
      .where('status', '=', 0)
      .selectAll()
      .executeTakeFirstOrThrow()
    await pressAndDeliver(app, payment.charge_id ?? '', 'pagar')
    const one = {
      event,
      buyer,
      id: ids[1],
      minor: { name: 'Lia Souza', cpf, birthDate },
      who: { cpf, birth_date: birthDate },
    }
    expect((await refusing(one, await linkFor(one))).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, payment.id)).toMatchObject([
      { registrationId: ids[1], amountCents: payment.amount_cents / 2, status: 'done' },
    ])
    expect(await findRegistration(app, ids[0])).toMatchObject({ status: 1 })
  })

  test('a refusal and a signature at once: one of them counts', async () => {
    for (let i = 0; i < 6; i++) {
      const one = await charged()
      const tokens = [await linkFor(one), await linkFor(one)] as const
      const calls = [() => signing(one, tokens[0]), () => refusing(one, tokens[1])]
      const answers = await Promise.all((i % 2 ? calls : calls.toReversed()).map((send) => send()))
      const codes = answers.map(({ statusCode }) => statusCode).sort()
      expect(codes[0]).toBe(200)
      expect([400, 409]).toContain(codes[1])
      const signed = (await signaturesOf(one.id)).length
      expect((await findRegistration(app, one.id)).status).toBe(signed === 1 ? 0 : 2)
    }
  })

  test('the deadline and a signature at once: one of them counts', async () => {
    for (let i = 0; i < 6; i++) {
      const one = await registered()
      const token = await linkFor(one)
      const late = { ...app.deps, clock: { now: () => new Date(Date.now() + 8 * DAY_MS) } }
      const [signed] = await Promise.all([signing(one, token), cancelOverdue(late)])
      expect((await findRegistration(app, one.id)).status).toBe(signed.statusCode === 200 ? 0 : 2)
      if (signed.statusCode !== 200) expect(signed.statusCode).toBe(409)
      expect(await signaturesOf(one.id)).toHaveLength(signed.statusCode === 200 ? 1 : 0)
    }
  })
})

describe('what is missing', () => {
  test('is reminded of after two days and on the day before, to buyer and guardian', async () => {
    const email = `mae${nextNumber()}@exemplo.test`
    const one = await registered()
    await invite(one, 'guardian', email)
    await runJobsOnce(app.deps)
    const reminders = async () =>
      (await mailTo(app, one.buyer.email)).filter(({ subject }) =>
        subject.startsWith('Falta a autorização de Lia'),
      )
    const counts: number[] = []
    for (const days of [1, 2, 2.1, 4, 6.2, 6.3]) {
      app.deps.clock.set(new Date(Date.now() + days * DAY_MS))
      await remindSigners(app.deps)
      counts.push((await reminders()).length)
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2])
    expect((await mailTo(app, email)).length).toBe(3)
    expect(
      (await signing(one, tokenIn((await mailTo(app, email)).at(-1), '/autorizar-menor'))).statusCode,
    ).toBe(200)
  })

  test('is a filter of the list and a column of the export', async () => {
    const one = await registered({ birthDate: born(16) })
    const list = async (guardian: string) =>
      (
        await app.call('GET', `/organizer/events/${one.event.id}/participants?guardian=${guardian}`, {
          token: organizer.token,
        })
      )
        .json()
        .data.map(({ id }: { id: number }) => id)
    const file = async () =>
      (
        await app.call(
          'GET',
          `/organizer/events/${one.event.id}/export-event-participants?format=csv&columns=id,guardian_authorization`,
          { token: organizer.token },
        )
      ).body
    expect([await list('missing'), await list('signed')]).toEqual([[one.id], []])
    expect(await file()).toContain('Falta o responsável e o participante')
    await signing(one, await linkFor(one))
    expect(await file()).toContain('Falta o participante')
    await signing(one, await linkFor(one, 'participant'), 'participant')
    expect([await list('missing'), await list('signed')]).toEqual([[], [one.id]])
    expect(await file()).toContain('Assinada')
  })

  test('signatures are part of the exported data, and keep only the hash of the text when the people are removed', async () => {
    const one = await registered()
    await signing(one, await linkFor(one))
    const exported = (await app.call('GET', '/me/export', { token: one.buyer.token })).json()
    expect(exported.inscricoes[0].assinaturas_por_menor).toMatchObject([{ nome: 'Rita Souza', quem: 'mãe' }])
    await transaction(db, (tx) => anonymizeRegistrations(tx, [one.id], new Date()))
    expect(await signaturesOf(one.id)).toMatchObject([
      {
        name: 'Participante removido',
        cpf: null,
        email: null,
        ip: null,
        text: '',
        text_sha256: hashToken(guardianText(raceOf(one), MOTHER)),
      },
    ])
  })
})
