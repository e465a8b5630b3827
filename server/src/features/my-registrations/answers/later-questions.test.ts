import { afterAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayIn, instantIn } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { RegistrationRecord } from '#contract/participants/panel.ts'
import { transaction } from '#server/lib/db.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { callThatWaits } from '#test/locks.ts'
import { companion, register, submission } from '#test/wizard.ts'

// Questions of a category or kit, that depend on others, or that are asked after registering.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
beforeEach(() => app.deps.clock.set(new Date()))

const EVENT_ON = addDays(dayIn('America/Sao_Paulo', new Date()), 3)
const organizer = await createOrganizer(db)
const event = await createEvent(db, {
  organizerId: organizer.organizerId,
  eventOn: EVENT_ON,
  modalities: [
    { name: '5 km', categories: [{ name: 'Geral' }, { name: 'PCD' }] },
    { name: '10 km', categories: [{ name: 'Geral' }] },
  ],
  kits: [
    { name: 'Completo', sizes: [] },
    { name: 'Básico', sizes: [] },
  ],
  questionnaires: [
    { description: 'Vem de carro?' },
    { description: 'Placa', kind: 'text', condition: [0, 'Sim'] },
    { description: 'Precisa de guia?', category: 1 },
    { description: 'Cor da viseira', kind: 'choice', options: ['Azul', 'Verde'], kit: 1 },
    { description: 'Vaga coberta?', asked: 'later', condition: [0, 'Sim'] },
    { description: 'Qual andar?', kind: 'number', asked: 'later', condition: [4, 'Sim'] },
    { description: 'Atestado', kind: 'file', required: false, asked: 'later' },
    { description: 'Apelido', kind: 'text', required: false, asked: 'later', modality: 1 },
    { description: 'Quem retira?', kind: 'text', asked: 'pickup' },
    { description: 'Levou a viseira?', asked: 'pickup', kit: 1 },
  ],
})
const ids = event.questionnaires.map(({ id }) => id)
const [car, plate, guide, visor, covered, floor, file, nick, who, taken] = ids as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const [FULL, BASIC] = event.kits.map(({ id }) => id)
const PCD = at(event.categories, 1).id
const TEN = { modality_id: at(event.modalities, 1).id, category_id: at(event.categories, 2).id }

const byCar = [
  { questionnaire_id: car, accepted: true },
  { questionnaire_id: plate, value: 'ABC1D23' },
]
const onFoot = [{ questionnaire_id: car, accepted: false }]
async function order(answers: object[], more: object = {}) {
  const user = await createUser(db)
  const answer = await register(
    app,
    event,
    user,
    submission(event, { questionnaire_acceptances: answers, ...more }),
  )
  const registrations: { id: number }[] = answer.json().data?.registrations ?? []
  return { user, answer, ids: registrations.map(({ id }) => id) }
}
async function registered(answers: object[] = byCar, more: object = {}) {
  const { user, answer, ids } = await order(answers, more)
  expect(answer.statusCode, answer.body).toBe(201)
  return { user, id: at(ids, 0), ids }
}
const stored = async (id: number) => {
  const rows = await db
    .selectFrom('questionnaire_answers')
    .where('registration_id', '=', id)
    .orderBy('questionnaire_id')
    .select(['question', 'accepted', 'value'])
    .execute()
  return rows.map(({ question, accepted, value }) => [question, value ?? accepted])
}
const MISSING = { questionnaire_acceptances: ['Responda todas as perguntas'] }

const save = (id: number, { token }: TestUser, answers: object[]) =>
  app.call('PUT', `/participant/registrations/${id}/answers`, { token, body: { answers } })
const mine = async (id: number, { token }: TestUser): Promise<MyRegistration> =>
  (await app.call('GET', `/participant/registrations/${id}`, { token })).json().data
const panel = async (id: number): Promise<RegistrationRecord> =>
  (await app.call('GET', `/organizer/registrations/${id}`, { token: organizer.token })).json().data
const note = (id: number, question: number, body: object, token = organizer.token) =>
  app.call('PUT', `/organizer/registrations/${id}/answers/${question}`, { token, body })
