// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, instantIn } from '#contract/dates.ts'
import { transaction } from '#server/lib/db.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrganizer, createUser, nextCpf, nextNumber } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { callThatWaits } from '#test/locks.ts'
import { mailTo, tokenIn } from '#test/mail.ts'
import { companion, register, submission } from '#test/wizard.ts'
import { remindParticipants } from '../reminders/remind-participants.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
const limited = await listeningApp(db, { env: { RATE_LIMITS: 'on' } })
afterAll(() => Promise.all([app.close(), limited.close()]))
afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})
const organizer = await createOrganizer(db)

const TERMS: EventOptions['terms'] = [{ name: 'Regulamento' }, { name: 'Uso de imagem', kind: 'consent' }]

async function registered(options: EventOptions = {}, person: Record<string, unknown> = {}) {
  const event = await createEvent(db, { organizerId: organizer.organizerId, terms: TERMS, ...options })
  const buyer = await createUser(db, { name: 'Ana Souza' })
  const cpf = nextCpf()
  const body = submission(event, {
    participants: [companion({ name: 'Carla Dias', cpf, birth_date: '1990-03-12', ...person })],
  })
  const answer = await register(app, event, buyer, body)
  expect(answer.statusCode, answer.body).toBe(201)
  const [own, { id }] = answer.json().data.registrations as [{ id: number }, { id: number }]
  return { event, buyer, id, own: own.id, who: { cpf, birth_date: '1990-03-12' } }
}

const call = (path: string, body: object, on = app) =>
  on.call('POST', `/registrations/confirmation${path}`, { body })
const read = (token: string, who: object, on = app) => call('/read', { token, ...who }, on)

async function invited(buyer: { token: string }, id: number): Promise<string> {
  const answer = await app.call('POST', `/participant/registrations/${id}/invitation`, { token: buyer.token })
  expect(answer.statusCode, answer.body).toBe(201)
  return new URL(answer.json().data.link).searchParams.get('token') ?? ''
}

type Registered = Awaited<ReturnType<typeof registered>>

const confirming = ({ event, who }: Registered, token: string, changes: object = {}) =>
  call('', {
    token,
    ...who,
    name: 'Carla Dias',
    phone: '(11) 91234-5678',
    terms: event.terms.map(({ id }) => ({ id, version: 1 })),
    answers: event.questionnaires.map(({ id }) => ({ questionnaire_id: id, accepted: false })),
    ...changes,
  })

const mine = async (id: number, { token }: { token: string }) =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
const panel = async (id: number) =>
  (await app.call('GET', `/organizer/registrations/${id}`, { token: organizer.token })).json().data
const acceptancesOf = (id: number) =>
  db
    .selectFrom('term_acceptances')
    .where('registration_id', '=', id)
    .orderBy('term_id')
    .select(['by_participant', 'revoked_at'])
    .execute()

