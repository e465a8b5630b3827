import { afterAll, describe, expect, test } from 'vitest'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { formatCents } from '#contract/money.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
type Form = OrganizerEvent
/** A request body, not necessarily valid. */
type Sent = Record<string, unknown> & { id: number }

/** A new event as it is loaded; the response may be sent back. */
async function loaded(changes: Partial<EventInput> = {}): Promise<Form> {
  const body = await eventForm(db, changes)
  const answer = await app.call('POST', '/events/create', { token: organizer.token, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}
const save = (form: Sent, token = organizer.token) =>
  app.call('PUT', `/organizer/events/${form.id}`, { token, body: form })
async function saved(form: Sent): Promise<Form> {
  const answer = await save(form)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
/** Registers for the first category and kit, with the kit's first size and, by default, the first coupon. */
function register(form: Form, { token }: { token: string }, couponId = form.discount_cupons[0]?.id) {
  const kit = at(form.products, 0)
  const modality = at(form.modalities, 0)
  return app.call('POST', `/events/${form.id}/register-participant`, {
    token,
    body: {
      modality_id: modality.modality_id,
      category_id: at(modality.categories, 0).category_id,
      product_id: kit.id,
      shirt_size_id: at(kit.shirt_sizes, 0).id,
      participant_term_acceptances: form.terms.map(({ id }) => ({ term_id: id, accepted: true })),
      questionnaire_acceptances: form.questionnaires.map(({ id }) => ({
        questionnaire_id: id,
        accepted: true,
      })),
      payment_method_id: at(form.payment_methods, 0).id,
      discount_coupon_id: couponId,
      discount_coupon_code: form.discount_cupons.find(({ id }) => id === couponId)?.code ?? null,
    },
  })
}
async function registerSomebody(form: Form): Promise<void> {
  const answer = await register(form, await createUser(db))
  expect(answer.statusCode, answer.body).toBe(201)
}
const runnersOf = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(db)))
const historyOf = async (form: Form) =>
  (await app.call('GET', `/organizer/events/${form.id}/history`, { token: organizer.token })).json()

describe('saving an event', () => {
  test('sending an unchanged event back changes nothing but the version', async () => {
    const form = await loaded()
    const answer = await save(form)
    expect(answer.json()).toMatchObject({ status: 200, message: 'Evento atualizado com sucesso!' })
    expect(answer.json().data).toEqual({ ...form, lock_version: 2 })
    expect((await historyOf(form)).data[0]).toMatchObject({ action: 'event.updated', changes: [] })
  })

  test('limits the registrations awaiting payment per account: 12 by default, effective immediately', async () => {
    const form = await loaded()
    expect(form.max_unpaid_per_account).toBe(12)
    for (const refused of [0, 201, '', 'doze'])
      expect(
        (await save({ ...form, max_unpaid_per_account: refused as number })).json().errors,
      ).toHaveProperty('max_unpaid_per_account')
    const after = await saved({ ...form, max_unpaid_per_account: 1 })
    expect(after.max_unpaid_per_account).toBe(1)
    expect((await historyOf(after)).data[0].changes).toEqual([
      { field: 'Inscrições sem pagamento por conta', before: '12', after: '1' },
    ])
  })

  test('a changed cancellation policy is recorded in words, and each day may appear once', async () => {
    const form = await loaded()
    const second = at(form.cancellation_tiers, 1)
    const after = await saved({
      ...form,
      approves_cancellations: true,
      cancellation_tiers: [
        { ...second, days_before: 30, refund_rate: '100', keeps_fee: false },
        { id: -1, days_before: 3, refund_rate: '12.5' },
      ],
    })
    expect(after.cancellation_tiers).toMatchObject([
      { id: second.id, days_before: 30, refund_rate: '100.00', keeps_fee: false },
      { days_before: 3, refund_rate: '12.50', keeps_fee: true },
    ])
    const { changes } = (await historyOf(form)).data[0]
    for (const change of [
      { field: 'Aprovação de cancelamentos', before: 'Não', after: 'Sim' },
      { field: 'Cancelamento até 3 dias antes — Devolução', before: null, after: '12,5%' },
      { field: 'Cancelamento até 7 dias antes — Dias antes do evento', before: '7', after: '30' },
      { field: 'Cancelamento até 7 dias antes — Fica com a taxa de serviço', before: 'Sim', after: 'Não' },
      { field: 'Cancelamento até 30 dias antes — Devolução', before: '80%', after: null },
    ])
      expect(changes).toContainEqual(change)

    const refused = async (...tiers: object[]) =>
      (await save({ ...after, cancellation_tiers: tiers as Form['cancellation_tiers'] })).json().errors
    expect(
      await refused({ days_before: 5, refund_rate: '10' }, { days_before: 5, refund_rate: '20' }),
    ).toEqual({
      'cancellation_tiers.1.days_before': ['Este prazo já foi adicionado.'],
    })
    expect(await refused({ days_before: 366, refund_rate: '100.01' })).toEqual({
      'cancellation_tiers.0.days_before': ['O campo precisa ser menor ou igual a 365'],
      'cancellation_tiers.0.refund_rate': ['O campo precisa ser de 0 a 100'],
    })
  })

  test('the price of groups is recorded in words, and each size may appear once', async () => {
    const form = await loaded()
    const after = await saved({
      ...form,
      group_free_every: 10,
      group_prices: [
        { id: -1, min_members: 10, rate: '10' },
        { id: -2, min_members: 20, rate: '12.5' },
      ],
    })
    expect(after).toMatchObject({
      group_free_every: 10,
      group_prices: [
        { min_members: 10, rate: '10.00' },
        { min_members: 20, rate: '12.50' },
      ],
    })
    const { changes } = (await historyOf(form)).data[0]
    for (const change of [
      { field: 'Pagantes do grupo para 1 inscrição grátis', before: null, after: '10' },
      { field: 'Preço de grupo a partir de 20 membros — Desconto', before: null, after: '12,5%' },
    ])
      expect(changes).toContainEqual(change)

    const refused = async (...prices: object[]) =>
      (await save({ ...after, group_prices: prices as Form['group_prices'] })).json().errors
    expect(await refused({ min_members: 5, rate: '10' }, { min_members: 5, rate: '20' })).toEqual({
      'group_prices.1.min_members': ['Este tamanho já foi adicionado.'],
    })
    expect(await refused({ min_members: 1, rate: '90.01' })).toEqual({
      'group_prices.0.min_members': ['O campo precisa ser maior ou igual a 2'],
      'group_prices.0.rate': ['O campo precisa ser de 0,01 a 90'],
    })
    expect(await refused({ min_members: null, rate: '' })).toMatchObject({
      'group_prices.0.min_members': [expect.any(String)],
      'group_prices.0.rate': [expect.any(String)],
    })
  })

  test('changes, adds, reorders and removes items in one save, and records the differences in words', async () => {
    const form = await loaded()
    const [five, ten] = form.modalities as [Form['modalities'][0], Form['modalities'][0]]
    const [complete] = form.products as [Form['products'][0]]
    const after = await saved({
      ...form,
      title: 'Corrida Nova',
      is_public: false,
      modalities: [
        {
          ...ten,
          categories: [...ten.categories, { category_id: -7, category_name: 'Elite', vacancy_limit: 5 }],
        },
        { ...five, categories: [at(five.categories, 0)] },
      ],
      products: [
        {
          ...complete,
          value: '120.00',
          shirt_sizes: [at(complete.shirt_sizes, 1), { id: -8, size: 'G', quantity: 5 }],
        },
        {
          id: -9,
          name: 'Kit Elite',
          value: '0',
          quantity: 5,
          rate_organizer: '0',
          category_ids: [-7, at(ten.categories, 0).category_id],
        },
      ],
      discount_cupons: [{ id: -1, code: 'elite', value: '5', type: 1, product_id: -9 }],
    })

    expect(after).toMatchObject({ title: 'Corrida Nova', slug: form.slug, is_public: false, lock_version: 2 })
    expect(after.modalities.map((one) => one.modality_id)).toEqual([ten.modality_id, five.modality_id])
    const elite = after.modalities[0]?.categories[1]
    expect(elite).toMatchObject({ category_name: 'Elite', vacancy_limit: 5, held: 0 })
    expect(after.modalities[1]?.categories).toEqual([at(five.categories, 0)])
    expect(after.products).toMatchObject([
      {
        id: complete.id,
        value: '120.00',
        shirt_sizes: [{ size: 'M', id: complete.shirt_sizes[1]?.id }, { size: 'G' }],
      },
      { name: 'Kit Elite', category_id: elite?.category_id },
    ])
    expect(after.discount_cupons).toMatchObject([{ code: 'ELITE', product_id: after.products[1]?.id }])

    const { data } = await historyOf(form)
    expect(data[0]).toMatchObject({ action: 'event.updated', actor: organizer.name })
    expect(data[0].changes).toEqual(
      expect.arrayContaining([
        { field: 'Título', before: 'Corrida da Cidade', after: 'Corrida Nova' },
        { field: 'Público', before: 'Sim', after: 'Não' },
        { field: 'Produto "Kit Completo" — Valor', before: formatCents(10_000), after: formatCents(12_000) },
        { field: 'Categoria "Elite" — Limite', before: null, after: '5' },
        { field: 'Cupom "PROMO10" — Desconto', before: '10%', after: null },
        { field: 'Tamanho "P" de "Kit Completo" — Limite', before: '20', after: null },
      ]),
    )
    // Removed items leave no stock level.
    const levels = await db
      .selectFrom('stock_levels')
      .select('kind')
      .where('event_id', '=', form.id)
      .execute()
    expect(levels.map((level) => level.kind).sort()).toEqual(
      [
        'event',
        'modality',
        'modality',
        'category',
        'category',
        'category',
        'kit',
        'kit',
        'shirt_size',
        'shirt_size',
        'right',
        'coupon',
      ].sort(),
    )
  })

  test('accepts names swapped within one save', async () => {
    const form = await loaded()
    const kit = at(form.products, 0)
    const [p, m] = kit.shirt_sizes.map((size) => size.size)
    const swapped = kit.shirt_sizes.map((size, i) => ({ ...size, size: (i === 0 ? m : p) ?? '' }))
    const after = await saved({ ...form, products: [{ ...kit, shirt_sizes: swapped }, at(form.products, 1)] })
    expect(after.products[0]?.shirt_sizes.map((size) => size.size)).toEqual([m, p])
  })

  test('a term with new text gets the next version and preserves the old one; order and status do not count', async () => {
    const form = await loaded()
    const term = at(form.terms, 0)
    const second = await saved({ ...form, terms: [{ ...term, description: 'Outras palavras.' }] })
    expect(second.terms[0]).toMatchObject({ id: term.id, version: 2 })
    const third = await saved({ ...second, terms: [{ ...at(second.terms, 0), status: 0 }] })
    expect(third.terms[0]?.version).toBe(2)
    const versions = await db
      .selectFrom('term_versions')
      .select(['version', 'description'])
      .where('term_id', '=', term.id)
      .orderBy('version')
      .execute()
    expect(versions).toEqual([
      { version: 1, description: 'Li e aceito o regulamento.' },
      { version: 2, description: 'Outras palavras.' },
    ])
  })

  test('rejects a save based on an outdated version; without a version it is accepted', async () => {
    const form = await loaded()
    await saved({ ...form, title: 'A de Ana' })
    const answer = await save({ ...form, title: 'B de Beto' })
    expect(answer.json()).toMatchObject({
      status: 409,
      exception: 'Outra pessoa salvou este registro antes de você. Recarregue a página para ver as mudanças.',
    })
    const { lock_version: _, ...unversioned } = form
    expect(await saved({ ...unversioned, title: 'B de Beto' })).toMatchObject({
      title: 'B de Beto',
      lock_version: 3,
    })
  })

  test('a save rejected within its transaction changes nothing', async () => {
    const form = await loaded()
    await registerSomebody(form)
    const answer = await save({ ...form, title: 'Outro', modalities: [], products: [], discount_cupons: [] })
    expect(answer.statusCode).toBe(409)
    const read = await app.call('GET', `/organizer/events/${form.id}`, { token: organizer.token })
    expect(read.json().data).toMatchObject({ title: form.title, lock_version: 1 })
  })

  test('does not change items of another event', async () => {
    const [form, other] = [await loaded(), await loaded()]
    const answer = await save({ ...form, terms: other.terms, questionnaires: other.questionnaires })
    expect(answer.json().errors).toEqual({
      'terms.0.id': ['Este item não existe mais. Recarregue a página.'],
      'questionnaires.0.id': ['Este item não existe mais. Recarregue a página.'],
    })
  })

  test('items can neither change their parent nor appear twice', async () => {
    const form = await loaded()
    const [five, ten] = form.modalities as [Form['modalities'][0], Form['modalities'][0]]
    const [complete, basic] = form.products as [Form['products'][0], Form['products'][0]]
    const answer = await save({
      ...form,
      modalities: [
        { ...five, categories: ten.categories },
        { ...ten, categories: five.categories },
      ],
      products: [
        { ...complete, shirt_sizes: [] },
        { ...basic, shirt_sizes: complete.shirt_sizes },
      ],
      terms: [at(form.terms, 0), at(form.terms, 0)],
    })
    const { errors } = answer.json()
    expect(errors['modalities.0.categories.0.category_id']).toEqual([
      'A categoria não pode mudar de modalidade.',
    ])
    expect(errors['products.1.shirt_sizes.0.id']).toEqual(['O tamanho não pode mudar de produto.'])
    expect(errors['terms.1.id']).toEqual(['Este item não existe mais. Recarregue a página.'])
  })
})

describe('an event with registrations', () => {
  test('a changed price does not affect existing registrations', async () => {
    const form = await loaded()
    await registerSomebody(form)
    const prices = () =>
      db
        .selectFrom('registrations')
        .select(['value_cents', 'total_cents'])
        .where('event_id', '=', form.id)
        .execute()
    const before = await prices()
    await saved({ ...form, products: form.products.map((kit) => ({ ...kit, value: '999.00' })) })
    expect(await prices()).toEqual(before)
    expect(before).toEqual([{ value_cents: 10_000, total_cents: 10_000 }])
  })

  test('shows the stock held, and rejects limits below it', async () => {
    const form = await loaded()
    await registerSomebody(form)
    await registerSomebody(form)
    const read = (await app.call('GET', `/organizer/events/${form.id}`, { token: organizer.token })).json()
      .data
    expect(read).toMatchObject({
      modalities: [{ in_use: true, categories: [{ in_use: true }, { in_use: false }] }, { in_use: false }],
      products: [{ in_use: true, shirt_sizes: [{ in_use: true }, { in_use: false }] }, { in_use: false }],
      discount_cupons: [{ in_use: true }],
      terms: [{ in_use: true }],
      questionnaires: [{ in_use: true }],
    })
    expect(read).toMatchObject({
      held: 2,
      modalities: [{ held: 2, categories: [{ held: 2 }, { held: 0 }] }, { held: 0 }],
      products: [{ held: 2, shirt_sizes: [{ quantity: 20, used_count: 2 }, { used_count: 0 }] }, { held: 0 }],
      discount_cupons: [{ held: 2 }],
    })

    const tighter = (limit: number) => ({
      ...form,
      vacancy_limit: limit,
      modalities: form.modalities.map((modality, i) => ({
        ...modality,
        vacancy_limit: limit,
        categories: modality.categories.map((one) => ({ ...one, vacancy_limit: i === 0 ? limit : null })),
      })),
      products: form.products.map((kit) => ({
        ...kit,
        quantity: limit,
        shirt_sizes: kit.shirt_sizes.map((size, i) => ({ ...size, quantity: i === 0 ? limit : 0 })),
      })),
      discount_cupons: form.discount_cupons.map((coupon) => ({ ...coupon, quantity: limit })),
    })
    const answer = await save(tighter(1))
    const message = ['O limite não pode ser menor que 2, o que já está reservado.']
    expect(answer.json().errors).toEqual({
      vacancy_limit: message,
      'modalities.0.vacancy_limit': message,
      'modalities.0.categories.0.vacancy_limit': message,
      'products.0.quantity': message,
      'products.0.shirt_sizes.0.quantity': message,
      'discount_cupons.0.quantity': message,
    })
    expect(await saved(tighter(2))).toMatchObject({ vacancy_limit: 2, held: 2 })
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('items with registrations, even cancelled ones, can be deactivated but not deleted', async () => {
    const form = await loaded()
    await registerSomebody(form)
    const [five, ten] = form.modalities as [Form['modalities'][0], Form['modalities'][0]]
    const [complete, basic] = form.products as [Form['products'][0], Form['products'][0]]
    const refused = async (changes: object) => {
      const answer = await save({ ...form, ...changes })
      expect(answer.statusCode, answer.body).toBe(409)
      return answer.json().exception
    }
    const looseCoupons = form.discount_cupons.map((coupon) => ({ ...coupon, product_id: null }))
    expect(await refused({ modalities: [{ ...five, categories: [at(five.categories, 1)] }, ten] })).toBe(
      'A categoria "5 km Geral" já é usada por inscrições e não pode ser excluída.',
    )
    expect(await refused({ products: [basic], discount_cupons: looseCoupons })).toBe(
      'O produto "Kit Completo" já é usado por inscrições e não pode ser excluído. Desative-o.',
    )
    expect(await refused({ modalities: [ten] })).toBe(
      'A modalidade "5 km" já é usada por inscrições e não pode ser excluída. Desative-a.',
    )
    expect(await refused({ products: [{ ...complete, shirt_sizes: [] }, basic] })).toBe(
      'O tamanho "P" já é usado por inscrições e não pode ser excluído.',
    )
    expect(await refused({ discount_cupons: [] })).toBe(
      'O cupom "PROMO10" já é usado por inscrições e não pode ser excluído. Desative-o.',
    )
    expect(await refused({ terms: [] })).toBe(
      'O termo "Regulamento" já foi aceito em inscrições e não pode ser excluído. Desative-o.',
    )
    expect(await refused({ questionnaires: [] })).toBe(
      'A pergunta "Já correu esta distância?" já foi respondida em inscrições e não pode ser excluída. Desative-a.',
    )

    await db
      .updateTable('registrations')
      .set({ status: 2, held_level_ids: [] })
      .where('event_id', '=', form.id)
      .execute()
    await db.updateTable('stock_levels').set({ held: 0 }).where('event_id', '=', form.id).execute()
    expect(await refused({ terms: [] })).toContain('O termo "Regulamento"')

    const off = await saved({
      ...form,
      modalities: [{ ...five, status: 0, categories: [at(five.categories, 0)] }, ten],
      products: [{ ...complete, status: 0, shirt_sizes: [at(complete.shirt_sizes, 0)] }, basic],
      discount_cupons: form.discount_cupons.map((coupon) => ({ ...coupon, status: 0 })),
      terms: form.terms.map((term) => ({ ...term, status: 0 })),
      questionnaires: form.questionnaires.map((question) => ({ ...question, status: 0 })),
    })
    expect(off).toMatchObject({
      modalities: [{ status: 0, categories: [{}] }, {}],
      products: [{ status: 0, shirt_sizes: [{ size: 'P' }] }, {}],
      discount_cupons: [{ status: 0 }],
      terms: [{ status: 0 }],
      questionnaires: [{ status: 0 }],
    })
  })
})

describe('the status in the form', () => {
  test('opens and closes the event, and rejects other values', async () => {
    const form = await loaded()
    const closed = await saved({ ...form, status: 0 })
    expect(closed.status).toBe(0)
    expect((await save({ ...closed, status: 3 })).json().errors).toEqual({ status: ['Campo não é válido'] })
    const { status: _, ...unsaid } = closed
    expect((await saved(unsaid)).status).toBe(0)
  })

  test('is ignored for callers without change-event-status', async () => {
    const form = await loaded()
    const producer = await createProducer(db, { organizer, permissions: ['edit-event'], events: [form.id] })
    const answer = await save({ ...form, status: 0, title: 'Mudou' }, producer.token)
    expect(answer.json().data).toMatchObject({ status: 1, title: 'Mudou' })
  })

  test('becomes closed when an expired event moves to a later day', async () => {
    const form = await loaded()
    await db.updateTable('events').set({ status: 2 }).where('id', '=', form.id).execute()
    expect((await saved({ ...form, status: 2 })).status).toBe(0)
  })
})

describe('concurrent requests', () => {
  test('two saves of one version: one is written, the other rejected', async () => {
    const form = await loaded()
    const answers = await Promise.all(['A', 'B'].map((title) => save({ ...form, title })))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    const winner = answers.find((answer) => answer.statusCode === 200)?.json().data
    const read = await app.call('GET', `/organizer/events/${form.id}`, { token: organizer.token })
    expect(read.json().data).toEqual(winner)
  })

  test('saves that change limits during registrations: limits hold, no registration is lost', {
    tags: 'operation',
  }, async () => {
    let form = await loaded({ vacancy_limit: 5 })
    const limits = [8, 3, 12, 6, 10]
    const saving = async () => {
      for (const limit of limits) {
        const answer = await save({ ...form, vacancy_limit: limit, title: `Limite ${limit}` })
        expect([200, 422]).toContain(answer.statusCode)
        if (answer.statusCode === 200) form = answer.json().data
        else expect(answer.json().errors.vacancy_limit[0]).toMatch(/não pode ser menor que/)
      }
    }
    const first = form
    const runners = await runnersOf(25)
    const registering = runners.map(async (runner) => (await register(first, runner, undefined)).statusCode)
    const [, ...statuses] = await Promise.all([saving(), ...registering])
    const accepted = statuses.filter((status) => status === 201).length
    for (const status of statuses) expect([201, 409]).toContain(status)
    const read = (await app.call('GET', `/organizer/events/${form.id}`, { token: organizer.token })).json()
      .data
    expect(read.held).toBe(accepted)
    expect(read.held).toBeLessThanOrEqual(read.vacancy_limit)
    expect(accepted).toBeGreaterThanOrEqual(3)
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('an item removed during registrations is either gone or kept because it is used', async () => {
    const form = await loaded()
    const { products, modalities } = form
    const without = {
      ...form,
      products: [at(products, 1)],
      discount_cupons: [],
      modalities: [
        { ...at(modalities, 0), categories: [at(at(modalities, 0).categories, 1)] },
        at(modalities, 1),
      ],
    }
    const runners = await runnersOf(8)
    const answers = await Promise.all([
      ...runners.slice(0, 4).map((runner) => register(form, runner)),
      save(without),
      ...runners.slice(4).map((runner) => register(form, runner)),
    ])
    const registered = answers.filter((answer) => answer.statusCode === 201).length
    const read = (await app.call('GET', `/organizer/events/${form.id}`, { token: organizer.token })).json()
      .data
    expect(read.held).toBe(registered)
    expect(read.products).toHaveLength(registered > 0 ? 2 : 1)
    for (const { statusCode } of answers) expect([200, 201, 409, 422]).toContain(statusCode)
    expect(await brokenInvariants(db)).toEqual([])
  })
})
