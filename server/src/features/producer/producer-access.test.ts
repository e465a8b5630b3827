import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createProducer, producerForm } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { mailTo } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const { id: eventId } = await createEvent(db, { organizerId: organizer.organizerId })
const call = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  { token }: { token: string } = organizer,
) => (await app.call(method, `/organizer/producers${path}`, { token, body })).json()
const me = async ({ token }: { token: string }) => (await app.call('GET', '/me', { token })).statusCode
const actionsOn = (id: number) =>
  db
    .selectFrom('audit_log')
    .where('entity', '=', 'producer')
    .where('entity_id', '=', id)
    .orderBy('id')
    .select(['action', 'after'])
    .execute()

test('a realizador is blocked with a reason, which ends the sessions, and unblocked', async () => {
  const producer = await createProducer(db, { organizer, events: [eventId] })
  const path = `/${producer.organizerId}`
  expect((await call('PATCH', `${path}/block`, { blocked: true })).errors).toEqual({
    reason: ['Informe o motivo'],
  })
  for (const _ of [1, 2])
    expect((await call('PATCH', `${path}/block`, { blocked: true, reason: 'Saiu da prova' })).message).toBe(
      'Realizador bloqueado.',
    )
  expect(await me(producer)).toBe(401)
  expect((await call('GET', path)).data[0]).toMatchObject({ blocked_reason: 'Saiu da prova' })
  expect((await call('POST', `${path}/reset-access`)).status).toBe(409)
  await call('PATCH', `${path}/block`, { blocked: false })
  expect((await call('GET', path)).data[0]).toMatchObject({ blocked_at: null, blocked_reason: null })
  expect(await actionsOn(producer.organizerId)).toEqual([
    { action: 'producer.blocked', after: { reason: 'Saiu da prova' } },
    { action: 'producer.unblocked', after: null },
  ])
})

test('a realizador blocked by the organizer stays blocked when a suspension is lifted', async () => {
  const employer = await createOrganizer(db)
  const producer = await createProducer(db, { organizer: employer })
  const path = `/${producer.organizerId}`
  await call('PATCH', `${path}/block`, { blocked: true, reason: 'Férias' }, employer)
  const admin = await createUser(db, { roles: ['Admin'] })
  const suspension = `/admin/organizers/${employer.organizerId}/suspension`
  for (const body of [{ suspended: true, reason: 'Denúncias' }, { suspended: false }])
    await app.call('PATCH', suspension, { token: admin.token, body })
  expect((await call('GET', path, undefined, admin)).data[0]).toMatchObject({ blocked_reason: 'Férias' })
})

test('the invitation can be resent until it is accepted, afterwards a link for a new password', async () => {
  const form = producerForm()
  const { data } = await call('POST', '/register', form)
  expect((await call('POST', `/${data.id}/reset-access`)).message).toBe('Convite enviado de novo.')
  expect(await mailTo(app, String(form.email))).toHaveLength(2)
  const producer = await createProducer(db, { organizer })
  expect((await call('POST', `/${producer.organizerId}/reset-access`)).message).toBe(
    'E-mail de recuperação enviado.',
  )
})

test('a removed realizador loses permissions and events; the e-mail can be invited again', async () => {
  const producer = await createProducer(db, {
    organizer,
    events: [eventId],
    permissions: ['view-event', 'edit-event'],
    fantasyName: 'Passo Firme',
  })
  const path = `/${producer.organizerId}`
  expect((await call('DELETE', path, {})).status).toBe(422)
  expect((await call('DELETE', path, { reason: 'Fim do contrato' })).message).toBe('Realizador removido.')
  expect(await me(producer)).toBe(401)
  expect((await call('GET', path)).status).toBe(404)
  expect((await call('DELETE', path, { reason: 'Fim do contrato' })).status).toBe(404)
  expect((await call('GET', `/event/${eventId}`)).data).not.toContainEqual(
    expect.objectContaining({ fantasy_name: 'Passo Firme' }),
  )
  expect((await actionsOn(producer.organizerId)).at(-1)).toEqual({
    action: 'producer.removed',
    after: { reason: 'Fim do contrato' },
  })
  expect((await call('POST', '/register', producerForm({ email: producer.email }))).status).toBe(201)
})

test('a removed realizador who acted keeps their name in the audit log', async () => {
  const producer = await createProducer(db, {
    organizer,
    events: [eventId],
    permissions: ['create-realizador'],
  })
  await call('POST', '/register', producerForm(), producer)
  await call('DELETE', `/${producer.organizerId}`, { reason: 'Saiu' })
  const row = await db.selectFrom('users').select('name').where('id', '=', producer.id).executeTakeFirst()
  expect(row?.name).toBe(producer.name)
})

test('nothing can be changed while the organizer is suspended', async () => {
  const employer = await createOrganizer(db)
  const producer = await createProducer(db, { organizer: employer })
  const admin = await createUser(db, { roles: ['Admin'] })
  await app.call('PATCH', `/admin/organizers/${employer.organizerId}/suspension`, {
    token: admin.token,
    body: { suspended: true, reason: 'Denúncias' },
  })
  expect((await call('PATCH', `/${producer.organizerId}/block`, { blocked: false }, admin)).status).toBe(409)
})
