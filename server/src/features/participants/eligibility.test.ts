import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import type { ParticipantRow } from '#contract/participants/participants.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createUpload } from '#test/factories/event-form.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { cancelPending } from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'

// docs/algorithms/pricing.md, "Who may register".

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const organizer = await createOrganizer(db)
const RACE = `${Number(dayIn('America/Sao_Paulo', new Date()).slice(0, 4)) + 1}-06-14`
const DAY = toBrazilianDate(RACE)
/** Born on the day of the race, so many years before. */
const bornFor = (age: number) => `${Number(RACE.slice(0, 4)) - age}${RACE.slice(4)}`

/** Everybody, women, and people of 60; one kit for everybody, one for grown-ups. */
const race = (options: EventOptions = {}) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    eventOn: RACE,
    modalities: [
      {
        name: '10 km',
        categories: [
          { name: 'Geral' },
          { name: 'Feminino', sex: 1 },
          { name: '60+', min_age: 60 },
          { name: 'Sub-18', max_age: 17 },
        ],
      },
      { name: '21 km', min_age: 50, categories: [{ name: '21 km Geral' }] },
    ],
    kits: [
      { name: 'Kit', valueCents: 10_000 },
      { name: 'Kit com cerveja', valueCents: 12_000, min_age: 40 },
    ],
    questionnaires: [],
    terms: [],
    ...options,
  })
const [GENERAL, WOMEN, SENIORS, YOUTH, HALF] = [0, 1, 2, 3, 4] as const

const choice = (event: TestEvent, category: number, kit = 0) => ({
  modality_id: at(event.categories, category).modalityId,
  category_id: at(event.categories, category).id,
  product_id: at(event.kits, kit).id,
  shirt_size_id: null,
})

describe('registering', () => {
  test.each([
    [
      WOMEN,
      0,
      { sex: 0 as const },
      { category_id: [`A categoria "Feminino" é para mulheres; o sexo do seu cadastro é masculino.`] },
    ],
    [
      SENIORS,
      0,
      { birthOn: addDays(bornFor(60), 1) },
      {
        category_id: [
          `A categoria "60+" é para quem tiver 60 anos ou mais em ${DAY}; nessa data você terá 59.`,
        ],
      },
    ],
    [SENIORS, 0, { birthOn: bornFor(60) }, null],
    [YOUTH, 0, { birthOn: addDays(bornFor(18), 1) }, null],
    [
      YOUTH,
      0,
      { birthOn: bornFor(18) },
      {
        category_id: [
          `A categoria "Sub-18" é para quem tiver até 17 anos em ${DAY}; nessa data você terá 18.`,
        ],
      },
    ],
    [
      HALF,
      1,
      { birthOn: bornFor(30) },
      {
        modality_id: [
          `A modalidade "21 km" é para quem tiver 50 anos ou mais em ${DAY}; nessa data você terá 30.`,
        ],
        product_id: [
          `O kit "Kit com cerveja" é para quem tiver 40 anos ou mais em ${DAY}; nessa data você terá 30.`,
        ],
      },
    ],
  ])('in category %i with kit %i as %o', async (category, kit, person, errors) => {
    const event = await race()
    const answer = await register(
      app,
      event,
      await createUser(db, person),
      submission(event, choice(event, category, kit)),
    )
    expect(answer.statusCode, answer.body).toBe(errors ? 422 : 201)
    if (errors) expect(answer.json().errors).toEqual(errors)
  })

  test('each additional person by their own data', async () => {
    const event = await race()
    const answer = await register(
      app,
      event,
      await createUser(db),
      submission(event, {
        ...choice(event, WOMEN),
        participants: [companion({ name: 'Rui Sá', sex: 0 }), companion({ ...choice(event, GENERAL) })],
      }),
    )
    expect(answer.json().errors).toEqual({
      'participants.0.category_id': [
        'A categoria "Feminino" é para mulheres; o sexo informado de Rui Sá é masculino.',
      ],
    })
  })

  test('with ages on 31 December', async () => {
    const year = Number(RACE.slice(0, 4))
    const event = await race({ ageReference: 'year_end' })
    const order = async (birthOn: string) =>
      (
        await register(
          app,
          event,
          await createUser(db, { birthOn }),
          submission(event, choice(event, SENIORS)),
        )
      ).statusCode
    expect(await order(`${year - 60}-12-31`)).toBe(201)
    expect(await order(`${year - 59}-01-01`)).toBe(422)
  })

  test('the public event has the rules, with which the wizard decides the same', async () => {
    const event = await race({ ageReference: 'year_end' })
    const { data } = (await app.call('GET', `/events/slug/${event.slug}`)).json()
    expect(data).toMatchObject({
      age_reference: 'year_end',
      modalities: [
        { min_age: null, categories: [{ sex: null }, { sex: 1 }, { min_age: 60 }, { max_age: 17 }] },
        { min_age: 50 },
      ],
      products: [{ min_age: null }, { min_age: 40 }],
    })
  })
})