describe('opening the link', () => {
  test('shows the registration to who knows CPF and birth date, and nothing to others', async () => {
    const one = await registered()
    const token = await invited(one.buyer, one.id)
    for (const wrong of [{ cpf: nextCpf() }, { birth_date: '1990-03-13' }]) {
      const answer = await read(token, { ...one.who, ...wrong })
      expect([answer.statusCode, answer.json().message]).toEqual([
        422,
        'O CPF e a data de nascimento não são os desta inscrição.',
      ])
      expect(answer.body).not.toContain('Carla')
    }
    const answer = await read(token, one.who)
    expect(answer.json().data).toMatchObject({
      event: { title: one.event.title },
      buyer: 'Ana',
      person: { name: 'Carla Dias', email: null },
      terms: [
        { name: 'Regulamento', kind: 'contract', accepted: false, sha256: expect.any(String) },
        { name: 'Uso de imagem', kind: 'consent', accepted: false },
      ],
      confirmed_at: null,
      has_account: false,
    })
    await createUser(db, { cpf: one.who.cpf })
    expect((await read(token, one.who)).json().data.has_account).toBe(true)
  })

  test('five wrong attempts a day block a link, also concurrent ones', async () => {
    const one = await registered()
    const token = await invited(one.buyer, one.id)
    const guesses = Array.from({ length: 12 }, () => read(token, { ...one.who, cpf: nextCpf() }, limited))
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 422)).toHaveLength(5)
    expect(codes.filter((code) => code === 429)).toHaveLength(7)
    expect((await read(token, one.who, limited)).statusCode).toBe(429)
    expect((await read(await invited(one.buyer, one.id), one.who, limited)).statusCode).toBe(200)
  })

  test.each([
    ['an unknown link', async () => 'x'.repeat(43), 400],
    [
      'a link after the race',
      async (one: Registered) => {
        const token = await invited(one.buyer, one.id)
        const { event_on } = await db
          .selectFrom('events')
          .where('id', '=', one.event.id)
          .select('event_on')
          .executeTakeFirstOrThrow()
        app.deps.clock.set(instantIn('America/Sao_Paulo', addDays(event_on, 1), '00:00'))
        return token
      },
      400,
    ],
    [
      'the link of a cancelled registration',
      async (one: Registered) => {
        const token = await invited(one.buyer, one.id)
        await app.call('POST', `/participant/registrations/${one.id}/cancel`, {
          token: one.buyer.token,
          body: {},
        })
        return token
      },
      409,
    ],
    [
      'a link that was used',
      async (one: Registered) => {
        const [token, other] = [await invited(one.buyer, one.id), await invited(one.buyer, one.id)]
        expect((await confirming(one, other)).statusCode).toBe(200)
        return token
      },
      400,
    ],
  ])('%s is refused', async (_name, tokenFor, status) => {
    const one = await registered()
    const token = await tokenFor(one)
    expect((await read(token, one.who)).statusCode).toBe(status)
    expect((await confirming(one, token)).statusCode).toBe(status)
  })

  test("a link does not open another person's registration", async () => {
    const [one, other] = [await registered(), await registered()]
    expect((await read(await invited(one.buyer, one.id), other.who)).statusCode).toBe(422)
  })
})

describe('an invitation', () => {
  test('is created by the buyer and the staff of the event, for others than the buyer only', async () => {
    const one = await registered()
    const path = `registrations/${one.id}/invitation`
    const byBuyer = await app.call('POST', `/participant/${path}`, { token: one.buyer.token })
    expect(byBuyer.json().data.text).toContain(byBuyer.json().data.link)
    expect(byBuyer.json().data.text).toMatch(/^Oi, Carla! A sua inscrição na /)
    const byStaff = await app.call('POST', `/organizer/${path}`, { token: organizer.token })
    expect(byStaff.statusCode, byStaff.body).toBe(201)
    const stranger = await createUser(db)
    expect((await app.call('POST', `/participant/${path}`, { token: stranger.token })).statusCode).toBe(404)
    const elsewhere = await createOrganizer(db)
    expect((await app.call('POST', `/organizer/${path}`, { token: elsewhere.token })).statusCode).toBe(404)
    const own = `/participant/registrations/${one.own}/invitation`
    expect((await app.call('POST', own, { token: one.buyer.token })).statusCode).toBe(404)
  })

  test('is stored as a hash, and limited to ten a day for a registration', async () => {
    const one = await registered()
    const token = await invited(one.buyer, one.id)
    const stored = await db
      .selectFrom('confirmation_links')
      .where('registration_id', '=', one.id)
      .select('token_hash')
      .execute()
    expect(stored).toEqual([{ token_hash: hashToken(token) }])
    const path = `/participant/registrations/${one.id}/invitation`
    const codes: number[] = []
    for (let i = 0; i < 11; i++)
      codes.push((await limited.call('POST', path, { token: one.buyer.token })).statusCode)
    expect(codes).toEqual([...Array(10).fill(201), 429])
  })

  test('is sent to the e-mail address that the buyer gave, beside the link that disowns', async () => {
    const email = `carla${nextNumber()}@exemplo.test`
    const one = await registered({}, { email })
    const [mail] = await mailTo(app, email)
    expect(mail?.text).toContain('/nao-sou-eu?token=')
    const token = tokenIn(mail, '/confirmar-inscricao')
    expect((await read(token, one.who)).statusCode).toBe(200)
  })
})

