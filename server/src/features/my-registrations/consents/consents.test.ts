import Papa from 'papaparse'
import { afterAll, expect, test } from 'vitest'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { companion, register, submission } from '#test/wizard.ts'

// LGPD, art. 8: a consent is free, for a stated purpose, provable, and revoked as easily as it was given.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const race = await createEvent(db, {
  organizerId: organizer.organizerId,
  terms: [
    { name: 'Regulamento' },
    { name: 'Uso de imagem', description: 'Autorizo fotos.', kind: 'consent' },
    { name: 'Novidades', kind: 'consent' },
  ],
})
const [rules, image, news] = race.terms.map(({ id }) => id)

const order = (buyer: TestUser, accepted: readonly (number | undefined)[], changes: object = {}) =>
  register(
    app,
    race,
    buyer,
    submission(race, {
      participant_term_acceptances: race.terms.map(({ id }) => ({
        term_id: id,
        accepted: accepted.includes(id),
      })),
      ...changes,
    }),
  )
async function registered(buyer: TestUser, accepted: readonly (number | undefined)[], changes: object = {}) {
  const answer = await order(buyer, accepted, changes)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data.registrations.map(({ id }: { id: number }) => id) as number[]
}
const mine = async (id: number | undefined, { token }: TestUser): Promise<MyRegistration> =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
const revoke = (id: number | undefined, term: number | undefined, { token }: TestUser) =>
  app.call('POST', `/participant/registrations/${id}/consents/${term}/revoke`, { token })
const panel = async (id: number | undefined) =>
  (await app.call('GET', `/organizer/registrations/${id}`, { token: organizer.token })).json().data
const exportRow = async (id: number | undefined) => {
  const path = `/organizer/events/${race.id}/export-event-participants?columns=id,terms`
  const answer = await app.call('GET', path, { token: organizer.token })
  const csv = answer.payload.replace('\uFEFF', '')
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, delimiter: ';' })
  return data.find(({ Inscrição }) => Inscrição === String(id))
}

test('the event says which terms are required', async () => {
  const { data } = (await app.call('GET', `/events/${race.id}`)).json()
  expect(data.terms.map(({ kind }: { kind: string }) => kind)).toEqual(['contract', 'consent', 'consent'])
})

test('registering needs the required terms and no consent', async () => {
  const refused = await order(await createUser(db), [image, news])
  expect(refused.json().errors).toEqual({
    participant_term_acceptances: ['Você deve aceitar todos os termos.'],
  })
  const buyer = await createUser(db)
  const [id] = await registered(buyer, [rules])
  expect((await mine(id, buyer)).terms).toMatchObject([{ id: rules, kind: 'contract' }])
  expect(await exportRow(id)).toMatchObject({
    'Autorização: Uso de imagem': 'Não',
    'Autorização: Uso de imagem (dada em)': '',
  })
})

test('a consent is stored with version and time, for the buyer alone, and each registration has its own', async () => {
  const buyer = await createUser(db)
  const [own, other] = await registered(buyer, [rules, image], { participants: [companion()] })
  expect((await mine(own, buyer)).terms).toEqual([
    expect.objectContaining({ id: rules, kind: 'contract', revoked_at: null }),
    {
      id: image,
      name: 'Uso de imagem',
      version: 1,
      description: 'Autorizo fotos.',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      kind: 'consent',
      accepted_at: expect.any(String),
      revoked_at: null,
    },
  ])
  expect((await mine(other, buyer)).terms).toMatchObject([{ id: rules }])
  const [alone] = await registered(await createUser(db), [rules, image], {
    participants: [companion()],
    without_buyer: true,
  })
  const stored = await db
    .selectFrom('term_acceptances')
    .select('term_id')
    .where('registration_id', '=', alone ?? 0)
    .execute()
  expect(stored).toEqual([{ term_id: rules }])
})