async function registered(event: TestEvent, category: number = GENERAL) {
  const buyer = await createUser(db, { name: 'Ana Lima' })
  const order = await createOrder(db, event, { category, buyer })
  return at(order.registrations, 0).id
}
const edit = (event: TestEvent, id: number, category: number, kit = 0) =>
  app.call('PUT', `/organizer/events/register/${id}`, {
    token: organizer.token,
    body: {
      category_id: at(event.categories, category).id,
      products: [{ id: at(event.kits, kit).id, shirt_size_id: null }],
      payment_method_id: at(event.paymentMethods, 0).id,
    },
  })
const correct = (id: number, person: object) =>
  app.call('PUT', `/organizer/registrations/${id}/person`, {
    token: organizer.token,
    body: { name: 'Ana Lima', birth_date: '1990-05-20', sex: 1, reason: 'Documento', ...person },
  })
const listed = async (event: TestEvent, query = ''): Promise<ParticipantRow[]> =>
  (
    await app.call('GET', `/organizer/events/${event.id}/participants${query}`, { token: organizer.token })
  ).json().data
const reasonsIn = async (event: TestEvent, query?: string) =>
  (await listed(event, query)).map(({ ineligible }) => ineligible)

const SENIORS_RULE = `A categoria "60+" é para quem tiver 60 anos ou mais em ${DAY}.`

describe('an edit by the organizer', () => {
  test('is refused when the new category or kit excludes the runner', async () => {
    const event = await race()
    const id = await registered(event)
    const errors = async (category: number, kit?: number) =>
      (await edit(event, id, category, kit)).json().errors
    expect(Object.keys(await errors(SENIORS))).toEqual(['category_id'])
    expect(Object.keys(await errors(HALF))).toEqual(['category_id'])
    expect(Object.keys(await errors(GENERAL, 1))).toEqual(['products.0.id'])
    expect((await edit(event, id, WOMEN)).statusCode).toBe(200)
    expect(await reasonsIn(event)).toEqual([null])
  })

  test('marks the registration where the organizer chose so, until it fits again', async () => {
    const event = await race({ ineligibleChanges: 'mark' })
    const id = await registered(event)
    await registered(event)
    const answer = await edit(event, id, SENIORS)
    expect(answer.json().data).toMatchObject({ ineligible: SENIORS_RULE })
    expect(await reasonsIn(event, '?ineligible=1')).toEqual([SENIORS_RULE])
    expect(await listed(event)).toHaveLength(2)
    const record = await app.call('GET', `/organizer/registrations/${id}`, { token: organizer.token })
    expect(record.json().data.ineligible).toBe(SENIORS_RULE)
    expect((await edit(event, id, WOMEN)).json().data.ineligible).toBeNull()
    expect(await listed(event, '?ineligible=1')).toEqual([])
  })
})

test('a registration to edit says which items are not for its runner', async () => {
  const id = await registered(await race())
  const { event } = (
    await app.call('GET', `/organizer/events/register/${id}`, { token: organizer.token })
  ).json().data as EditableRegistration
  expect(event.modalities.map(({ ineligible }) => ineligible)).toEqual([
    null,
    `quem tiver 50 anos ou mais em ${DAY}`,
  ])
  expect(event.modalities[0]?.categories.map(({ ineligible }) => ineligible)).toEqual([
    null,
    null,
    `quem tiver 60 anos ou mais em ${DAY}`,
    `quem tiver até 17 anos em ${DAY}`,
  ])
  expect(event.products.map(({ ineligible }) => ineligible)).toEqual([
    null,
    `quem tiver 40 anos ou mais em ${DAY}`,
  ])
})

