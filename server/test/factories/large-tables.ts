import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import { createBigEvents } from './big-event.ts'
import type { TestEvent } from './event.ts'

/** Enough rows that the planner does not prefer a sequential scan. */
const ROWS = 20_000
const EVENTS = 8
const REGISTRATIONS_AN_EVENT = 3_000

/**
 * Fills the tables that grow: eight events with thousands of registrations each, and some years of history.
 * Events and organizers stay few, because the country has only some thousands.
 */
export async function fillLargeTables(db: Db): Promise<TestEvent[]> {
  const half = Array<number>(EVENTS / 2).fill(REGISTRATIONS_AN_EVENT)
  // In two steps, so that the accounts of the organizers lie among those of the participants.
  const events = [...(await createBigEvents(db, half)), ...(await createBigEvents(db, half))]
  await db.connection().execute(async (connection) => {
    // Skips foreign-key checks and triggers, so that all rows may reference the same row.
    await sql`set session_replication_role = replica`.execute(connection)
    for (const statement of STATEMENTS) await sql.raw(statement).execute(connection)
    await sql`reset all`.execute(connection)
  })
  await sql`vacuum analyze`.execute(db)
  return events
}

const STATEMENTS = [
  `insert into users (name, email, created_at, updated_at)
    select 'Pessoa ' || n, 'pessoa' || n || '@grande.test', now(), now() from generate_series(1, ${ROWS}) n`,
  `insert into user_roles (user_id, role) select id, 'Participante' from users on conflict do nothing`,
  `insert into sessions (user_id, token_hash, created_at, last_used_at, expires_at)
    select id, sha256(id::text::bytea), now(), now(), now() + interval '30 days' from users`,
  `insert into user_tokens (user_id, kind, token_hash, email, created_at, expires_at)
    select id, 'verify_email', sha256(id::text::bytea), email, now(), now() from users`,
  `insert into consents (user_id, kind, version, text_hash, granted, at) select id, 'terms', '1', 'h', true, now() from users`,
  `insert into audit_log (at, actor_user_id, action, entity, entity_id, event_id)
    select created_at, buyer_user_id, 'order.created', 'order', id, event_id from orders order by created_at`,
  `insert into uploads (path, user_id, purpose, media_type, bytes, created_at)
    select 'answers/' || gen_random_uuid() || '.pdf', id, 'answer', 'application/pdf', 1, now() from users`,
  `insert into gateway_messages (provider, external_id, payload, received_at, handled_at, outcome)
    select 'sandbox', 'm' || id, jsonb_build_object('body', '{}', 'notice', jsonb_build_object(
        'externalId', 'm' || id, 'kind', 'CHARGE_SEEN', 'chargeId', charge_id, 'externalReference', external_reference, 'status', null)), created_at, created_at, 'applied' from payments where charge_id is not null`,
  // Nothing is overdue and everything is reconciled, so that the sweeps find only what a test creates.
  `update payments set checked_at = now(), due_on = current_date + 30`,
  `insert into reconciliations (provider, day, started_at, finished_at)
    select 'sandbox', day, now(), now() from generate_series(current_date - 120, current_date - 2, interval '1 day') day`,
  `insert into payment_codes (payment_id, asked_at, pix_payload, pix_expires_at)
    select id, created_at, 'x', created_at from payments`,
  `insert into sandbox.charges (id, external_reference, method, amount_cents, due_on, description, payer_name, payer_cpf_hint, status,
      created_at, updated_at)
    select charge_id, external_reference, 'PIX', amount_cents, due_on, 'x', 'x', 'x', 'PENDING', created_at, created_at
    from payments where due_on is not null`,
  `insert into sandbox.deliveries (charge_id, event, body, created_at, delivered_at)
    select id, 'x', '{}', created_at, created_at from sandbox.charges`,
  `insert into postal_codes (zip, fetched_at) select lpad(n::text, 8, '0'), now() from generate_series(1, ${ROWS}) n`,
]
