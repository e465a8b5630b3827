import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { callerOf } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'], name: 'Adélia Administradora' })
const organizer = await createOrganizer(db)
const event = await createEvent(db, { organizerId: organizer.organizerId })

const call = callerOf(app, admin)

describe('audit', () => {
  beforeAll(async () => {
    await db
      .insertInto('audit_log')
      .values([
        {
          at: new Date('2026-03-10T02:59:00Z'),
          actor_user_id: organizer.id,
          action: 'event.updated',
          entity: 'event',
          entity_id: event.id,
          event_id: event.id,
          before: JSON.stringify({ Título: 'Antes' }),
          after: JSON.stringify({ Título: 'Depois' }),
        },
        {
          at: new Date('2026-03-10T03:01:00Z'),
          actor_user_id: admin.id,
          action: 'fees.updated',
          entity: 'enterprise',
          entity_id: 1,
        },
      ])
      .execute()
  })
  const found = async (query: string) =>
    (await call('POST', '/admin/audit/search', Object.fromEntries(new URLSearchParams(query)))).data.map(
      ({ action }: { action: string }) => action,
    )

  test.each([
    ['from=2026-03-10&to=2026-03-10', ['fees.updated']],
    ['from=2026-03-09&to=09/03/2026', ['event.updated']],
    ['from=2026-03-01&to=2026-03-31&actor=ADELIA', ['fees.updated']],
    ['from=2026-03-01&to=2026-03-31&entity=event', ['event.updated']],
    ['from=2026-03-01&to=2026-03-31&action=fees.updated', ['fees.updated']],
    ['from=2026-03-01&to=2026-03-31&entity=enterprise&entity_id=1', ['fees.updated']],
    ['from=2026-03-01&to=2026-03-31&actor=ninguem', []],
  ])('%s', async (query, actions) => {
    expect(await found(query)).toEqual(actions)
  })

  test('shows actor, action, event, and values before and after', async () => {
    const { data } = await call('POST', '/admin/audit/search', {
      event_id: event.id,
      action: 'event.updated',
    })
    expect(data).toMatchObject([
      {
        actor: { id: organizer.id, name: organizer.name },
        event: { id: event.id, title: event.title },
        before: { Título: 'Antes' },
        after: { Título: 'Depois' },
      },
    ])
  })

  test('is searched by charge and exported; the export is audited too', async () => {
    const order = await createOrder(db, event, { payment: { status: 2 } })
    const registrationId = order.registrations[0]?.id ?? 0
    await db
      .updateTable('payments')
      .set({ charge_id: 'cob_auditada', provider: 'sandbox' })
      .where('payer_user_id', '=', order.buyer.id)
      .execute()
    await db
      .insertInto('audit_log')
      .values({
        at: new Date('2026-03-11T12:00:00Z'),
        action: 'registration.updated',
        entity: 'registration',
        entity_id: registrationId,
        event_id: event.id,
      })
      .execute()
    const exported = await call('POST', '/admin/audit/export', { charge: 'cob_auditada' })
    const ofRegistration = expect.objectContaining({
      action: 'registration.updated',
      entity_id: registrationId,
    })
    expect(exported.data).toEqual([ofRegistration])
    expect((await call('POST', '/admin/audit/search', { charge: 'cob_auditada' })).data).toEqual([
      ofRegistration,
    ])
    expect((await call('POST', '/admin/audit/search', { charge: 'cob_nenhuma' })).data).toEqual([])
    expect((await call('POST', '/admin/audit/search', { entity: 'audit' })).data).toMatchObject([
      { action: 'audit.exported', actor: { id: admin.id }, after: { rows: 1 } },
    ])
  })
})
