// @module-tag operation
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type EventCancellation, REFUND_CHANNELS } from '#contract/event-cancellation/event-cancellation.ts'
import { toDecimal } from '#contract/money.ts'
import type { Db } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createBigEvent } from '#test/factories/big-event.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

const REGISTRATIONS = 1_000
/** Boletos for two registrations, one of which was refunded before. */
const PARTLY_REFUNDED = 5

/**
 * Gives the event's payments charges at the sandbox, old and young ones, installments, and boletos that pay
 * for two registrations.
 */
async function prepareMoney(connection: Db, eventId: number): Promise<void> {
  // The data stays consistent; the ledger, from which rows are deleted, is append-only.
  await sql`set session_replication_role = replica`.execute(connection)
  await sql`
    update users u set cpf = r.cpf from registrations r
    where r.responsible_user_id = u.id and r.position = 0 and r.event_id = ${eventId}`.execute(connection)
  await sql`
    update payments set
      paid_at = case when id % 3 = 0 then paid_at - interval '100 days' else greatest(paid_at, now() - interval '80 days') end
    where event_id = ${eventId} and type = 0 and paid_at is not null`.execute(connection)
  await sql`
    update payments set installments = 3 where event_id = ${eventId} and type = 2 and id % 2 = 0`.execute(
    connection,
  )
  await sql`
    create temporary table shared as
    select min(p.id) as id, max(p.id) as other_id, sum(p.amount_cents) as cents
    from payments p
    where p.event_id = ${eventId} and p.status in (2, 3, 12) and not exists (
      select from payment_items i join payment_items o using (registration_id)
      where i.payment_id = p.id and o.payment_id <> p.id
    )
    group by p.payer_user_id having count(*) = 2 and p.payer_user_id % 5 = 0`.execute(connection)
  await sql`update payment_items i set payment_id = s.id from shared s where i.payment_id = s.other_id`.execute(
    connection,
  )
  await sql`
    update payments p set type = 1, installments = 1, amount_cents = s.cents from shared s where p.id = s.id`.execute(
    connection,
  )
  await sql`delete from payment_events where payment_id in (select other_id from shared)`.execute(connection)
  await sql`delete from payments where id in (select other_id from shared)`.execute(connection)
  await sql`
    insert into sandbox.charges (
      id, external_reference, method, amount_cents, installments, due_on, description, payer_name, payer_cpf_hint, status,
      paid_at, created_at, updated_at
    )
    select charge_id, external_reference, (array['PIX', 'BOLETO', 'CREDIT_CARD'])[type + 1], amount_cents, installments,
      coalesce(due_on, created_at::date), 'Inscrição', 'Ana', '123456',
      case when status = 3 then 'CONFIRMED' when status in (2, 12) then 'RECEIVED' when status = 5 then 'REFUNDED'
        when status in (6, 8) then 'CANCELLED' when status = 11 then 'IN_ANALYSIS' else 'PENDING' end,
      paid_at, created_at, created_at
    from payments where event_id = ${eventId}`.execute(connection)
  await sql`delete from participant_list where event_id = ${eventId}`.execute(connection)
  await sql`insert into participant_list select * from participant_list_source where event_id = ${eventId}`.execute(
    connection,
  )
  await sql`reset session_replication_role`.execute(connection)
}

test('one action cancels an event with 1,000 registrations, and every refund has a next step', async () => {
  const event = await createBigEvent(db, REGISTRATIONS)
  await db.connection().execute((connection) => prepareMoney(connection as Db, event.id))
  expect(await brokenInvariants(db)).toEqual([])
  const admin = await createUser(db, { roles: ['Admin'] })
  await db
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', admin.id)
    .execute()
  const { token } = admin
  const path = `/organizer/events/${event.id}/cancellation`

  const parts = await sql<{ id: number }>`
    select max(i.registration_id) as id from payments p join payment_items i on i.payment_id = p.id
    where p.event_id = ${event.id} and p.type = 1
    group by p.id having count(*) = 2 order by p.id limit ${PARTLY_REFUNDED}`.execute(db)
  for (const { id } of parts.rows)
    await app.call('PATCH', `/organizer/registrations/${id}/status`, {
      token,
      body: { status: 2, refund: true, reason: 'Lesão.' },
    })
  await runJobsOnce(app.deps)
  const ids = (await app.call('GET', '/admin/refunds/ids?status=needs_person', { token })).json().data
  expect(ids).toHaveLength(PARTLY_REFUNDED)
  await app.call('POST', '/admin/refunds/done', { token, body: { ids, note: 'Pix do banco.' } })

  const shown: EventCancellation = (await app.call('GET', path, { token })).json().data
  expect(shown.registrations).toBeGreaterThan(REGISTRATIONS * 0.8)
  for (const channel of REFUND_CHANNELS)
    expect(shown.channels[channel].registrations, channel).toBeGreaterThan(0)

  const answer = await app.call('POST', path, {
    token,
    body: { reason: 'A prefeitura retirou a licença.', current_password: PASSWORD },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  // Each run of the cancelling job enqueues the next.
  for (let left = shown.registrations; left > 0; ) {
    await runJobsOnce(app.deps)
    left = (await app.call('GET', path, { token })).json().data.registrations
  }
  await runJobsOnce(app.deps)

  expect(await brokenInvariants(db)).toEqual([])
  const { rows: holding } = await sql`
    select from registrations where event_id = ${event.id} and (status <> 2 or cardinality(held_level_ids) > 0)`.execute(
    db,
  )
  expect(holding).toEqual([])
  const { rows: payable } = await sql`
    select p.status, c.status as charge from payments p join sandbox.charges c on c.id = p.charge_id
    where p.event_id = ${event.id} and (p.status in (0, 4, 7, 9, 13) or c.status = 'PENDING' and p.status <> 1)`.execute(
    db,
  )
  expect(payable).toEqual([])

  // What happens next with each refund, in the words of the preview.
  const { rows } = await sql<{ step: string | null; registrations: number; cents: number }>`
    select step, count(distinct registration_id)::int as registrations, sum(amount_cents)::int as cents
    from (
      select registration_id, amount_cents, case
        when status = 'done' and reason = 'event_cancelled' then 'gateway'
        when status = 'sent' and request_url is not null then 'bank_data'
        when status = 'needs_person' and pix_asked_at is not null and obstacle in ('too_old', 'part') then 'pix_key'
        when status = 'needs_person' and obstacle = 'cash' then 'in_person'
      end as step
      from refunds where event_id = ${event.id} and (status <> 'done' or reason = 'event_cancelled')
    ) steps group by step`.execute(db)
  const steps = Object.fromEntries(
    rows.map(({ step, registrations, cents }) => [step, { registrations, amount: toDecimal(cents) }]),
  )
  expect(steps).toEqual(shown.channels)
}, 900_000)
