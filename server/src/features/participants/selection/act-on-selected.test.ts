import { afterAll, expect, test } from 'vitest'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'

const { db } = await testDatabase()
const app = await listeningApp(db, { env: { RATE_LIMITS: 'on' } })
afterAll(app.close)

const { organizerId, token } = await createOrganizer(db)
const race = await createEvent(db, { organizerId })

const act = async (action: 'resend' | 'cancel', ids: readonly number[], eventId = race.id) =>
  app.call('POST', `/organizer/events/${eventId}/participants/${action}`, { token, body: { ids } })
const results = async (...asked: Parameters<typeof act>) => (await act(...asked)).json().data
const ordered = async (...asked: Parameters<typeof createOrder>) => {
  const { buyer, registrations } = await createOrder(...asked)
  return { email: buyer.email, ids: registrations.map(({ id }) => id) }
}

test('messages are sent again with a result each; one payer gets one, and a repeated request sends none', {
  tags: 'operation',
}, async () => {
  const order = await createOrder(db, race, { additional: 1, payment: { status: 0 } })
  for (const { paymentId } of order.registrations) await tryCreateCharge(app.deps, paymentId ?? 0)
  const unpaid = { email: order.buyer.email, ids: order.registrations.map(({ id }) => id) }
  const free = await ordered(db, race, { payment: null })
  const cancelled = await ordered(db, race, { payment: { status: 0 } })
  await act('cancel', cancelled.ids)
  const other = await ordered(db, await createEvent(db, { organizerId }), { payment: null })
  const [first, second] = unpaid.ids
  const asked = [...unpaid.ids, ...free.ids, ...cancelled.ids, ...other.ids, at(free.ids, 0)]
  const expected = [
    { id: first, done: true, message: 'Link de pagamento enviado.' },
    { id: second, done: true, message: 'Link de pagamento enviado.' },
    { id: free.ids[0], done: true, message: 'Confirmação enviada.' },
    { id: cancelled.ids[0], done: false, message: 'Esta inscrição não tem mensagem a reenviar.' },
    { id: other.ids[0], done: false, message: 'Registro não encontrado.' },
  ]
  const mails = async () => {
    await runJobsOnce(app.deps)
    return [(await mailTo(app, unpaid.email)).length, (await mailTo(app, free.email)).length]
  }
  const before = at(await mails(), 0)
  for (let times = 0; times < 7; times++) {
    expect(await results('resend', asked)).toEqual(expected)
    expect(await mails()).toEqual([before + 1, 1])
  }
  app.deps.clock.advance(11 * 60_000)
  await results('resend', free.ids)
  expect(await mails()).toEqual([before + 1, 2])
})

test('unpaid registrations are cancelled, paid ones are left, and a repeated request gives the same results', async () => {
  const unpaid = await ordered(db, race, { additional: 1, payment: { status: 0 } })
  const paid = await ordered(db, race, { payment: { status: 2 } })
  const expected = [
    ...unpaid.ids.map((id) => ({ id, done: true, message: 'Inscrição cancelada.' })),
    { id: paid.ids[0], done: false, message: 'Esta inscrição não pode mais ser cancelada.' },
  ]
  const ids = [...unpaid.ids, ...paid.ids]
  expect(await results('cancel', ids)).toEqual(expected)
  expect(await results('cancel', ids)).toEqual(expected)
  const found = await db
    .selectFrom('registrations')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'status'])
    .execute()
  expect(found).toEqual([...unpaid.ids.map((id) => ({ id, status: 2 })), { id: paid.ids[0], status: 1 }])
  const entries = await db
    .selectFrom('audit_log')
    .where('action', '=', 'registration.cancelled')
    .where('entity_id', 'in', ids)
    .select('id')
    .execute()
  expect(entries).toHaveLength(2)
  expect(await brokenInvariants(db)).toEqual([])
})

test('an event of another organizer is not found; no and too many registrations are refused', async () => {
  const other = await createEvent(db)
  const { ids } = await ordered(db, other, { payment: null })
  expect((await act('cancel', ids, other.id)).statusCode).toBe(404)
  expect((await act('cancel', [])).json().errors).toEqual({ ids: ['Selecione ao menos uma inscrição.'] })
  const many = Array.from({ length: 201 }, (_, i) => i + 1)
  expect((await act('resend', many)).json().errors).toEqual({ ids: ['Selecione no máximo 200 inscrições.'] })
})

test('the list and the export can be reduced to selected registrations', async () => {
  const event = await createEvent(db, { organizerId })
  const { ids } = await ordered(db, event, { additional: 2, payment: null })
  const [first, , third] = ids
  const get = (path: string) => app.call('GET', `/organizer/events/${event.id}/${path}`, { token })
  const listed = await get(`participants?ids=${first},${third}`)
  expect(listed.json().data.map(({ id }: { id: number }) => id)).toEqual([third, first])
  const { body } = await get(`export-event-participants?columns=id&ids=${first},${third}`)
  expect(body.trim().split(/\r?\n/).slice(1)).toEqual([String(third), String(first)])
  expect((await get('participants?ids=1;2')).statusCode).toBe(422)
})
