import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { createProducer } from '../../../test/factories/producer.ts'
import { createOrganizer, createUser } from '../../../test/factories/user.ts'
import { loadPermissions } from '../producer/load-permissions.ts'

const { db } = await testDatabase()
await loadPermissions(db)
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const form = { min_fee_free: '1.50', setup_fee: '99.90', min_fee_paid: '2.50', max_fee_percentage: '12.5' }
const save = (body: unknown, token = organizer.token) => app.call('POST', '/enterprise/fees', { token, body })

describe('fee settings', () => {
  test('are saved, said back, read back and audited with before and after', async () => {
    const before = (await app.call('GET', '/enterprise/fees', { token: organizer.token })).json()
    const answer = await save(form)
    expect(answer.json()).toEqual({
      status: 200,
      message: 'Taxas salvas com sucesso!',
      data: { ...form, max_fee_percentage: '12.50' },
      ...form,
      max_fee_percentage: '12.50',
    })
    expect((await app.call('GET', '/enterprise/fees', { token: organizer.token })).json()).toMatchObject({
      data: { setup_fee: '99.90', max_fee_percentage: '12.50' },
    })
    expect(before.data).toMatchObject({ min_fee_paid: '2.50', max_fee_percentage: '20.00' })

    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'fees.updated')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actor_user_id: organizer.id,
      entity: 'enterprise',
      entity_id: 1,
      before: { max_fee_bp: 2000, setup_fee_cents: 0 },
      after: { max_fee_bp: 1250, setup_fee_cents: 9990 },
    })
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

  test('bounds are inclusive', async () => {
    expect((await save({ ...form, max_fee_percentage: '0', min_fee_free: 0 })).statusCode).toBe(200)
    expect((await save({ ...form, max_fee_percentage: '100' })).statusCode).toBe(200)
  })

  test('are the enterprise’s of the caller’s organizer', async () => {
    const { id } = await db
      .insertInto('enterprises')
      .values({ name: 'Outra' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const other = await createOrganizer(db, { enterpriseId: id })
    expect((await app.call('GET', '/enterprise/fees', { token: other.token })).json().data).toEqual({
      min_fee_free: null,
      setup_fee: null,
      min_fee_paid: null,
      max_fee_percentage: null,
    })
    await save({ ...form, setup_fee: '1.00' }, other.token)
    await save({ ...form, setup_fee: '2.00' })
    const admin = await createUser(db, { roles: ['Admin'] })
    const seenBy = async (token: string) =>
      (await app.call('GET', '/enterprise/fees', { token })).json().data.setup_fee
    expect(await seenBy(other.token)).toBe('1.00')
    expect(await seenBy(organizer.token)).toBe('2.00')
    expect(await seenBy(admin.token)).toBe('2.00')
  })

  test('a realizador sees them with view-fees and changes them with edit-fees', async () => {
    const viewer = await createProducer(db, { organizer, permissions: ['view-fees'] })
    const editor = await createProducer(db, { organizer, permissions: ['edit-fees'] })
    const status = async (method: 'GET' | 'POST', token: string) =>
      (await app.call(method, '/enterprise/fees', { token, body: method === 'POST' ? form : undefined }))
        .statusCode
    expect(await status('GET', viewer.token)).toBe(200)
    expect(await status('POST', viewer.token)).toBe(403)
    expect(await status('GET', editor.token)).toBe(403)
    expect(await status('POST', editor.token)).toBe(200)
  })
})