describe('a correction of a person', () => {
  test('is refused when it makes the registration ineligible', async () => {
    const event = await race()
    const id = await registered(event, WOMEN)
    expect((await correct(id, { sex: 0 })).json().errors).toEqual({
      sex: ['A categoria "Feminino" é para mulheres; o sexo informado de Ana Lima é masculino.'],
    })
    expect((await correct(id, { birth_date: '1991-05-20' })).statusCode).toBe(200)
  })

  test('marks the registration where the organizer chose so', async () => {
    const event = await race({ ineligibleChanges: 'mark' })
    const id = await registered(event, WOMEN)
    expect((await correct(id, { sex: 0 })).json().data.ineligible).toBe(
      'A categoria "Feminino" é para mulheres.',
    )
    expect((await correct(id, { sex: 1 })).json().data.ineligible).toBeNull()
  })
})

describe('new rules', () => {
  const load = async (event: TestEvent): Promise<OrganizerEvent> => {
    const answer = await app.call('GET', `/organizer/events/${event.id}`, { token: organizer.token })
    const image = await createUpload(db)
    return {
      ...answer.json().data,
      state: 'SP',
      city: 'São Paulo',
      cover_image: image,
      event_image: image,
    }
  }
  const save = (form: OrganizerEvent) =>
    app.call('PUT', `/organizer/events/${form.id}`, { token: organizer.token, body: form })
  const withYouth = (form: OrganizerEvent, max_age: number): OrganizerEvent => ({
    ...form,
    modalities: form.modalities.map((modality, i) =>
      i === 0
        ? {
            ...modality,
            categories: modality.categories.map((one, j) => (j === 0 ? { ...one, max_age } : one)),
          }
        : modality,
    ),
  })
  const RULE = `A categoria "Geral" é para quem tiver até 30 anos em ${DAY}.`

  test('are refused while registrations do not meet them, without counting cancelled ones', async () => {
    const event = await race()
    const id = await registered(event)
    const form = withYouth(await load(event), 30)
    expect((await save(form)).json().errors).toEqual({
      'modalities.0.categories.0.max_age': [
        '1 inscrição já feita ficaria fora da regra. Mude a regra, ou escolha nas opções do evento aceitar e marcar.',
      ],
    })
    expect((await save(withYouth(form, 90))).statusCode).toBe(200)
    await cancelPending(app, id, 'expired')
    expect((await save(withYouth(await load(event), 30))).statusCode).toBe(200)
    expect(await reasonsIn(event)).toEqual([RULE])
  })

  test('mark registrations where the organizer chose so, and a new date moves the ages', async () => {
    const event = await race({ ineligibleChanges: 'mark' })
    await registered(event)
    const answer = await save(withYouth(await load(event), 30))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await reasonsIn(event)).toEqual([RULE])
    const later = addDays(RACE, 40)
    const moved = await save({ ...(await load(event)), date_event: later })
    expect(moved.statusCode, moved.body).toBe(200)
    expect(await reasonsIn(event)).toEqual([RULE.replace(DAY, toBrazilianDate(later))])
    await save(withYouth(await load(event), 99))
    expect(await reasonsIn(event)).toEqual([null])
  })

  test('that nobody can meet are refused', async () => {
    const form = await load(await race())
    const [modality, half] = form.modalities as [
      OrganizerEvent['modalities'][0],
      OrganizerEvent['modalities'][0],
    ]
    const category = at(half.categories, 0)
    const refused = await save({
      ...form,
      modalities: [
        { ...modality, min_age: 40, max_age: 30 },
        { ...half, categories: [{ ...category, max_age: 49 }] },
      ],
    })
    expect(refused.json().errors).toEqual({
      'modalities.0.max_age': ['A idade mínima é maior que a máxima: ninguém caberia nesta regra.'],
      'modalities.1.categories.0.min_age': [
        'Ninguém poderia entrar nesta categoria: a regra dela e a da modalidade se excluem.',
      ],
    })
  })
})
