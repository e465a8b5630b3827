import { afterAll, afterEach, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import type { HistoryEntry } from '#contract/event-management/event-history.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { mailTo } from '#test/mail.ts'
import { register, submission } from '#test/wizard.ts'

// docs/algorithms/pricing.md, "Merging two categories".

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const organizer = await createOrganizer(db)
const { token } = organizer
const [YOUNGER, OLDER, OPEN] = [0, 1, 2] as const

const race = (options: EventOptions = {}, capacity: number | null = null) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    modalities: [
      {
        name: '10 km',
        categories: [
          { name: '30–34', sex: 1, min_age: 30, max_age: 34 },
          { name: '35+', sex: 1, min_age: 35, capacity },
          { name: 'Geral' },
        ],
      },
      { name: '21 km', categories: [{ name: '21 km Geral' }] },
    ],
    kits: [{ name: 'Kit', valueCents: 10_000 }],
    questionnaires: [],
    terms: [],
    ...options,
  })

const merge = (event: TestEvent, from: number = YOUNGER, into: number = OLDER, name = '30+') =>
  app.call('POST', `/organizer/events/${event.id}/categories/${at(event.categories, from).id}/merge`, {
    token,
    body: { into_category_id: at(event.categories, into).id, name },
  })
const read = async <T>(path: string): Promise<T> => (await app.call('GET', path, { token })).json().data
const document = ({ id }: TestEvent) => read<OrganizerEvent>(`/organizer/events/${id}`)
const categoriesOf = async (event: TestEvent) => at((await document(event)).modalities, 0).categories
const registrationsOf = ({ id }: TestEvent) =>
  db
    .selectFrom('registrations')
    .where('event_id', '=', id)
    .orderBy('id')
    .select(['category_id', 'status', 'total_cents', 'ineligible_reason'])
    .execute()

test('registrations move with kit, price and spot, and everyone affected gets one e-mail', async () => {
  const event = await race({}, 10)
  const [mover, other, stranger] = [await createUser(db), await createUser(db), await createUser(db)]
  await createOrder(db, event, { buyer: mover, category: YOUNGER, additional: 1 })
  await createOrder(db, event, { category: YOUNGER, registrationStatus: 2 })
  await createOrder(db, event, { buyer: other, category: OLDER })
  await createOrder(db, event, { buyer: stranger, category: OPEN })
  const before = await registrationsOf(event)
  const { lock_version } = await document(event)

  const answer = await merge(event)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({
    data: { moved: 2 },
    message: 'Categorias unidas: 2 inscrições mudaram de categoria.',
  })
  const into = at(event.categories, OLDER).id
  const open = at(event.categories, OPEN).id
  expect(await registrationsOf(event)).toEqual(
    before.map((one) => ({ ...one, category_id: one.category_id === open ? open : into })),
  )
  expect((await document(event)).lock_version).toBe(lock_version + 1)
  expect(await categoriesOf(event)).toMatchObject([
    {
      category_id: into,
      category_name: '30+',
      sex: 1,
      min_age: 30,
      max_age: null,
      vacancy_limit: 10,
      held: 3,
    },
    { category_id: open, category_name: 'Geral', sex: null },
  ])

  for (const { email } of [mover, other]) {
    const mails = (await mailTo(app, email)).filter(({ subject }) => subject.startsWith('Categorias unidas'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('as categorias 30–34 e 35+ da modalidade 10 km em uma só: 30+')
  }
  const [told] = (await mailTo(app, mover.email)).filter(({ subject }) => /unidas/.test(subject))
  expect(told?.text).toMatch(new RegExp(`A mudança vale para ${mover.name}, Acompanhante \\d+\\.`))
  expect((await mailTo(app, stranger.email)).filter(({ subject }) => /unidas/.test(subject))).toEqual([])

  const [entry] = await read<HistoryEntry[]>(`/organizer/events/${event.id}/history`)
  expect(entry?.action).toBe('event.categories_merged')
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { field: 'Categoria "30–34" — Nome', before: '30–34', after: null },
      { field: 'Categoria "35+" — Nome', before: '35+', after: '30+' },
      { field: 'Categoria "35+" — Idade mínima', before: '35', after: '30' },
      { field: 'Inscrições mudadas', before: null, after: '2' },
    ]),
  )
})

