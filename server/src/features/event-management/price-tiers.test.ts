import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'

// An organizer's price tiers (docs/algorithms/pricing.md).

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([])
  await app.close()
})

const organizer = await createOrganizer(db)
const TODAY = dayIn('America/Sao_Paulo', new Date())

type Tier = NonNullable<NonNullable<EventInput['products']>[number]['tiers']>[number]
const FIRST: Tier = { id: -1, name: '1º lote', value: '80.00', quantity: 2 }
const SECOND: Tier = { id: -2, name: '2º lote', value: '90.00', ends_on: addDays(TODAY, 10) }
const LAST: Tier = { id: -3, name: '3º lote', value: '100.00' }

async function withTiers(tiers: Tier[]): Promise<EventInput> {
  const form = await eventForm(db)
  const [kit, ...others] = form.products ?? []
  if (!kit) throw new Error('the form has kits')
  return {
    ...form,
    products: [{ ...kit, value: '100.00', category_ids: [], category_id: null, tiers }, ...others],
  }
}
const create = async (tiers: Tier[]) =>
  app.call('POST', '/events/create', { token: organizer.token, body: await withTiers(tiers) })
async function created(tiers: Tier[]): Promise<OrganizerEvent> {
  const answer = await create(tiers)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}
const tiersOf = (event: OrganizerEvent) => at(event.products, 0).tiers