test('its runner revokes it, once; the organizer sees both times, on the panel and in the export', async () => {
  const buyer = await createUser(db)
  const [id] = await registered(buyer, [rules, image])
  const at = app.deps.clock.now()
  const answers = await Promise.all([1, 2, 3].map(() => revoke(id, image, buyer)))
  answers.push(await revoke(id, image, buyer))
  for (const answer of answers)
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Autorização revogada.'])
  const term = (await mine(id, buyer)).terms.find((one) => one.id === image)
  expect(term).toMatchObject({ version: 1, accepted_at: expect.any(String) })
  expect(new Date(term?.revoked_at ?? 0).getTime()).toBeGreaterThanOrEqual(at.getTime())
  expect((await panel(id)).terms).toMatchObject([
    { id: rules, kind: 'contract', revoked_at: null },
    { id: image, kind: 'consent', revoked_at: term?.revoked_at },
  ])
  expect(await exportRow(id)).toMatchObject({
    'Autorização: Uso de imagem': 'Revogada',
    'Autorização: Uso de imagem (versão)': '1',
    'Autorização: Uso de imagem (dada em)': expect.stringMatching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/),
    'Autorização: Uso de imagem (revogada em)': expect.stringMatching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/),
    'Autorização: Novidades': 'Não',
  })
  const actions: string[] = (await panel(id)).history.map(({ action }: { action: string }) => action)
  expect(actions.filter((action) => action === 'registration.consent_revoked')).toHaveLength(1)
  expect((await mine(id, buyer)).status).toBe('Pendente')
})

test('404 for a required term, a consent that was not given, and a registration of somebody else', async () => {
  const buyer = await createUser(db)
  const [id] = await registered(buyer, [rules, image])
  expect((await revoke(id, rules, buyer)).statusCode).toBe(404)
  expect((await revoke(id, news, buyer)).statusCode).toBe(404)
  expect((await revoke(id, image, await createUser(db))).statusCode).toBe(404)
  expect((await mine(id, buyer)).terms.map(({ revoked_at }) => revoked_at)).toEqual([null, null])
})

test('a term that becomes a consent gets a new version: what was accepted before stays part of the contract', async () => {
  const { token } = organizer
  const created = await app.call('POST', '/events/create', { token, body: await eventForm(db) })
  const form = created.json().data
  const path = `/organizer/events/${form.id}`
  const [kit] = form.products
  const [modality] = form.modalities
  const buyer = await createUser(db)
  const answer = await register(app, form, buyer, {
    modality_id: modality.modality_id,
    category_id: modality.categories[0].category_id,
    product_id: kit.id,
    shirt_size_id: kit.shirt_sizes[0].id,
    participant_term_acceptances: form.terms.map(({ id }: { id: number }) => ({
      term_id: id,
      accepted: true,
    })),
    questionnaire_acceptances: form.questionnaires.map(({ id }: { id: number }) => ({
      questionnaire_id: id,
      accepted: true,
    })),
    payment_method_id: form.payment_methods[0].id,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json().data.registrations[0]
  const saved = await app.call('PUT', path, {
    token: organizer.token,
    body: { ...form, terms: [{ ...form.terms[0], kind: 'consent' }] },
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().data.terms).toMatchObject([{ kind: 'consent', version: 2 }])
  const term = form.terms[0].id
  expect((await mine(id, buyer)).terms).toMatchObject([{ id: term, kind: 'contract', version: 1 }])
  expect((await revoke(id, term, buyer)).statusCode).toBe(404)
  const copy = await app.call('POST', `${path}/duplicate`, {
    token: organizer.token,
    body: { date_event: '2030-01-06' },
  })
  expect(copy.statusCode, copy.body).toBe(201)
  const copied = await app.call('GET', `/organizer/events/${copy.json().data.id}`, { token: organizer.token })
  expect(copied.json().data.terms).toMatchObject([{ kind: 'consent', version: 1 }])
})
