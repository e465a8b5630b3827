import { afterAll, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '#contract/roles.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, type TestUser } from '#test/factories/user.ts'
import { loadPermissions } from '../load-permissions.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const { id: eventId } = await createEvent(db, { organizerId: organizer.organizerId })
const catalogue: { id: number; name: string; description: string }[] = (
  await app.call('GET', '/organizer/listPermissions', { token: organizer.token })
).json().permissions
const idOf = (name: string) => catalogue.find((permission) => permission.name === name)?.id

const NO_POWER = 'Este realizador tem permissões que você não tem.'

const grant = (who: TestUser, id: number, names: string[]) =>
  app.call('POST', `/organizer/producers/${id}/permissions`, {
    token: who.token,
    body: { permissions: names.map(idOf) },
  })
const revoke = (who: TestUser, id: number, permission: unknown) =>
  app.call('DELETE', `/organizer/producers/${id}/permissions/${permission}`, { token: who.token })
const granted = async (id: number) =>
  (await app.call('GET', `/organizer/producers/${id}/permissions`, { token: organizer.token }))
    .json()
    .permissions.map((permission: { name: string }) => permission.name)

describe('the catalogue', () => {
  test("equals the contract's, with its descriptions", () => {
    expect(catalogue.map(({ name, description }) => [name, description])).toEqual(Object.entries(PERMISSIONS))
  })

  test('is loaded once, and its descriptions are updated', async () => {
    await db
      .updateTable('permissions')
      .set({ description: 'velho' })
      .where('name', '=', 'view-event')
      .execute()
    await Promise.all([loadPermissions(db), loadPermissions(db)])
    const rows = await db.selectFrom('permissions').selectAll().orderBy('id').execute()
    expect(rows).toEqual(catalogue)
  })
})

describe('permissions of a realizador', () => {
  test('are granted, listed, and revoked by id or name, effective immediately', async () => {
    const producer = await createProducer(db, { organizer, events: [eventId], fantasyName: 'Cronos' })
    const id = producer.organizerId
    const mine = async () =>
      (await app.call('GET', '/me', { token: producer.token })).json().data.permissions.sort()
    const editsEvent = async () =>
      (await app.call('GET', `/organizer/events/${eventId}`, { token: producer.token })).statusCode
    expect(await editsEvent()).toBe(403)

    const answer = await grant(organizer, id, ['view-event', 'edit-event'])
    expect(answer.json().data.permissions.map((one: { name: string }) => one.name)).toEqual([
      'view-event',
      'edit-event',
    ])
    expect((await grant(organizer, id, ['view-event', 'view-fees'])).statusCode).toBe(200)
    expect(await mine()).toEqual(['edit-event', 'view-event', 'view-fees'])
    expect(await editsEvent()).toBe(200)
    const list = await app.call('GET', `/organizer/producers/${id}/permissions`, { token: organizer.token })
    expect(list.json()).toMatchObject({
      organizer: { id, fantasy_name: 'Cronos' },
      permissions: [
        { name: 'view-event', description: 'Ver os dados de um evento' },
        { name: 'edit-event' },
        { name: 'view-fees' },
      ],
    })

    expect((await revoke(organizer, id, idOf('edit-event'))).statusCode).toBe(200)
    expect(await editsEvent()).toBe(200)
    expect((await revoke(organizer, id, 'view-event')).statusCode).toBe(200)
    expect(await editsEvent()).toBe(403)
    expect((await revoke(organizer, id, 'view-event')).statusCode).toBe(200)
    expect(await mine()).toEqual(['view-fees'])

    const audited = await db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'producer')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audited.map((entry) => entry.action)).toEqual([
      'producer.permissions_added',
      'producer.permissions_added',
      'producer.permission_removed',
      'producer.permission_removed',
    ])
    expect(audited.at(-1)).toMatchObject({
      before: { permissions: ['view-event', 'view-fees'] },
      after: { permissions: ['view-fees'] },
    })
  })

  test('are granted and revoked together with those that they require or that require them', async () => {
    const { organizerId: id } = await createProducer(db, { organizer })
    expect((await grant(organizer, id, ['create-event', 'view-fees'])).statusCode).toBe(200)
    expect(await granted(id)).toEqual(['create-event', 'view-event', 'edit-event', 'view-fees'])
    expect((await revoke(organizer, id, 'view-event')).statusCode).toBe(200)
    expect(await granted(id)).toEqual(['view-fees'])
    const entry = await db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity', '=', 'producer')
      .where('entity_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({
      before: { permissions: ['create-event', 'view-event', 'edit-event', 'view-fees'] },
      after: { permissions: ['view-fees'] },
    })
  })

  test('cannot be granted by a caller who lacks a required one', async () => {
    const link = { organizer, events: [eventId] }
    const caller = await createProducer(db, { ...link, permissions: ['edit-realizador', 'edit-event'] })
    const { organizerId: id } = await createProducer(db, link)
    expect((await grant(caller, id, ['edit-event'])).json().message).toBe(
      'Você não pode conceder uma permissão que não tem.',
    )
    expect(await granted(id)).toEqual([])
  })

  test('unknown permissions are rejected', async () => {
    const { organizerId: id } = await createProducer(db, { organizer })
    const call = (permissions: unknown) =>
      app.call('POST', `/organizer/producers/${id}/permissions`, {
        token: organizer.token,
        body: { permissions },
      })
    expect((await call([999_999])).json().errors).toEqual({ permissions: ['Permissão não encontrada.'] })
    expect((await call([])).statusCode).toBe(422)
    expect((await revoke(organizer, id, 'tudo')).statusCode).toBe(404)
    expect((await revoke(organizer, id, 999_999)).statusCode).toBe(404)
  })

  test('callers grant and revoke only permissions that they have', async () => {
    const link = { organizer, events: [eventId] }
    const caller = await createProducer(db, { ...link, permissions: ['edit-realizador', 'view-event'] })
    const { organizerId: id } = await createProducer(db, link)
    expect((await grant(caller, id, ['view-event'])).statusCode).toBe(200)
    expect((await grant(caller, id, ['view-event', 'edit-fees'])).json()).toMatchObject({
      status: 403,
      message: 'Você não pode conceder uma permissão que não tem.',
    })
    expect((await grant(caller, caller.organizerId, ['edit-event'])).statusCode).toBe(403)
    expect((await revoke(caller, id, 'view-event')).statusCode).toBe(200)
    expect((await grant(organizer, id, ['view-event', 'edit-event'])).statusCode).toBe(200)
    expect((await revoke(caller, id, 'edit-event')).statusCode).toBe(403)
    // A realizador with more permissions than the caller cannot be changed.
    expect((await revoke(caller, id, 'view-event')).json().message).toBe(NO_POWER)
    expect((await grant(caller, id, ['view-event'])).json().message).toBe(NO_POWER)
    expect(await granted(id)).toEqual(['view-event', 'edit-event'])
  })

  test('of a realizador can be changed only by callers whose scope includes all their events', async () => {
    const other = await createEvent(db, { organizerId: organizer.organizerId })
    const caller = await createProducer(db, {
      organizer,
      events: [eventId],
      permissions: ['edit-realizador', 'view-event'],
    })
    const { organizerId: id } = await createProducer(db, { organizer, events: [eventId, other.id] })
    const message = 'Este realizador trabalha em eventos que você não vê. Peça a mudança ao organizador.'
    expect((await grant(caller, id, ['view-event'])).json()).toMatchObject({ status: 403, message })
    await grant(organizer, id, ['view-event'])
    expect((await revoke(caller, id, 'view-event')).json()).toMatchObject({ status: 403, message })
    expect(await granted(id)).toEqual(['view-event'])
  })

  test("of another organizer's realizador are not found", async () => {
    const { organizerId: id } = await createProducer(db, { organizer })
    const rival = await createOrganizer(db)
    expect((await grant(rival, id, ['view-event'])).statusCode).toBe(404)
    expect((await revoke(rival, id, 'view-event')).statusCode).toBe(404)
    expect(
      (await app.call('GET', `/organizer/producers/${id}/permissions`, { token: rival.token })).statusCode,
    ).toBe(404)
  })
})