describe('confirming', () => {
  test('stores the own data, terms, consents and answers in place of those of the buyer', async () => {
    const one = await registered({ questionnaires: [{}, {}] })
    expect(await acceptancesOf(one.id)).toEqual([{ by_participant: false, revoked_at: null }])
    const token = await invited(one.buyer, one.id)
    const email = `carla${nextNumber()}@exemplo.test`
    const answer = await confirming(one, token, { name: 'Carla Dias Moreira', email })
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      'Inscrição confirmada. Nos vemos na largada!',
    ])
    expect(await acceptancesOf(one.id)).toEqual([
      { by_participant: true, revoked_at: null },
      { by_participant: true, revoked_at: null },
    ])
    const record = await panel(one.id)
    expect(record).toMatchObject({
      participant: { name: 'Carla Dias Moreira', phone: '11912345678' },
      person: { email },
      confirmation: { confirmed_at: expect.any(String), reminders: 0 },
      answers: [{ accepted: false }, { accepted: false }],
      terms: [{ by_participant: true }, { by_participant: true }],
    })
    expect(record.history[0].action).toBe('registration.participant_confirmed')
    expect(await mine(one.id, one.buyer)).toMatchObject({
      confirmation: { confirmed_at: expect.any(String) },
      answers: [],
    })
    expect((await mine(one.own, one.buyer)).confirmation).toBeNull()
    const exported = (await app.call('GET', '/me/export', { token: one.buyer.token })).json()
    expect(
      exported.inscricoes.map(({ respostas }: { respostas: unknown[] }) => respostas.length).sort(),
    ).toEqual([0, 2])
    expect((await mine(one.own, one.buyer)).answers).toMatchObject([{ accepted: true }, { accepted: true }])
  })

  test('answers later and conditional questions, which the buyer can no longer answer', async () => {
    const one = await registered({
      questionnaires: [
        {},
        { description: 'Dor no peito?', asked: 'later' },
        { description: 'Onde?', kind: 'text', asked: 'later', condition: [1, 'Sim'] },
        { description: 'Quem retira?', kind: 'text', asked: 'pickup' },
      ],
    })
    const [order, later, where] = one.event.questionnaires.map(({ id }) => id)
    const token = await invited(one.buyer, one.id)
    const { questions } = (await read(token, one.who)).json().data
    expect(questions.map(({ asked }: { asked: string }) => asked)).toEqual(['order', 'later', 'later'])
    const yes = [
      { questionnaire_id: order, accepted: false },
      { questionnaire_id: later, accepted: true },
    ]
    expect((await confirming(one, token, { answers: yes })).json().errors).toEqual({
      questionnaire_acceptances: ['Responda todas as perguntas'],
    })
    const answers = [...yes, { questionnaire_id: where, value: 'à esquerda' }]
    expect((await confirming(one, token, { answers })).statusCode).toBe(200)
    expect((await panel(one.id)).answers).toMatchObject([
      { accepted: false },
      { accepted: true },
      { value: 'à esquerda' },
    ])
    expect(await mine(one.id, one.buyer)).toMatchObject({ answers: [], questionnaire: null })
    const late = await app.call('PUT', `/participant/registrations/${one.id}/answers`, {
      token: one.buyer.token,
      body: { answers: yes },
    })
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Quem vai correr já confirmou a inscrição e responde pelo próprio link.',
    ])
  })

  test('answers of the buyer that wait for the confirmation do not replace it', async () => {
    const one = await registered({ questionnaires: [{ asked: 'later' }] })
    const { pending } = await transaction(db, async (tx) => {
      await tx.updateTable('registrations').set({ phone: '11912345678' }).where('id', '=', one.id).execute()
      await tx
        .updateTable('confirmations')
        .set({ confirmed_at: new Date() })
        .where('registration_id', '=', one.id)
        .execute()
      const pending = app.call('PUT', `/participant/registrations/${one.id}/answers`, {
        token: one.buyer.token,
        body: { answers: [{ questionnaire_id: at(one.event.questionnaires, 0).id, accepted: true }] },
      })
      await callThatWaits(db, 'registrations')
      return { pending }
    })
    expect((await pending).statusCode).toBe(409)
    expect((await panel(one.id)).answers).toEqual([])
  })

  test('another link opens the form again: a consent that is not given again is revoked', async () => {
    const one = await registered()
    expect((await confirming(one, await invited(one.buyer, one.id))).statusCode).toBe(200)
    const token = await invited(one.buyer, one.id)
    const { data } = (await read(token, one.who)).json()
    expect(data.terms.map(({ accepted }: { accepted: boolean }) => accepted)).toEqual([true, true])
    const contract = [{ id: at(one.event.terms, 0).id, version: 1 }]
    expect((await confirming(one, token, { terms: contract })).statusCode).toBe(200)
    expect(await acceptancesOf(one.id)).toEqual([
      { by_participant: true, revoked_at: null },
      { by_participant: true, revoked_at: expect.any(Date) },
    ])
  })

  test.each([
    ['terms that are not accepted', { terms: [] }, 'participant_term_acceptances'],
    ['a question without an answer', { answers: [] }, 'questionnaire_acceptances'],
    ['the name of another person', { name: 'João Pedro Alves' }, 'name'],
    ['an invalid phone', { phone: '123' }, 'phone'],
    ['a proof that was not sent', { proof: 'answers/nada.pdf' }, 'proof'],
  ])('%s is refused at its field, and the link still works', async (_what, changes, field) => {
    const one = await registered({ questionnaires: [{}] })
    const token = await invited(one.buyer, one.id)
    const refused = await confirming(one, token, changes)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, [field]])
    expect((await panel(one.id)).confirmation.confirmed_at).toBeNull()
    expect((await confirming(one, token)).statusCode).toBe(200)
  })

  test('a term that changed meanwhile must be read again', async () => {
    const one = await registered()
    const token = await invited(one.buyer, one.id)
    await db
      .insertInto('term_versions')
      .columns(['term_id', 'version', 'name', 'description', 'created_at'])
      .values({
        term_id: at(one.event.terms, 0).id,
        version: 2,
        name: 'Regulamento',
        description: 'Outro',
        created_at: new Date(),
      })
      .execute()
    await db.updateTable('terms').set({ version: 2 }).where('id', '=', at(one.event.terms, 0).id).execute()
    const answer = await confirming(one, token)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Um termo mudou. Leia-o de novo e confirme.',
    ])
  })

  test('of two at once one wins', async () => {
    const one = await registered()
    const tokens = [await invited(one.buyer, one.id), await invited(one.buyer, one.id)]
    const answers = await Promise.all([...tokens, ...tokens].map((token) => confirming(one, token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
  })

  test('while the buyer cancels, either ends well', async () => {
    for (let i = 0; i < 5; i++) {
      const one = await registered()
      const token = await invited(one.buyer, one.id)
      const cancel = () =>
        app.call('POST', `/participant/registrations/${one.id}/cancel`, { token: one.buyer.token, body: {} })
      const [confirmed, cancelled] = await Promise.all([confirming(one, token), cancel()])
      expect(cancelled.statusCode).toBe(200)
      expect([200, 409]).toContain(confirmed.statusCode)
    }
  })
})

describe('files', () => {
  const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\nendobj\n%%EOF')
  async function send(body: object) {
    const form = new FormData()
    form.append('data', JSON.stringify(body))
    form.append('file', new File([new Uint8Array(PDF)], 'atestado.pdf', { type: 'application/pdf' }))
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    return app.call('POST', '/registrations/confirmation/files', {
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
  }

  test('an answer with a file is shown to the organizer, and no longer to the buyer', async () => {
    const one = await registered({ questionnaires: [{ kind: 'file', required: false }] })
    const token = await invited(one.buyer, one.id)
    expect((await send({ token, ...one.who, cpf: nextCpf() })).statusCode).toBe(422)
    const sent = await send({ token, ...one.who })
    expect(sent.statusCode, sent.body).toBe(201)
    const { path } = sent.json().data
    const question = at(one.event.questionnaires, 0).id
    const answers = [{ questionnaire_id: question, file: path }]
    expect((await confirming(one, token, { answers })).statusCode).toBe(200)
    const file = `registrations/${one.id}/answers/${question}/file`
    expect((await app.call('GET', `/organizer/${file}`, { token: organizer.token })).statusCode).toBe(200)
    expect((await app.call('GET', `/participant/${file}`, { token: one.buyer.token })).statusCode).toBe(404)
    // The same file is not accepted for another registration.
    const other = await registered({ questionnaires: [{ kind: 'file', required: false }] })
    const taken = await confirming(other, await invited(other.buyer, other.id), {
      answers: [{ questionnaire_id: at(other.event.questionnaires, 0).id, file: path }],
    })
    expect(taken.statusCode).toBe(422)
  })

  test('the proof of a claimed right goes to review', async () => {
    const event = await createEvent(db, {
      organizerId: organizer.organizerId,
      terms: TERMS,
      rights: [{ name: 'Estudante', declaration: 'Declaro.', proof: 'Carteira', proofDaysBefore: 1 }],
    })
    const [buyer, cpf] = [await createUser(db), nextCpf()]
    const right = { id: at(event.rights, 0).id, version: 1 }
    const person = companion({ name: 'Carla Dias', cpf, birth_date: '1990-03-12', right })
    const answer = await register(app, event, buyer, submission(event, { participants: [person] }))
    expect(answer.statusCode, answer.body).toBe(201)
    const [own, { id }] = answer.json().data.registrations
    const one = { event, buyer, id, own: own.id, who: { cpf, birth_date: '1990-03-12' } }
    const token = await invited(buyer, id)
    expect((await read(token, one.who)).json().data.proof).toMatchObject({
      right: 'Estudante',
      document: 'Carteira',
    })
    const { path } = (await send({ token, ...one.who })).json().data
    expect((await confirming(one, token, { proof: path })).statusCode).toBe(200)
    expect((await panel(id)).rights).toMatchObject([{ name: 'Estudante', status: 'in_review' }])
  })
})

describe('staff', () => {
  const correct = (id: number, person: object) =>
    app.call('PUT', `/organizer/registrations/${id}/person`, {
      token: organizer.token,
      body: { name: 'Carla Dias', birth_date: '1990-03-12', sex: 1, reason: 'Pediu', ...person },
    })

  test('correct typing errors, and cannot put another person in the place of the participant', async () => {
    const { id } = await registered()
    expect((await correct(id, { name: 'Karla Diaz', birth_date: '1990-12-03' })).statusCode).toBe(200)
    const other = await correct(id, { name: 'João Pedro Alves', birth_date: '2015-08-30' })
    expect([other.statusCode, other.json().errors]).toEqual([
      422,
      {
        birth_date: [
          'Aqui só se corrigem erros de digitação. Para trocar a pessoa, cancele esta inscrição e faça outra.',
        ],
      },
    ])
    // Several corrections are compared with the person as registered.
    expect((await correct(id, { name: 'Karlo Diaz' })).statusCode).toBe(422)
    expect((await correct(id, { name: 'Carla Dias' })).statusCode).toBe(200)
  })

  test('find who has not confirmed, in the list and in the export', async () => {
    const one = await registered()
    const list = async (confirmation: string) =>
      (
        await app.call('GET', `/organizer/events/${one.event.id}/participants?confirmation=${confirmation}`, {
          token: organizer.token,
        })
      )
        .json()
        .data.map(({ id }: { id: number }) => id)
    expect([await list('missing'), await list('confirmed')]).toEqual([[one.id], []])
    await confirming(one, await invited(one.buyer, one.id))
    expect([await list('missing'), await list('confirmed')]).toEqual([[], [one.id]])
  })
})

test('reminders go to participant and buyer after three days and in the week before the race', async () => {
  await db.deleteFrom('confirmation_links').execute()
  await db.deleteFrom('confirmations').execute()
  const email = `carla${nextNumber()}@exemplo.test`
  const today = dayIn('America/Sao_Paulo', new Date())
  const eventOn = addDays(today, 30)
  const one = await registered({ eventOn, registrationEndsOn: addDays(today, 20) }, { email })
  await runJobsOnce(app.deps)
  const runOn = async (days: number) => {
    app.deps.clock.set(new Date(Date.now() + days * 86_400_000))
    const claimed = await remindParticipants(app.deps)
    await runJobsOnce(app.deps)
    return claimed
  }
  const subjects = async (address: string) =>
    (await mailTo(app, address))
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith('Falta confirmar'))
  expect([await runOn(2), await runOn(4), await runOn(5), await runOn(24), await runOn(25)]).toEqual([
    0, 1, 0, 1, 0,
  ])
  expect(await subjects(email)).toEqual(Array(2).fill(`Falta confirmar a sua inscrição: ${one.event.title}`))
  expect(await subjects(one.buyer.email)).toEqual(
    Array(2).fill(`Falta confirmar uma inscrição: ${one.event.title}`),
  )
  app.deps.clock.set(new Date())
  const token = await invited(one.buyer, one.id)
  await confirming(one, token)
  await db.updateTable('confirmations').set({ reminders: 0, reminded_at: null }).execute()
  expect(await runOn(24)).toBe(0)
})
