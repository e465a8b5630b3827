import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const [admin, company] = [
  await createUser(db, { roles: ['Admin'] }),
  await createUser(db, { roles: ['Empresa'] }),
]
const form = { min_fee_free: '1.50', setup_fee: '99.90', min_fee_paid: '2.50', max_fee_percentage: '12.5' }
const save = (body: unknown, token = organizer.token) => app.call('POST', '/enterprise/fees', { token, body })

const read = async (token = organizer.token) =>
  (await app.call('GET', '/enterprise/fees', { token })).json().data
/** The fees of the initial enterprise, from the migration. */
const PLATFORM_ENTERPRISE = {
  min_fee_free: '0.00',
  setup_fee: '0.00',
  min_fee_paid: '2.50',
  max_fee_percentage: '20.00',
}
const saveHouse = (changes: object = {}, { token } = company) =>
  save({ ...PLATFORM_ENTERPRISE, ...changes }, token)
afterEach(() => saveHouse())

const trail = (entity: string, id: number) =>
  db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'before', 'after'])
    .where('action', '=', 'fees.updated')
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

describe('an organizer’s fee settings', () => {
  test('are saved, returned, read and audited with before and after', async () => {
    const own = { ...form, max_fee_percentage: '12.50' }
    expect((await save(form)).json()).toEqual({
      status: 200,
      message: 'Taxas salvas com sucesso!',
      data: { ...own, bounds: PLATFORM_ENTERPRISE },
      ...own,
    })
    expect(await read()).toEqual({ ...own, bounds: PLATFORM_ENTERPRISE })
    expect(await trail('organizer', organizer.organizerId)).toEqual([
      {
        actor_user_id: organizer.id,
        before: null,
        // Fees equal to the enterprise's are stored as null.
        after: { min_fee_free_cents: 150, setup_fee_cents: 9990, min_fee_paid_cents: null, max_fee_bp: 1250 },
      },
    ])
  })

  test.each([
    ['min_fee_free', '-1', 'Campo não é válido'],
    ['min_fee_free', '1.234', 'Campo não é válido'],
    ['setup_fee', 'dez', 'Campo não é válido'],
    ['setup_fee', undefined, 'O campo é obrigatório'],
    ['min_fee_paid', '1000000.01', 'O campo precisa ser menor ou igual a 1000000'],
    ['max_fee_percentage', '100.01', 'O campo precisa ser de 0 a 100'],
  ])('%s as %s: %s', async (field, value, message) => {
    const answer = await save({ ...form, [field]: value })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ [field]: [message] })
  })

  test("must lie within the enterprise's inclusive bounds; each field beyond reports its bound", async () => {
    await saveHouse({ min_fee_free: '1.00', setup_fee: '50.00' })
    const answer = await save({
      min_fee_free: '0.99',
      setup_fee: '49.99',
      min_fee_paid: '2.49',
      max_fee_percentage: '20.01',
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({
      min_fee_free: ['O campo precisa ser maior ou igual a R$\u00a01,00, o mínimo da empresa'],
      setup_fee: ['O campo precisa ser maior ou igual a R$\u00a050,00, o mínimo da empresa'],
      min_fee_paid: ['O campo precisa ser maior ou igual a R$\u00a02,50, o mínimo da empresa'],
      max_fee_percentage: ['O campo precisa ser menor ou igual a 20%, o máximo da empresa'],
    })
    expect(await read()).toMatchObject({ min_fee_free: '1.50' })
    const bounds = { ...PLATFORM_ENTERPRISE, min_fee_free: '1.00', setup_fee: '50.00' }
    expect((await save(bounds)).json().data).toEqual({ ...bounds, bounds })
  })

  test('belong to the caller, whatever ids are sent', async () => {
    const [one, other] = [await createOrganizer(db), await createOrganizer(db)]
    await save({ ...form, enterprise_id: 1, organizer_id: other.organizerId }, one.token)
    expect(await read(one.token)).toMatchObject({ setup_fee: '99.90' })
    for (const { token } of [other, company, admin])
      expect(await read(token)).toMatchObject(PLATFORM_ENTERPRISE)
  })

  test('follow the enterprise where unset, and stay within changed bounds', async () => {
    const { token } = await createOrganizer(db)
    expect(await read(token)).toEqual({ ...PLATFORM_ENTERPRISE, bounds: PLATFORM_ENTERPRISE })
    await save({ ...PLATFORM_ENTERPRISE, min_fee_paid: '3.00', max_fee_percentage: '15' }, token)
    const moved = {
      min_fee_free: '0.50',
      setup_fee: '7.00',
      min_fee_paid: '4.00',
      max_fee_percentage: '10.00',
    }
    await saveHouse(moved)
    expect(await read(token)).toEqual({ ...moved, bounds: moved })
    await saveHouse()
    expect(await read(token)).toEqual({
      ...PLATFORM_ENTERPRISE,
      min_fee_paid: '3.00',
      max_fee_percentage: '15.00',
      bounds: PLATFORM_ENTERPRISE,
    })
  })

  test('of the organizer require view-fees and edit-fees of a realizador', async () => {
    const boss = await createOrganizer(db)
    const viewer = await createProducer(db, { organizer: boss, permissions: ['view-fees'] })
    const editor = await createProducer(db, { organizer: boss, permissions: ['edit-fees'] })
    const status = async (method: 'GET' | 'POST', token: string) =>
      (await app.call(method, '/enterprise/fees', { token, body: method === 'POST' ? form : undefined }))
        .statusCode
    expect(await status('GET', viewer.token)).toBe(200)
    expect(await status('POST', viewer.token)).toBe(403)
    expect(await status('GET', editor.token)).toBe(403)
    expect(await status('POST', editor.token)).toBe(200)
    expect(await read(boss.token)).toMatchObject({ setup_fee: '99.90' })
    expect(await read(viewer.token)).toMatchObject({ setup_fee: '99.90' })
    expect(await read(company.token)).toMatchObject({ setup_fee: '0.00' })
    // The enterprise's bounds apply to the realizador too.
    expect((await save({ ...form, min_fee_paid: '0' }, editor.token)).statusCode).toBe(422)
  })

  test('apply to events saved later, within the bounds at that time', async () => {
    const boss = await createOrganizer(db)
    const kit = {
      id: -1,
      name: 'Kit',
      quantity: null,
      status: 1,
      type_fee: 1,
      is_increment: true,
      shirt_sizes: [],
    }
    const create = async (rate_organizer: string) => {
      const draft = await eventForm(db, {
        products: [{ ...kit, value: '100', rate_organizer }],
        discount_cupons: [],
      })
      const answer = await app.call('POST', '/events/create', { token: boss.token, body: draft })
      return answer.statusCode === 201
        ? answer.json().data.setup_fee
        : answer.json().errors['products.0.rate_organizer']
    }
    expect(await create('3')).toBeNull()
    await save(
      { ...PLATFORM_ENTERPRISE, setup_fee: '10', min_fee_paid: '4', max_fee_percentage: '6' },
      boss.token,
    )
    expect(await create('3')).toEqual(['A taxa é menor que a taxa mínima de kits pagos.'])
    expect(await create('6.01')).toEqual(['A taxa é maior que o percentual máximo permitido.'])
    expect(await create('6')).toBe('10.00')
    await saveHouse({ min_fee_paid: '5', max_fee_percentage: '5', setup_fee: '20' })
    expect(await create('4')).toEqual(['A taxa é menor que a taxa mínima de kits pagos.'])
    expect(await create('6')).toEqual(['A taxa é maior que o percentual máximo permitido.'])
    expect(await create('5')).toBe('20.00')
  })

  test('do not change existing registrations', async () => {
    const boss = await createOrganizer(db)
    const event = await createEvent(db, { organizerId: boss.organizerId })
    const order = await createOrder(db, event, { payment: { status: 2 } })
    const sold = () =>
      Promise.all([
        db.selectFrom('registrations').selectAll().where('order_id', '=', order.id).execute(),
        db.selectFrom('payments').selectAll().where('event_id', '=', event.id).execute(),
        db.selectFrom('kits').selectAll().where('event_id', '=', event.id).execute(),
        db.selectFrom('organizer_charges').selectAll().where('event_id', '=', event.id).execute(),
      ])
    const before = await sold()
    await save(
      { ...PLATFORM_ENTERPRISE, setup_fee: '500', min_fee_paid: '90', max_fee_percentage: '1' },
      boss.token,
    )
    await saveHouse({ min_fee_free: '9', setup_fee: '900', min_fee_paid: '99', max_fee_percentage: '0' })
    expect(await sold()).toEqual(before)
  })
})

