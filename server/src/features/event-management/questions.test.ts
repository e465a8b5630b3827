import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer } from '#test/factories/user.ts'

// Questions of a category or kit, asked later, or depending on an earlier one.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const { token } = await createOrganizer(db)

type Questions = NonNullable<EventInput['questionnaires']>
const FIRST = { id: -60, description: 'Vem de carro?' }
const WAY = { id: -61, description: 'Como vem?', kind: 'choice', options: 'Carro\nÔnibus' } as const
const SECOND = {
  id: -62,
  description: 'Placa',
  kind: 'text',
  category_id: -10,
  product_id: -20,
  asked: 'later',
  condition_question_id: -60,
  condition_value: 'Sim',
} as const

const create = async (questionnaires: Questions, changes: Partial<EventInput> = {}) =>
  app.call('POST', '/events/create', {
    token,
    body: await eventForm(db, { questionnaires, ...changes }),
  })
async function created(questionnaires: Questions): Promise<OrganizerEvent> {
  const answer = await create(questionnaires)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}
const read = async (id: number): Promise<OrganizerEvent> =>
  (await app.call('GET', `/organizer/events/${id}`, { token })).json().data
const save = (event: OrganizerEvent, changes: object) =>
  app.call('PUT', `/organizer/events/${event.id}`, { token, body: { ...event, ...changes } })

/** What the second question must refer to. */
const references = ({ modalities, products, questionnaires }: OrganizerEvent) => ({
  category_id: at(at(modalities, 0).categories, 0).category_id,
  product_id: at(products, 0).id,
  asked: 'later',
  condition_question_id: at(questionnaires, 0).id,
  condition_value: 'Sim',
})

test('new questions refer to new items; saving what was read changes nothing', async () => {
  const event = await created([FIRST, SECOND])
  expect(at(event.questionnaires, 1)).toMatchObject(references(event))
  expect(at(event.questionnaires, 0)).toMatchObject({
    category_id: null,
    product_id: null,
    asked: 'order',
    condition_question_id: null,
    condition_value: null,
  })
  expect((await save(event, {})).statusCode).toBe(200)
  expect((await read(event.id)).questionnaires).toEqual(event.questionnaires)
})

test('a question about health stays one, and so do those that depend on it', async () => {
  const refused = await create([{ ...FIRST, sensitive: true }, SECOND])
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toEqual({
    'questionnaires.1.sensitive': ['Marque também esta pergunta: ela depende de uma sobre saúde.'],
  })
  const event = await created([
    { ...FIRST, sensitive: true },
    { ...SECOND, sensitive: true },
  ])
  const questionnaires = event.questionnaires.map((question) => ({ ...question, sensitive: false }))
  expect((await save(event, { questionnaires })).statusCode).toBe(200)
  expect((await read(event.id)).questionnaires.map(({ sensitive }) => sensitive)).toEqual([true, true])
})

test('a client that does not know the fields asks everybody in the form', async () => {
  const event = await created([FIRST, SECOND])
  const questionnaires = event.questionnaires.map(({ id, description, kind }) => ({ id, description, kind }))
  expect((await save(event, { questionnaires })).statusCode).toBe(200)
  expect(at((await read(event.id)).questionnaires, 1)).toMatchObject({
    category_id: null,
    product_id: null,
    asked: 'order',
    condition_question_id: null,
    condition_value: null,
  })
})

test('a copy of the event refers to its own items', async () => {
  const event = await created([FIRST, SECOND])
  const date_event = addDays(dayIn('America/Sao_Paulo', new Date()), 200)
  const answer = await app.call('POST', `/organizer/events/${event.id}/duplicate`, {
    token,
    body: { date_event },
  })
  const copy = await read(answer.json().data.id)
  expect(copy.questionnaires.map(({ id }) => id)).not.toEqual(event.questionnaires.map(({ id }) => id))
  expect(at(copy.questionnaires, 1)).toMatchObject(references(copy))
})

