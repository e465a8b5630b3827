import { afterAll, describe, expect, test } from 'vitest'
import { documentWords } from '#contract/seller.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, type TestOrganizer } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { chargedRegistration, pressAndDeliver } from '#test/payments.ts'

// Decreto 7.962/2013, art. 2: buyers read who sells, with legal name, CNPJ or CPF and address.

const { db } = await testDatabase()
const app = await listeningApp(db)
const unnamed = await testApp(db, {
  env: { DEMO: 'off', RATE_LIMITS: 'on', PAYMENT_GATEWAY: 'sandbox', LEGAL_NAME: '' },
})
afterAll(async () => {
  await unnamed.close()
  await app.close()
})

const ORGANIZER_LACKS =
  'Para abrir o evento, faltam os dados legais da organização: razão social, CNPJ e endereço. A administração da plataforma pode completá-los.'
const PLATFORM_LACKS =
  'Ainda não é possível abrir eventos: a plataforma não publicou os seus próprios dados legais. Fale com a administração.'

const change = (organizer: TestOrganizer, values: object) =>
  db.updateTable('organizers').set(values).where('id', '=', organizer.organizerId).execute()

describe('an event becomes for sale', () => {
  const create = async (organizer: TestOrganizer, changes: object = {}, through = app) =>
    through.call('POST', '/events/create', { token: organizer.token, body: await eventForm(db, changes) })
  const open = (organizer: TestOrganizer, id: number, through = app) =>
    through.call('PUT', `/organizer/events/change-status/${id}`, {
      token: organizer.token,
      body: { status: 1 },
    })

  test.each([
    ['legal name', { corporate_reason: null }],
    ['CNPJ', { cnpj: null }],
    ['address', { street: null }],
  ])('not while its organizer lacks the %s: created, opened or saved as open', async (_name, lack) => {
    const organizer = await createOrganizer(db)
    await change(organizer, lack)
    const refused = await create(organizer)
    expect([refused.statusCode, refused.json().exception]).toEqual([409, ORGANIZER_LACKS])
    const draft = (await create(organizer, { status: 0 })).json().data
    const opened = await open(organizer, draft.id)
    expect([opened.statusCode, opened.json().exception]).toEqual([409, ORGANIZER_LACKS])
    const saved = await app.call('PUT', `/organizer/events/${draft.id}`, {
      token: organizer.token,
      body: { ...draft, status: 1 },
    })
    expect([saved.statusCode, saved.json().exception]).toEqual([409, ORGANIZER_LACKS])
    expect((await app.call('GET', `/events/slug/${draft.slug}`)).statusCode).toBe(404)
    await change(organizer, { corporate_reason: 'Corre Ltda.', cnpj: '12ABC34501DE35', street: 'Rua Um' })
    expect((await open(organizer, draft.id)).statusCode).toBe(200)
    await change(organizer, { cnpj: null })
  })

  test('one that is open already stays open and can be saved', async () => {
    const organizer = await createOrganizer(db)
    const event = (await create(organizer)).json().data
    await change(organizer, { cnpj: null })
    const saved = await app.call('PUT', `/organizer/events/${event.id}`, {
      token: organizer.token,
      body: { ...event, title: 'Outro nome' },
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await app.call('GET', `/events/slug/${event.slug}`)).json().data).toMatchObject({
      status: 1,
      organizer: [{ seller: null }],
    })
  })

  test('not on a platform without legal data of its own', async () => {
    const organizer = await createOrganizer(db)
    const refused = await create(organizer, {}, unnamed)
    expect([refused.statusCode, refused.json().exception]).toEqual([409, PLATFORM_LACKS])
    const draft = (await create(organizer, { status: 0 }, unnamed)).json().data
    expect((await open(organizer, draft.id, unnamed)).json().exception).toBe(PLATFORM_LACKS)
  })
})

test('event page, receipt and confirmation name the organizer, and every e-mail the platform', async () => {
  const organizer = await createOrganizer(db, { fantasyName: 'Ilha Run' })
  await change(organizer, { corporate_reason: 'Ilha Run Eventos S.A.', cnpj: '12ABC34501DE35' })
  const race = await createEvent(db, { organizerId: organizer.organizerId })
  const seller = {
    name: 'Ilha Run Eventos S.A.',
    document: '12ABC34501DE35',
    address: 'Avenida Paulista, 1000, Bela Vista, São Paulo/SP, CEP 01310-100',
  }
  const { data } = (await app.call('GET', `/events/${race.id}`)).json()
  expect(data.organizer).toMatchObject([{ name_fantasy: 'Ilha Run', seller }])

  const { registrationId, chargeId } = await chargedRegistration(app, race)
  await pressAndDeliver(app, chargeId, 'pagar')
  await runJobsOnce(app.deps)
  const buyer = await db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('r.id', '=', registrationId)
    .select('u.email')
    .executeTakeFirstOrThrow()
  const mails = await mailTo(app, buyer.email)
  const platform = app.deps.config.seller
  if (!platform) throw new Error('the demo names its platform')
  const line = `${platform.name} · ${documentWords(platform.document)} · ${platform.address}\n${platform.email}`
  expect(mails.length).toBeGreaterThan(0)
  for (const { text } of mails) expect(text).toContain(line)
  expect(mails.find(({ subject }) => subject.startsWith('Inscrição confirmada'))?.text).toContain(
    `Organização do evento: ${seller.name} · CNPJ 12.ABC.345/01DE-35 · ${seller.address}`,
  )
})