describe('an enterprise’s fee settings', () => {
  test('are set by Empresa and Admin, and audited', async () => {
    for (const who of [company, admin]) {
      const setup_fee = `${who.id}.00`
      expect((await saveHouse({ setup_fee }, who)).statusCode).toBe(200)
      expect(await read(company.token)).toEqual({ ...PLATFORM_ENTERPRISE, setup_fee, bounds: null })
      expect((await trail('enterprise', 1)).at(-1)).toMatchObject({
        actor_user_id: who.id,
        after: { setup_fee_cents: who.id * 100 },
      })
    }
    // An organizer's own fees do not change them.
    await save(form)
    expect(await read(company.token)).toMatchObject({ min_fee_free: '0.00' })
  })

  test('are set by Admin for each enterprise and bound its own organizers only', async () => {
    const { id } = await db
      .insertInto('enterprises')
      .values({ name: 'Outra' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const other = await createOrganizer(db, { enterpriseId: id })
    const path = `/admin/enterprises/${id}/fees`
    const NONE = { min_fee_free: null, setup_fee: null, min_fee_paid: null, max_fee_percentage: null }
    expect((await app.call('GET', path, { token: admin.token })).json().data).toEqual(NONE)
    expect(await read(other.token)).toEqual({ ...NONE, bounds: null })
    const put = (body: object, to = path) => app.call('PUT', to, { token: admin.token, body })
    const fees = { min_fee_free: '1.00', setup_fee: '2.00', min_fee_paid: '3.00', max_fee_percentage: '4.00' }
    expect((await put(fees)).json().data).toEqual(fees)
    expect((await app.call('GET', path, { token: admin.token })).json().data).toEqual(fees)
    expect(await read(other.token)).toEqual({ ...fees, bounds: fees })
    expect((await save({ ...fees, min_fee_paid: '2.99' }, other.token)).statusCode).toBe(422)
    expect(await read()).toMatchObject({ bounds: PLATFORM_ENTERPRISE })
    const missing = await put(fees, '/admin/enterprises/99999/fees')
    expect(missing.statusCode).toBe(404)
  })

  test('bounds are inclusive', async () => {
    expect((await saveHouse({ max_fee_percentage: '0', min_fee_free: 0 })).statusCode).toBe(200)
    expect((await saveHouse({ max_fee_percentage: '100' })).statusCode).toBe(200)
  })
})
