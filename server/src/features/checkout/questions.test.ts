import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { companion, register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const event = await createEvent(db, {
  organizerId: organizer.organizerId,
  modalities: [
    { name: '5 km', categories: [{ name: 'Geral' }] },
    { name: '10 km', categories: [{ name: 'Geral' }] },
  ],
  questionnaires: [
    { description: 'Primeira vez?' },
    { description: 'Equipe', kind: 'text', required: false },
    { description: 'Melhor tempo', kind: 'number' },
    { description: 'Como vem?', kind: 'choice', options: ['Ônibus', 'Carro'] },
    { description: 'Interesses', kind: 'choices', options: ['Trilha', 'Rua', 'Pista'] },
    { description: 'Última prova', kind: 'date' },
    { description: 'Tem experiência nos 10 km?', kind: 'text', modality: 1 },
  ],
})
const ids = event.questionnaires.map(({ id }) => id)
const [first, team, time, way, interests, last, experience] = ids as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const RIGHT = [
  { questionnaire_id: first, accepted: false },
  { questionnaire_id: time, value: '42.5' },
  { questionnaire_id: way, value: 'Carro' },
  { questionnaire_id: interests, value: 'Trilha; Pista' },
  { questionnaire_id: last, value: '01/03/2026' },
]
const registerWith = async (answers: readonly object[], more: object = {}) =>
  register(
    app,
    event,
    await createUser(db),
    submission(event, { questionnaire_acceptances: answers, ...more }),
  )
const get = (path: string) => app.call('GET', path, { token: organizer.token })
const answersOf = async (id: number) => (await get(`/organizer/registrations/${id}`)).json().data.answers

test('the event lists its questions with their kind and modality', async () => {
  const { questionnaires } = (await app.call('GET', `/events/slug/${event.slug}`)).json().data
  expect(questionnaires[0]).toEqual({
    id: first,
    description: 'Primeira vez?',
    attach_file: 0,
    kind: 'yes_no',
    required: true,
    options: [],
    modality_id: null,
    category_id: null,
    product_id: null,
    asked: 'order',
    condition_question_id: null,
    condition_value: null,
    delete_on: null,
  })
  expect(questionnaires[3]).toMatchObject({ kind: 'choice', options: ['Ônibus', 'Carro'] })
  expect(questionnaires[6]).toMatchObject({ kind: 'text', modality_id: at(event.modalities, 1).id })
})

test('answers of every kind are stored as shown in panel and export; optional questions may be skipped', async () => {
  const answer = await registerWith(RIGHT)
  expect(answer.statusCode, answer.body).toBe(201)
  const [{ id }] = answer.json().data.registrations
  expect(await answersOf(id)).toMatchObject([
    { question: 'Primeira vez?', accepted: false, value: null },
    { question: 'Melhor tempo', accepted: true, value: '42,5' },
    { question: 'Como vem?', value: 'Carro' },
    { question: 'Interesses', value: 'Trilha; Pista' },
    { question: 'Última prova', value: '01/03/2026' },
  ])
  const csv = await get(
    `/organizer/events/${event.id}/export-event-participants?search=${id}&columns=answers`,
  )
  expect(csv.body).toContain('Primeira vez?;Equipe;Melhor tempo;Como vem?;Interesses;Última prova;')
  expect(csv.body).toContain('Não;;42,5;Carro;"Trilha; Pista";01/03/2026;')
})

test.each([
  ['a missing one', RIGHT.slice(1), { questionnaire_acceptances: ['Responda todas as perguntas'] }],
  [
    'yes or no without an answer',
    [{ questionnaire_id: first, value: 'Sim' }, ...RIGHT.slice(1)],
    { questionnaire_acceptances: ['Responda todas as perguntas'] },
  ],
  [
    'no number',
    RIGHT.map((one) => ('value' in one && one.questionnaire_id === time ? { ...one, value: 'dez' } : one)),
    { [`questionnaire_answers.${time}`]: ['Digite um número.'] },
  ],
  [
    'another option',
    RIGHT.map((one) => (one.questionnaire_id === way ? { ...one, value: 'Avião' } : one)),
    { [`questionnaire_answers.${way}`]: ['Escolha uma das opções.'] },
  ],
])('%s is refused at its question', async (_, answers, errors) => {
  const answer = await registerWith(answers)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual(errors)
})

test('a question of a modality is asked and stored only for participants of that modality', async () => {
  const { id: categoryId } = at(at(event.modalities, 1).categories, 0)
  const other = companion({ modality_id: at(event.modalities, 1).id, category_id: categoryId })
  const refused = await registerWith(RIGHT, { participants: [other] })
  expect(refused.json().errors).toEqual({ questionnaire_acceptances: ['Responda todas as perguntas'] })

  const answers = [
    ...RIGHT,
    { questionnaire_id: experience, value: 'Sim, duas' },
    { questionnaire_id: team, value: 'Sem Pressa' },
  ]
  const answer = await registerWith(answers, { participants: [other] })
  expect(answer.statusCode, answer.body).toBe(201)
  const [own, others] = answer.json().data.registrations
  const asked = async (id: number) =>
    (await answersOf(id)).map(({ question }: { question: string }) => question)
  expect(await asked(own.id)).not.toContain('Tem experiência nos 10 km?')
  expect(await asked(others.id)).toContain('Tem experiência nos 10 km?')
  expect(await asked(own.id)).toContain('Equipe')
})

test('an answer is corrected with a reason, by the rules of its question; the audit log does not contain the answer', async () => {
  const [{ id }] = (await registerWith(RIGHT)).json().data.registrations
  const correct = (questionnaireId: number, body: object) =>
    app.call('PUT', `/organizer/registrations/${id}/answers/${questionnaireId}`, {
      token: organizer.token,
      body,
    })
  expect((await correct(way, { value: 'Ônibus' })).json().errors).toEqual({
    reason: ['Escreva o motivo da correção.'],
  })
  const reason = 'Pediu por telefone'
  expect((await correct(way, { value: 'Avião', reason })).json().errors).toEqual({
    value: ['Escolha uma das opções.'],
  })
  expect((await correct(experience, { value: 'Nova', reason })).statusCode).toBe(404)
  const corrected = (await correct(way, { value: 'Ônibus', reason })).json()
  expect(corrected.message).toBe('Resposta corrigida.')
  expect(corrected.data.answers[2]).toMatchObject({ value: 'Ônibus' })
  expect(corrected.data.history[0]).toMatchObject({
    action: 'registration.answer_corrected',
    changes: [
      { field: 'Motivo', after: reason },
      { field: 'Pergunta', after: 'Como vem?' },
    ],
  })
  await correct(first, { accepted: true, reason })
  expect((await answersOf(id))[0]).toMatchObject({ accepted: true })
  const audited = await db.selectFrom('audit_log').where('entity_id', '=', id).selectAll().execute()
  expect(JSON.stringify(audited)).not.toContain('Ônibus')
})