async function sent({ token }: TestUser): Promise<string> {
  const form = new FormData()
  form.append('file', new File([Buffer.from('%PDF-1.7\n%%EOF')], 'a.pdf', { type: 'application/pdf' }))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await app.call('POST', '/participant/answer-files', {
    token,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  return answer.json().data.path
}

test('the public event has only the questions of the form, with limits and conditions', async () => {
  const { questionnaires } = (await app.call('GET', `/events/slug/${event.slug}`)).json().data
  expect(questionnaires.map(({ id }: { id: number }) => id)).toEqual([car, plate, guide, visor])
  expect(questionnaires[1]).toMatchObject({ condition_question_id: car, condition_value: 'Sim' })
  expect(questionnaires[2]).toMatchObject({ category_id: PCD })
  expect(questionnaires[3]).toMatchObject({ product_id: BASIC })
})

test('an order needs the answer to a conditional question only if the condition is met, and stores it only then', async () => {
  expect((await order([at(byCar, 0)])).answer.json().errors).toEqual(MISSING)
  expect(await stored((await registered()).id)).toEqual([
    ['Vem de carro?', true],
    ['Placa', 'ABC1D23'],
  ])
  const { id } = await registered([...onFoot, { questionnaire_id: plate, value: 'ABC1D23' }])
  expect(await stored(id)).toEqual([['Vem de carro?', false]])
})

test('questions of a category or kit are asked and stored for the participants who chose it', async () => {
  expect((await order(onFoot, { category_id: PCD })).answer.json().errors).toEqual(MISSING)
  expect((await order(onFoot, { product_id: BASIC })).answer.json().errors).toEqual(MISSING)
  const answers = [
    ...onFoot,
    { questionnaire_id: guide, accepted: true },
    { questionnaire_id: visor, value: 'Azul' },
  ]
  expect(await stored((await registered(answers)).id)).toEqual([['Vem de carro?', false]])
  const others = [companion({ category_id: PCD }), companion({ product_id: BASIC })]
  const [own, pcd, basic] = (await registered(answers, { participants: others })).ids
  expect(await stored(own ?? 0)).toEqual([['Vem de carro?', false]])
  expect(await stored(pcd ?? 0)).toEqual([
    ['Vem de carro?', false],
    ['Precisa de guia?', true],
  ])
  expect(await stored(basic ?? 0)).toEqual([
    ['Vem de carro?', false],
    ['Cor da viseira', 'Azul'],
  ])
})

test('an order neither needs nor stores answers to questions that are asked later', async () => {
  const { id } = await registered([
    ...byCar,
    { questionnaire_id: covered, accepted: true },
    { questionnaire_id: who, value: 'Ana' },
  ])
  expect(await stored(id)).toHaveLength(2)
})

test("the registration's page has the later questions; their answers can be changed and follow the conditions", async () => {
  const { id, user } = await registered()
  const { questionnaire } = await mine(id, user)
  expect(questionnaire).toMatchObject({ product_id: FULL })
  expect(questionnaire?.questions.map((one) => one.id)).toEqual(ids.slice(0, 8))

  expect((await save(id, user, [])).json().errors).toEqual(MISSING)
  const yes = { questionnaire_id: covered, accepted: true }
  expect((await save(id, user, [yes])).json().errors).toEqual(MISSING)
  const wrong = await save(id, user, [yes, { questionnaire_id: floor, value: 'alto' }])
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().errors).toEqual({ [`questionnaire_answers.${floor}`]: ['Digite um número.'] })

  // Answers to questions of the form, of another modality or asked at pick-up are ignored.
  const others = [
    { questionnaire_id: car, accepted: false },
    { questionnaire_id: nick, value: 'Bru' },
    { questionnaire_id: who, value: 'Ana' },
  ]
  const answer = await save(id, user, [yes, { questionnaire_id: floor, value: '2' }, ...others])
  expect(answer.json(), answer.body).toMatchObject({ message: 'Respostas guardadas.' })
  const form = [
    ['Vem de carro?', true],
    ['Placa', 'ABC1D23'],
  ]
  expect(await stored(id)).toEqual([...form, ['Vaga coberta?', true], ['Qual andar?', '2']])
  expect((await mine(id, user)).answers.map(({ question }) => question)).toContain('Qual andar?')
  expect((await panel(id)).history[0]).toMatchObject({ action: 'registration.answers_given', changes: [] })

  // The same answers again; then the answer on which the second question depends changes.
  await save(id, user, [yes, { questionnaire_id: floor, value: '2' }])
  await save(id, user, [
    { ...yes, accepted: false },
    { questionnaire_id: floor, value: '2' },
  ])
  expect(await stored(id)).toEqual([...form, ['Vaga coberta?', false]])
})

test('a later question that depends on an answer of the form is not asked without that answer', async () => {
  const { id, user } = await registered(onFoot)
  expect((await save(id, user, [{ questionnaire_id: covered, accepted: true }])).statusCode).toBe(200)
  expect(await stored(id)).toEqual([['Vem de carro?', false]])
})

test('the account that registered others answers for them', async () => {
  const { user, ids: registrations } = await registered(onFoot, { participants: [companion(TEN)] })
  const other = at(registrations, 1)
  expect((await save(other, user, [{ questionnaire_id: nick, value: 'Beto' }])).statusCode).toBe(200)
  expect(await stored(other)).toContainEqual(['Apelido', 'Beto'])
  expect(await stored(at(registrations, 0))).not.toContainEqual(['Apelido', 'Beto'])
})

test('a file is sent, kept, replaced and removed; one of another account is refused', async () => {
  const { id, user } = await registered(onFoot)
  const path = await sent(user)
  const foreign = await sent(await createUser(db))
  const refused = await save(id, user, [{ questionnaire_id: file, file: foreign }])
  expect(refused.json().errors).toEqual({
    [`questionnaire_files.${file}`]: ['Arquivo não encontrado. Envie-o de novo.'],
  })
  const fileOf = async () => (await mine(id, user)).answers.find((one) => one.questionnaire_id === file)
  const pathOf = async () =>
    (
      await db
        .selectFrom('questionnaire_answers')
        .where('registration_id', '=', id)
        .where('questionnaire_id', '=', file)
        .select('file_path')
        .executeTakeFirst()
    )?.file_path
  await save(id, user, [{ questionnaire_id: file, file: path }])
  expect(await fileOf()).toMatchObject({ value: 'Arquivo enviado', file: 'pdf' })
  await save(id, user, [{ questionnaire_id: file }])
  expect(await pathOf()).toBe(path)
  const other = await sent(user)
  await save(id, user, [{ questionnaire_id: file, file: other }])
  expect(await pathOf()).toBe(other)
  await save(id, user, [{ questionnaire_id: file, file: null }])
  expect(await fileOf()).toBeUndefined()
})

test('nobody else may answer, and nothing is answered after a cancellation or once the race has begun', async () => {
  const { id, user } = await registered(onFoot)
  expect((await save(id, await createUser(db), [])).statusCode).toBe(404)
  const start = instantIn('America/Sao_Paulo', EVENT_ON, '07:00')
  app.deps.clock.set(new Date(start.getTime() - 60_000))
  expect((await save(id, user, [])).statusCode).toBe(200)
  app.deps.clock.set(start)
  const late = await save(id, user, [])
  expect(late.statusCode).toBe(409)
  expect(late.json().message).toBe('A prova já começou. Para mudar uma resposta, fale com a organização.')
  expect((await mine(id, user)).questionnaire).toBeNull()
  app.deps.clock.set(new Date())
  await app.call('POST', `/participant/registrations/${id}/cancel`, { token: user.token, body: {} })
  expect((await save(id, user, [])).json().message).toBe('Esta inscrição foi cancelada.')
  expect((await mine(id, user)).questionnaire).toBeNull()
})

test('twice at once stores one of the two', async () => {
  const { id, user } = await registered()
  const answers = await Promise.all(
    ['1', '2'].map((value) =>
      save(id, user, [
        { questionnaire_id: covered, accepted: true },
        { questionnaire_id: floor, value },
      ]),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await stored(id)).toHaveLength(4)
})

test('a question that is deleted meanwhile is not answered', async () => {
  const { id, user } = await registered(onFoot, TEN)
  const question = await db
    .insertInto('questionnaires')
    .values({ event_id: event.id, description: 'Some', kind: 'text', required: false, asked: 'later' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { pending } = await transaction(db, async (tx) => {
    await tx.deleteFrom('questionnaires').where('id', '=', question.id).execute()
    const pending = save(id, user, [{ questionnaire_id: question.id, value: 'x' }])
    await callThatWaits(db, 'questionnaires')
    return { pending }
  })
  expect((await pending).statusCode).toBe(200)
  expect(await stored(id)).toEqual([['Vem de carro?', false]])
})

test('the panel lists what is not answered yet, and staff store a first answer without a reason', async () => {
  const { id } = await registered()
  const unanswered = async () => (await panel(id)).unanswered.map(({ question, asked }) => [question, asked])
  expect(await unanswered()).toEqual([
    ['Vaga coberta?', 'later'],
    ['Atestado', 'later'],
    ['Quem retira?', 'pickup'],
  ])
  expect((await note(id, who, { value: ' ' })).json().errors).toEqual({ value: ['O campo é obrigatório'] })
  const answer = await note(id, who, { value: 'A irmã' })
  expect(answer.json(), answer.body).toMatchObject({
    message: 'Resposta guardada.',
    data: {
      history: [
        {
          action: 'registration.answer_added',
          changes: [{ field: 'Pergunta', before: null, after: 'Quem retira?' }],
        },
        {},
      ],
    },
  })
  expect(await unanswered()).not.toContainEqual(['Quem retira?', 'pickup'])
  expect(await stored(id)).toContainEqual(['Quem retira?', 'A irmã'])
  // Twice in a row; another answer is a correction.
  expect((await note(id, who, { value: 'A irmã' })).statusCode).toBe(200)
  expect((await note(id, who, { value: 'O pai' })).json().errors).toEqual({
    reason: ['Escreva o motivo da correção.'],
  })
  const audited = await db.selectFrom('audit_log').where('entity_id', '=', id).selectAll().execute()
  expect(JSON.stringify(audited)).not.toContain('A irmã')
})

test('staff cannot answer a question that does not apply, asks for a file or is of another event', async () => {
  const { id } = await registered(onFoot)
  const other = at((await createEvent(db)).questionnaires, 0).id
  for (const [question, body] of [
    [taken, { accepted: true }],
    [covered, { accepted: true }],
    [file, { value: 'x' }],
    [other, { accepted: true }],
  ] as const)
    expect((await note(id, question, body)).statusCode).toBe(404)
  const stranger = await createOrganizer(db)
  expect((await note(id, who, { value: 'Ana' }, stranger.token)).statusCode).toBe(404)
})

test('two first answers at the same time store one', async () => {
  const { id } = await registered(onFoot)
  const statuses = (await Promise.all(['Ana', 'Bia'].map((value) => note(id, who, { value })))).map(
    ({ statusCode }) => statusCode,
  )
  expect(statuses.toSorted()).toEqual([200, 422])
})

test('the questions of a merged category are asked in the other one', async () => {
  const race = await createEvent(db, {
    organizerId: organizer.organizerId,
    modalities: [{ name: '5 km', categories: [{ name: '30+' }, { name: '40+' }] }],
    questionnaires: [{ category: 1 }],
  })
  const [into, from] = race.categories.map(({ id }) => id)
  const path = `/organizer/events/${race.id}/categories/${from}/merge`
  const body = { into_category_id: into, name: '30+' }
  expect((await app.call('POST', path, { token: organizer.token, body })).statusCode).toBe(200)
  const document = await app.call('GET', `/organizer/events/${race.id}`, { token: organizer.token })
  expect(document.json().data.questionnaires).toMatchObject([{ category_id: into }])
})