type SentTier = object | undefined
const save = (event: OrganizerEvent, tiers: SentTier[]) => {
  const [kit, ...others] = event.products
  const { lock_version: _, ...form } = event
  return app.call('PUT', `/organizer/events/${event.id}`, {
    token: organizer.token,
    body: { ...form, products: [{ ...kit, tiers }, ...others] },
  })
}
async function saved(event: OrganizerEvent, tiers: SentTier[]): Promise<OrganizerEvent> {
  const answer = await save(event, tiers)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
async function sell(event: OrganizerEvent): Promise<string> {
  const kit = at(event.products, 0)
  const modality = at(event.modalities, 0)
  const answer = await app.call('POST', `/events/${event.id}/register-participant`, {
    token: (await createUser(db)).token,
    body: {
      modality_id: modality.modality_id,
      category_id: at(modality.categories, 0).category_id,
      product_id: kit.id,
      shirt_size_id: at(kit.shirt_sizes, 0).id,
      participant_term_acceptances: event.terms.map(({ id }) => ({ term_id: id, accepted: true })),
      questionnaire_acceptances: event.questionnaires.map(({ id }) => ({
        questionnaire_id: id,
        accepted: true,
      })),
      payment_method_id: at(event.payment_methods, 0).id,
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data.registrations[0].value
}
const read = async (event: OrganizerEvent): Promise<OrganizerEvent> =>
  (await app.call('GET', `/organizer/events/${event.id}`, { token: organizer.token })).json().data

test('stores the tiers of a kit, whose value is the price of the last one', async () => {
  const event = await created([FIRST, SECOND, { ...LAST, value: '120.00' }])
  expect(at(event.products, 0)).toMatchObject({ value: '120.00' })
  expect(tiersOf(event)).toMatchObject([
    { name: '1º lote', value: '80.00', ends_on: null, quantity: 2, held: 0, in_use: false, closed: false },
    { name: '2º lote', value: '90.00', ends_on: toBrazilianDate(addDays(TODAY, 10)), quantity: null },
    { name: '3º lote', value: '120.00', ends_on: null, quantity: null },
  ])
})

test.each<[string, Tier[], Record<string, string>]>([
  [
    'a tier without an end',
    [{ ...FIRST, quantity: null }, LAST],
    { 'tiers.0.ends_on': 'Diga até que dia ou para quantas inscrições este lote vale.' },
  ],
  [
    'a last tier that ends',
    [FIRST, { ...LAST, quantity: 10 }],
    {
      'tiers.1.quantity': 'O último lote vale até o fim das inscrições: deixe-o sem data e sem quantidade.',
    },
  ],
  [
    'a tier that ends before the one that precedes it',
    [{ ...FIRST, ends_on: addDays(TODAY, 5) }, { ...SECOND, ends_on: addDays(TODAY, 5) }, LAST],
    { 'tiers.1.ends_on': 'O lote precisa terminar depois do anterior.' },
  ],
  [
    'a repeated name',
    [FIRST, { ...LAST, name: '1º lote' }],
    { 'tiers.1.name': 'Este lote já foi adicionado.' },
  ],
  [
    'a price below the minimum payment',
    [{ ...FIRST, value: '3.00' }, LAST],
    {
      'tiers.0.value':
        'O participante pagaria R$ 3,30, e o menor pagamento é de R$ 5,00. Aumente o valor, ou deixe o produto gratuito e sem taxa para o participante.',
    },
  ],
])('refuses %s', async (_name, tiers, problems) => {
  const answer = await create(tiers)
  expect(answer.statusCode).toBe(422)
  const { errors }: { errors: FieldErrors } = answer.json()
  const plain = Object.entries(errors).map(([field, [message]]) => [
    field.replace('products.0.', ''),
    message?.replaceAll('\u00a0', ' '),
  ])
  expect(Object.fromEntries(plain)).toMatchObject(problems)
})

test('keeps a tier that has ended as it is, except for its name', async () => {
  const event = await created([FIRST, SECOND, LAST])
  expect([await sell(event), await sell(event), await sell(event)]).toEqual(['88.00', '88.00', '99.00'])
  const sold = await read(event)
  const [first, second, last] = tiersOf(sold)
  expect(first).toMatchObject({ held: 2, closed: true })
  expect(second).toMatchObject({ held: 1, closed: false })

  const ended = 'Este lote já terminou: o valor, a data, a quantidade e a ordem dele não mudam mais.'
  const problemsOf = async (tiers: SentTier[]) => (await save(sold, tiers)).json().errors
  for (const tiers of [
    [{ ...first, value: '85.00' }, second, last],
    [{ ...first, quantity: 5 }, second, last],
    [{ ...first, ends_on: addDays(TODAY, 3) }, second, last],
    [second, first, last],
    [{ name: 'Lote zero', value: '70.00', quantity: 10 }, first, second, last],
  ])
    expect(Object.values(await problemsOf(tiers))).toEqual([[ended]])
  expect((await save(sold, [second, last])).json().message).toBe(
    'O lote "1º lote" já é usado por inscrições e não pode ser excluído.',
  )

  const renamed = await saved(sold, [{ ...first, name: 'Lote de abertura' }, second, last])
  expect(tiersOf(renamed)).toMatchObject([{ name: 'Lote de abertura', closed: true }, { held: 1 }, {}])
  expect(await sell(renamed)).toBe('99.00')
})

test('the quantity of a tier is at least what it has sold, and a tier lowered to that is closed', async () => {
  const event = await created([{ ...FIRST, quantity: 5 }, LAST])
  await sell(event)
  const sold = await read(event)
  const [first, last] = tiersOf(sold)
  const tooLow = await save(sold, [{ ...first, quantity: 0 }, last])
  expect(tooLow.json().errors).toEqual({
    'products.0.tiers.0.quantity': ['O limite não pode ser menor que 1, o que já está reservado.'],
  })
  const full = await saved(sold, [{ ...first, quantity: 1 }, last])
  expect(tiersOf(full)).toMatchObject([{ quantity: 1, closed: true }, { closed: false }])
  expect(await sell(full)).toBe('110.00')
})

test('the history tells what changed in a tier', async () => {
  const event = await created([FIRST, LAST])
  const [first, last] = tiersOf(event)
  await saved(event, [{ ...first, value: '85.00', quantity: 3 }, last])
  const { data } = (
    await app.call('GET', `/organizer/events/${event.id}/history`, { token: organizer.token })
  ).json()
  expect(JSON.stringify(data[0])).toContain('Lote \\"1º lote\\" de \\"Kit Completo\\"')
})

test('a copy of the event has the same tiers, moved by the same number of days and unsold', async () => {
  const event = await created([FIRST, SECOND, LAST])
  await sell(event)
  await sell(event)
  const answer = await app.call('POST', `/organizer/events/${event.id}/duplicate`, {
    token: organizer.token,
    body: { date_event: addDays(TODAY, 30 + 364) },
  })
  const copy = await read(answer.json().data)
  expect(tiersOf(copy)).toMatchObject([
    { name: '1º lote', quantity: 2, held: 0, closed: false },
    { ends_on: toBrazilianDate(addDays(TODAY, 10 + 364)) },
    { name: '3º lote' },
  ])
})