test('an answer without a condition is not stored; the history tells changes in words', async () => {
  const event = await created([FIRST, SECOND])
  const [first, second] = event.questionnaires
  const questionnaires = [
    first,
    { ...second, asked: 'pickup', product_id: null, condition_question_id: null },
  ]
  expect((await save(event, { questionnaires })).statusCode).toBe(200)
  expect(at((await read(event.id)).questionnaires, 1)).toMatchObject({ condition_value: null })
  const history = await app.call('GET', `/organizer/events/${event.id}/history`, { token })
  expect(history.json().data[0].changes).toEqual(
    expect.arrayContaining([
      {
        field: 'Pergunta "Placa" — Quando perguntar',
        before: 'Depois, pela página da inscrição',
        after: 'Na retirada do kit',
      },
      { field: 'Pergunta "Placa" — Produto', before: 'Kit Completo', after: 'Todos' },
      { field: 'Pergunta "Placa" — Só se respondida', before: 'Vem de carro?', after: 'Sempre' },
    ]),
  )
})

test('a question is removed together with the one that depends on it', async () => {
  const event = await created([FIRST, SECOND])
  const [first, second] = event.questionnaires
  expect((await save(event, { questionnaires: [second] })).json().errors).toEqual({
    'questionnaires.0.condition_question_id': ['A pergunta desta condição não existe mais.'],
  })
  expect((await save(event, { questionnaires: [first] })).statusCode).toBe(200)
  expect((await save(await read(event.id), { questionnaires: [] })).statusCode).toBe(200)
})

test.each<[string, Questions, string, string]>([
  [
    'a later question',
    [SECOND, FIRST],
    '0.condition_question_id',
    'A condição precisa ser sobre uma pergunta anterior.',
  ],
  [
    'itself',
    [{ ...SECOND, id: -60 }],
    '0.condition_question_id',
    'A condição precisa ser sobre uma pergunta anterior.',
  ],
  [
    'a question without options',
    [{ ...FIRST, kind: 'text' }, SECOND],
    '1.condition_question_id',
    'A condição precisa ser sobre uma pergunta de sim ou não ou de opções.',
  ],
  [
    'an impossible answer',
    [WAY, { ...SECOND, condition_question_id: -61 }],
    '1.condition_value',
    'Escolha uma das respostas possíveis.',
  ],
  ['no answer', [FIRST, { ...SECOND, condition_value: '' }], '1.condition_value', 'O campo é obrigatório'],
  [
    'a question asked afterwards',
    [{ ...FIRST, asked: 'pickup' }, SECOND],
    '1.condition_question_id',
    'A pergunta da condição é feita depois desta.',
  ],
  [
    'a category that does not exist',
    [FIRST, { ...SECOND, category_id: -99 }],
    '1.category_id',
    'A categoria desta pergunta não existe mais.',
  ],
  [
    'a category of another modality',
    [FIRST, { ...SECOND, modality_id: -2 }],
    '1.category_id',
    'Esta categoria é de outra modalidade.',
  ],
  [
    'a kit that does not exist',
    [FIRST, { ...SECOND, product_id: -99 }],
    '1.product_id',
    'O kit desta pergunta não existe mais.',
  ],
  [
    'a file at pick-up',
    [{ ...FIRST, kind: 'file', asked: 'pickup' }],
    '0.asked',
    'Na retirada do kit não é possível enviar arquivos.',
  ],
  ['an unknown time', [{ ...FIRST, asked: 'never' as 'order' }], '0.asked', 'Campo não é válido'],
])('a question may not refer to %s', async (_, questions, field, message) => {
  const answer = await create(questions)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ [`questionnaires.${field}`]: [message] })
})

test('an option of the earlier question is a condition, and a draft may lack the answer', async () => {
  const ofWay = { ...SECOND, condition_question_id: -61, condition_value: 'Carro' }
  expect(at((await created([WAY, ofWay])).questionnaires, 1).condition_value).toBe('Carro')
  const draft = await create([FIRST, { ...SECOND, condition_value: null }], { status: 0 })
  expect(draft.json().data, draft.body).toMatchObject({ missing: ['details'] })
})

test('release 1.0 can delete what a question of this release refers to', async () => {
  const event = await created([FIRST, { ...SECOND, category_id: -11 }])
  const [first, second] = event.questionnaires
  const pcd = at(at(event.modalities, 0).categories, 1).category_id
  await db.deleteFrom('categories').where('id', '=', pcd).execute()
  await db
    .deleteFrom('questionnaires')
    .where('id', '=', at([first], 0)?.id ?? 0)
    .execute()
  expect((await read(event.id)).questionnaires).toMatchObject([
    { id: second?.id, category_id: null, condition_question_id: null },
  ])
})