test('twice at once merges once, and a repetition changes nothing', async () => {
  const event = await race()
  const buyer = await createUser(db)
  await createOrder(db, event, { buyer, category: YOUNGER })
  const answers = await Promise.all([merge(event), merge(event)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers.map((answer) => answer.json().data.moved).toSorted()).toEqual([0, 1])
  expect((await merge(event)).json().data).toEqual({ moved: 0 })
  const mails = (await mailTo(app, buyer.email)).filter(({ subject }) => /unidas/.test(subject))
  expect(mails).toHaveLength(1)
})

test('orders that arrive at the same time are in the merged category or refused', async () => {
  const event = await race({ kits: [{ name: 'Kit', valueCents: 0, feeRate: 0 }] })
  const birthOn = addDays(dayIn('America/Sao_Paulo', new Date()), -366 * 32)
  const buyers = await Promise.all(Array.from({ length: 8 }, () => createUser(db, { sex: 1, birthOn })))
  const { modalityId, id } = at(event.categories, YOUNGER)
  const order = submission(event, { modality_id: modalityId, category_id: id, payment_method_id: null })
  const [merged, ...answers] = await Promise.all([
    merge(event),
    ...buyers.map((buyer) => register(app, event, buyer, order)),
  ])
  expect(merged.statusCode, merged.body).toBe(200)
  for (const { statusCode, body } of answers) expect([201, 409, 422], body).toContain(statusCode)
  for (const one of await registrationsOf(event)) expect(one.category_id).toBe(at(event.categories, OLDER).id)
})

test('a registration that met neither rule stays marked, with the new rule', async () => {
  const event = await race({ ineligibleChanges: 'mark' })
  const { registrations } = await createOrder(db, event, { category: YOUNGER })
  await db
    .updateTable('registrations')
    .set({ birth_on: '2020-01-01', ineligible_reason: 'A categoria "30–34" é para outras.' })
    .where('id', '=', at(registrations, 0).id)
    .execute()
  expect((await merge(event)).statusCode).toBe(200)
  expect(at(await registrationsOf(event), 0).ineligible_reason).toMatch(
    /^A categoria "30\+" é para mulheres que tiverem 30 anos ou mais em /,
  )
})

test('refused while spots are missing, a kit is not sold there, or it is another modality', async () => {
  const full = await race({}, 1)
  await createOrder(db, full, { category: YOUNGER, additional: 1 })
  expect((await merge(full)).json().message).toBe(
    '1 inscrição ficaria sem vaga em "35+". Aumente o limite dela e salve antes de unir.',
  )
  expect(await categoriesOf(full)).toHaveLength(3)

  const stranded = await race({ kits: [{ name: 'Kit', category: [YOUNGER, OPEN] }] })
  const answer = await merge(stranded)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe(
    'O produto "Kit" é vendido em "30–34" e não em "35+". Inclua "35+" nele e salve antes de unir.',
  )
  expect((await merge(stranded, OLDER, YOUNGER)).statusCode).toBe(200)

  const event = await race()
  for (const into of [3, YOUNGER])
    expect((await merge(event, YOUNGER, into)).json().errors).toEqual({
      into_category_id: ['Escolha outra categoria da mesma modalidade.'],
    })
})

test('possible on the day of the race, refused after it', async () => {
  const today = dayIn('America/Sao_Paulo', new Date())
  expect((await merge(await race({ eventOn: today }))).statusCode).toBe(200)
  const answer = await merge(await race({ eventOn: addDays(today, -1) }))
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('Categorias só podem ser unidas antes da prova.')
})
