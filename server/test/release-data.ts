import { sql } from 'kysely'
import { addDays, dayIn } from '#contract/dates.ts'
import { runJobs, runJobsOnce } from '#server/worker.ts'
import type { TestApp } from './app.ts'
import { PASSWORD, passwordHash } from './factories/account.ts'
import { answerWithFile } from './factories/answer-file.ts'
import { at, createEvent, type TestEvent } from './factories/event.ts'
import { eventForm } from './factories/event-form.ts'
import { createOrder } from './factories/order.ts'
import { createProducer } from './factories/producer.ts'
import { createOrganizer, createUser, type TestUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { cancelPaid, chargedRegistration, pressAndDeliver } from './payments.ts'
import { settle } from './recount.ts'
import { simulateUsers } from './simulated-users.ts'

/** Who registers for what while the copy is upgraded. Nobody has registered for these events before. */
export interface Load {
  people: TestUser[]
  events: TestEvent[]
}

/** No sweep of a later year may change what the copy holds. */
const FAR = { registrationEndsOn: '2180-01-01', eventOn: '2180-02-01' }

/** The product gives no job a queue of graphile-worker. */
const MAY_BE_EMPTY = ['graphile_worker._private_job_queues']

/**
 * Fills an empty installation with rows in every table: registrations made, paid, cancelled, refunded and
 * moved through the API, and history that no short test can make.
 */
export async function fillEveryTable(app: TestApp): Promise<Load> {
  const { db } = app
  const people: TestUser[] = []
  for (let i = 0; i < 14; i++) people.push(await createUser(db))
  const jobs = await runJobs(app.deps)
  const tiers = [
    { name: '1º lote', valueCents: 9_000, capacity: 5 },
    { name: '2º lote', valueCents: 10_000 },
  ]
  const races = [
    await createEvent(db, { ...FAR, rights: [{ name: 'Pessoa idosa (60+)', min_age: 60 }] }),
    await createEvent(db, { ...FAR, capacity: 30, kits: [{ name: 'Kit em lotes', tiers }] }),
  ]
  const users = simulateUsers(`http://127.0.0.1:${app.deps.config.port}`, people, races)
  await users.finished()
  if (users.wrong.length > 0) throw new Error(users.wrong.join('\n'))
  await settle(db)
  await jobs.stop()

  const { old, organizer, registrationId } = await creditForAnotherDate(app)
  const runner = at(people, 0)
  await answerWithFile(app.deps, { registrationId, event: old })
  const refunded = await chargedRegistration(app, at(races, 0))
  await pressAndDeliver(app, refunded.chargeId, 'pagar')
  await cancelPaid(app, refunded.registrationId)
  const producer = await createProducer(db, { organizer, events: [old.id] })
  const coupon = await createEvent(db, { ...FAR, coupons: [{ code: 'CLUBE10' }] })
  await createEvent(db, {
    ...FAR,
    cancellationTiers: [{ days_before: 10, refund_rate: 5000, keeps_fee: true }],
  })
  const created = await app.call('POST', '/events/create', {
    token: organizer.token,
    body: await eventForm(db),
    headers: { 'idempotency-key': 'a-release' },
  })
  if (created.statusCode !== 201) throw new Error(created.body)
  await runJobsOnce(app.deps)

  const ids = {
    user: sql.lit(runner.id),
    organizer: sql.lit(organizer.organizerId),
    event: sql.lit(at(races, 0).id),
    coupon: sql.lit(at(coupon.coupons, 0).id),
    registration: sql.lit(refunded.registrationId),
    payment: sql.lit(refunded.paymentId),
    producer: sql.lit(producer.organizerId),
  }
  for (const statement of history(ids)) await statement.execute(db)
  for (const { path } of (await sql<{ path: string }>`select path from file_references`.execute(db)).rows)
    if (!(await app.deps.files.read(path))) await app.deps.files.write(path, 'file')

  const load: Load = { people: [], events: [] }
  for (let i = 0; i < 40; i++) load.people.push(await createUser(db))
  for (let i = 0; i < 16; i++) load.events.push(await createEvent(db, { ...FAR, capacity: 40 }))
  for (const statement of [...KEEP_FOR_YEARS, ...DROP_WHAT_A_START_LOADS]) await statement.execute(db)

  const problems = [
    ...(await brokenInvariants(db)),
    ...(await emptyTables(app)).map((name) => `${name} is empty`),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return load
}

/** An event is cancelled, and a runner spends the credit on its new date. */
async function creditForAnotherDate(app: TestApp) {
  const { db } = app
  const organizer = await createOrganizer(db)
  const { id } = organizer
  await db
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', id)
    .execute()
  const old = await createEvent(db, { ...FAR, organizerId: organizer.organizerId })
  const next = await createEvent(db, { ...FAR, organizerId: organizer.organizerId })
  const buyer = await createUser(db)
  const paid = await chargedRegistration(app, old, { buyer })
  await pressAndDeliver(app, paid.chargeId, 'pagar')
  const call = async (path: string, { token }: TestUser, body: object) => {
    const answer = await app.call('POST', path, { token, body })
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
  }
  await call(`/organizer/events/${old.id}/cancellation`, organizer, {
    reason: 'Chuva',
    credit_until: addDays(dayIn('America/Sao_Paulo', new Date()), 30),
    new_event_id: next.id,
    current_password: PASSWORD,
  })
  await runJobsOnce(app.deps)
  const joined = await chargedRegistration(app, next, { buyer })
  await call(`/participant/registrations/${paid.registrationId}/refund-choice`, buyer, {
    choice: 'credit',
    registration_id: joined.registrationId,
    expected_owed: '110.00',
  })
  await createOrder(db, next, { payment: { status: 2 }, additional: 1 })
  return { organizer, old, registrationId: joined.registrationId }
}

type Ids = Record<
  'user' | 'organizer' | 'event' | 'coupon' | 'registration' | 'payment' | 'producer',
  ReturnType<typeof sql.lit>
>

/** Rows of tables that need days, a second person or a device. */
const history = ({ user, organizer, event, coupon, registration, payment, producer }: Ids) => [
  sql`insert into postal_codes (zip, fetched_at) values ('01001000', now())`,
  sql`insert into known_devices values (${user}, 'device', now())`,
  sql`insert into event_alerts (event_id, user_id, kind, token, created_at)
    values (${event}, ${user}, 'place', 'alert', now())`,
  sql`insert into email_changes (user_id, old_email, new_email, requested_at, undo_until)
    select id, 'antes@exemplo.test', email, now(), now() from users where id = ${user}`,
  sql`insert into user_tokens (user_id, kind, token_hash, email, created_at, expires_at)
    select id, 'verify_email', 'token', email, now(), '2180-01-01' from users where id = ${user}`,
  sql`insert into second_factors (user_id, sealed_secret, created_at) values (${user}, 'sealed', now())`,
  sql`insert into recovery_codes (user_id, code_hash) values (${user}, 'code')`,
  sql`insert into login_challenges values ('challenge', ${user}, 'hash', now(), '2180-01-01')`,
  sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
    values (${user}, 'credential', 'key', 1, '{internal}', 'Celular', true, now())`,
  sql`insert into passkey_challenges values ('challenge', ${user}, 'hash', '2180-01-01')`,
  sql`insert into consents (user_id, kind, version, text_hash, granted, at)
    values (${user}, 'terms', '1', 'hash', true, now())`,
  sql`insert into rate_limits values ('key', 1, '2180-01-01') on conflict do nothing`,
  sql`insert into attempts values ('key', 1, now(), now()) on conflict do nothing`,
  sql`insert into security_events (at, kind, user_id) values (now(), 'login', ${user})`,
  sql`insert into service_health (service, succeeded_at) values ('mail', now()) on conflict do nothing`,
  sql`insert into refund_settings (enterprise_id, updated_at) values (1, now()) on conflict do nothing`,
  sql`insert into installment_settings values (1, array_fill(100, array[11]), now()) on conflict do nothing`,
  sql`insert into organizer_fee_settings (organizer_id, updated_at) values (${organizer}, now()) on conflict do nothing`,
  sql`insert into organizer_permissions (organizer_id, permission_id, granted_at)
    select ${producer}, min(id), now() from permissions on conflict do nothing`,
  sql`insert into right_claims (registration_id, right_rule_id, version, discount_cents, status, created_at)
    select ${registration}, id, 1, 0, 'rejected', now() from right_rules limit 1`,
  sql`insert into category_merges values (1180, ${event}, '60–64', 1181, '65–69', now())`,
  sql`insert into waiting_rooms (event_id, ticked_at) values (${event}, now()) on conflict do nothing`,
  sql`insert into waiting_room_passes values (${event}, ${user}, 1)`,
  sql`insert into validated_coupons values (${user}, ${coupon}, 'CLUBE10', now())`,
  sql`with level as (
      insert into stock_levels (event_id, kind, capacity) select event_id, 'coupon_code', 1 from coupons where id = ${coupon}
      returning id, event_id
    )
    insert into coupon_codes (coupon_id, event_id, code, stock_level_id, created_at)
    select ${coupon}, event_id, 'CLUBE10-AAAA2222', id, now() from level`,
  sql`with level as (
      insert into stock_levels (event_id, kind, capacity) select event_id, 'coupon_person', 2 from coupons where id = ${coupon}
      returning id
    )
    insert into coupon_accounts select ${coupon}, ${user}, id from level`,
  sql`insert into coupon_people values (${coupon}, 'email', 'lista@exemplo.test')`,
  sql`insert into organizer_charges (organizer_id, event_id, kind, amount_cents, created_at)
    values (${organizer}, ${event}, 'setup_fee', 5000, now()) on conflict do nothing`,
  sql`insert into disownment_links (registration_id, token_hash, created_at, expires_at)
    values (${registration}, 'link', now(), '2180-01-01')`,
  sql`insert into confirmations (registration_id, created_at, confirmed_at, ip)
    values (${registration}, now(), now(), '10.0.0.1') on conflict do nothing`,
  sql`insert into confirmation_links (registration_id, token_hash, created_at, expires_at)
    values (${registration}, 'link', now(), '2180-01-01')`,
  sql`insert into guardian_requests (registration_id, created_at, due_at, email, completed_at)
    values (${registration}, now(), now(), 'mae@exemplo.test', now()) on conflict do nothing`,
  sql`insert into guardian_links (registration_id, role, token_hash, created_at, expires_at)
    values (${registration}, 'guardian', 'link', now(), '2180-01-01')`,
  sql`insert into guardian_signatures (registration_id, role, name, cpf, relationship, email, signed_at, ip, text, text_sha256)
    values (${registration}, 'guardian', 'Mãe Souza', '52998224725', 'mother', 'mae@exemplo.test', now(), '10.0.0.1', 'Eu, Mãe Souza', sha256('x'))`,
  sql`insert into registration_changes (registration_id, state, modality_id, category_id, kit_id, shirt_size_id,
      value_cents, discount_cents, fee_cents, total_cents, price_lines, from_level_ids, level_ids, held_level_ids,
      created_at, ended_at)
    select id, 'applied', modality_id, category_id, kit_id, shirt_size_id, value_cents, discount_cents, fee_cents,
      total_cents, price_lines, held_level_ids, held_level_ids, '{}', now(), now()
    from registrations where id = ${registration}`,
  sql`insert into transfers (registration_id, state, from_user_id, token_hash, created_at, expires_at)
    values (${registration}, 'invited', ${user}, 'transfer', now(), '2180-01-01')`,
  sql`with g as (
      insert into groups (event_id, captain_user_id, name, kind, token, created_at)
      values (${event}, ${user}, 'Corredores', 'club', 'group', now()) returning id
    )
    insert into group_members (registration_id, group_id, joined_at) select ${registration}, id, now() from g`,
  sql`with t as (
      insert into teams (category_id, name, captain_user_id, created_at)
      select category_id, 'Pé na Areia', ${user}, now() from registrations where id = ${registration} returning id
    )
    insert into team_members (registration_id, team_id, leg) select ${registration}, id, 1 from t`,
  sql`insert into group_invites (group_id, name, email, invited_at)
    select id, 'Davi Lima', 'davi@exemplo.test', now() from groups where token = 'group'`,
  sql`insert into group_prices (event_id, min_members, rate_bp) values (${event}, 10, 1000)`,
  sql`insert into export_presets (organizer_id, name, columns, only_confirmed, updated_at)
    values (${organizer}, 'Camisetas', '{name}', true, now())`,
  sql`insert into event_drafts (id, organizer_id, title, document, file_paths, updated_by_user_id, updated_at)
    values (gen_random_uuid(), ${organizer}, 'Noturna', '{"form":{"title":"Noturna"},"base":null}', '{}', ${user}, now())`,
  sql`insert into registration_notes (registration_id, author_user_id, text, created_at)
    values (${registration}, ${user}, 'Chega mais tarde', now())`,
  sql`insert into payment_installments values (${payment}, 1, 5500, 100, true) on conflict do nothing`,
  sql`insert into payment_codes (payment_id, asked_at, pix_payload) values (${payment}, now(), 'pix')
    on conflict do nothing`,
  sql`insert into gateway_calls (provider, hour, calls) values ('sandbox', '2026-01-01', 7)`,
  sql`insert into gateway_customers values ('sandbox', ${user}, 'hash', 'customer') on conflict do nothing`,
  sql`insert into reconciliations (provider, day, started_at, finished_at) values ('sandbox', '2026-01-01', now(), now())`,
  sql`insert into reconciliation_differences (provider, day, kind, charge_id)
    values ('sandbox', '2026-01-01', 'unknown_charge', 'charge')`,
  sql`insert into payout_settings values (1, 1000, 5, now()) on conflict do nothing`,
  sql`insert into organizer_payout_settings (organizer_id, pix_key_type, pix_key, destination_saved_at, updated_at)
    values (${organizer}, 'email', 'caixa@exemplo.test', now(), now()) on conflict do nothing`,
  sql`insert into wallet_changes (organizer_id, requested_by_user_id, requested_at)
    values (${organizer}, ${user}, now())`,
  sql`with payout as (
      insert into payouts (organizer_id, amount_cents, status, pix_key_type, pix_key, requested_by_user_id, requested_at)
      values (${organizer}, 100, 'requested', 'email', 'caixa@exemplo.test', ${user}, now()) returning id
    )
    insert into payout_items select id, ${event}, 100 from payout`,
  sql`select graphile_worker.add_job('recheck-payments', '{}', run_at => '2180-01-01', job_key => 'kept')`,
]

/** Neither sessions nor holds may end before the copy is upgraded. */
const KEEP_FOR_YEARS = [
  sql`update sessions set expires_at = '2180-01-01'`,
  sql`update payments set expires_at = '2180-01-01' where expires_at is not null`,
  sql`update payments set due_on = '2180-01-01' where due_on is not null`,
  sql`update refund_choices set ends_on = '2180-01-01'`,
]

const DROP_WHAT_A_START_LOADS = [
  sql`delete from cities c where not exists (select from events e where e.city_id = c.ibge_id) and ibge_id > 1100100`,
]

async function emptyTables({ db }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox', 'graphile_worker') order by 1`.execute(db)
  const empty: string[] = []
  for (const { name } of rows) {
    const found = await sql<{
      found: boolean
    }>`select exists (select from ${sql.table(name)}) as found`.execute(db)
    if (!found.rows[0]?.found && !MAY_BE_EMPTY.includes(name)) empty.push(name)
  }
  return empty
}
