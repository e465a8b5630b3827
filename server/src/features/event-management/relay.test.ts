import { afterAll, expect, test } from 'vitest'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { companion, register } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)

type Category = OrganizerEvent['modalities'][number]['categories'][number]

async function loaded(changes: Partial<EventInput> = {}): Promise<OrganizerEvent> {
  const answer = await app.call('POST', '/events/create', {
    token: organizer.token,
    body: await eventForm(db, changes),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}
/** The form with changes of its first category. */
const withCategory = (form: OrganizerEvent, changes: Record<string, unknown>) => ({
  ...form,
  modalities: form.modalities.map((modality, i) => ({
    ...modality,
    categories: modality.categories.map((one, j) => (i + j === 0 ? { ...one, ...changes } : one)),
  })),
})
const save = (form: { id: number }) =>
  app.call('PUT', `/organizer/events/${form.id}`, { token: organizer.token, body: form })
const first = (form: OrganizerEvent): Category => at(at(form.modalities, 0).categories, 0)
const PATH = 'modalities.0.categories.0'

test('a category becomes a relay, with its words in the history and on the public page', async () => {
  const form = await loaded()
  expect(first(form)).toMatchObject({ team_size: null, team_rule: 'any', legs: '' })
  const relay = { team_size: 2, team_rule: 'women', legs: 'Praia\nSerra' }
  const sent = withCategory(form, { ...relay, legs: ' Praia \n\nSerra\n' })
  const answer = await save({ ...sent, teams_until: form.end_date } as OrganizerEvent)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(first(answer.json().data)).toMatchObject(relay)
  const history = await app.call('GET', `/organizer/events/${form.id}/history`, { token: organizer.token })
  const { changes } = history.json().data[0]
  for (const change of [
    { field: 'Categoria "5 km Geral" — Pessoas por equipe', before: null, after: '2' },
    {
      field: 'Categoria "5 km Geral" — Composição da equipe',
      before: 'Qualquer composição',
      after: 'Só mulheres',
    },
    { field: 'Mudanças nas equipes até', before: null, after: form.end_date },
  ])
    expect(changes).toContainEqual(change)
  const { modalities } = (await app.call('GET', `/events/slug/${form.slug}`)).json().data
  expect(at(at(modalities as OrganizerEvent['modalities'], 0).categories, 0)).toMatchObject({
    team_size: 2,
    team_rule: 'women',
    legs: ['Praia', 'Serra'],
  })
})

test.each([
  [
    { team_size: 4, vacancy_limit: 30 },
    'vacancy_limit',
    'Quarteto: o limite conta pessoas e precisa ser um múltiplo de 4.',
  ],
  [{ team_size: 2, legs: 'Praia' }, 'legs', 'Escreva 2 trechos, um por linha, ou deixe em branco.'],
  [
    { team_size: 2, team_rule: 'mixed', sex: 1 },
    'team_rule',
    'Escolha o sexo aqui ou em "Quem pode se inscrever", não nos dois.',
  ],
  [{ team_size: 1 }, 'team_size', 'O campo precisa ser maior ou igual a 2'],
  [{ team_size: 9 }, 'team_size', 'O campo precisa ser menor ou igual a 8'],
])('%j is refused', async (changes, field, message) => {
  const answer = await save(withCategory(await loaded(), changes))
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ [`${PATH}.${field}`]: [expect.stringContaining(message)] })
})

test('teams close by the day of the race', async () => {
  const form = await loaded()
  const answer = await save({ ...form, teams_until: '01/01/2099' } as OrganizerEvent)
  expect(answer.json().errors).toEqual({
    teams_until: ['As equipes precisam fechar até o dia do evento.'],
  })
})

test('who has registered keeps the kind of category, but legs may be named', async () => {
  const form = await loaded()
  const made = (await save(withCategory(form, { team_size: 2 }))).json().data
  const kit = at(form.products, 0)
  const answer = await register(app, form, await createUser(db), {
    modality_id: at(form.modalities, 0).modality_id,
    category_id: first(form).category_id,
    product_id: kit.id,
    shirt_size_id: at(kit.shirt_sizes, 0).id,
    participant_term_acceptances: form.terms.map(({ id }) => ({ term_id: id, accepted: true })),
    questionnaire_acceptances: form.questionnaires.map(({ id }) => ({
      questionnaire_id: id,
      accepted: true,
    })),
    payment_method_id: at(form.payment_methods, 0).id,
    participants: [companion()],
    teams: [{ category_id: first(form).category_id, name: 'Pé na Areia' }],
  })
  expect(answer.statusCode, answer.body).toBe(201)
  for (const changes of [{ team_size: null }, { team_size: 3 }, { team_rule: 'men' }]) {
    const refused = await save(withCategory(made, changes))
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json().errors).toEqual({
      [`${PATH}.team_size`]: ['Já há inscrições nesta categoria: as equipes dela não mudam mais.'],
    })
  }
  expect((await save(withCategory(made, { legs: 'Praia\nSerra' }))).statusCode).toBe(200)
})
