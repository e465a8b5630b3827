import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import { FIRST_NAMES, SURNAMES } from './brazilian-names.ts'
import { at, createEvent, type TestEvent } from './event.ts'

/** The average number of registrations per buyer. */
const REGISTRATIONS_A_BUYER = 2

const DISTANCES = ['5 km', '10 km', '21 km', '42 km'] as const
const SIZES = ['PP', 'P', 'M', 'G', 'GG', 'XG'].map((name) => ({ name }))

/** Creates one event as `createBigEvents` does. */
export async function createBigEvent(db: Db, count: number): Promise<TestEvent> {
  return at(await createBigEvents(db, [count]), 0)
}

/**
 * Creates events with the given numbers of registrations, all made in the ninety days before today, most of
 * them in the first week. Registrations of the events are interleaved, as if sold at the same time. Names and
 * cities are as frequent as in Brazil; all statuses, payment types, sizes and coupons occur; some
 * registrations are free, some have a second payment. Written by SQL without triggers, some 40 s for 500,000.
 * Derived tables are filled at the end, and all invariants hold.
 */
export async function createBigEvents(db: Db, counts: readonly number[]): Promise<TestEvent[]> {
  const events: TestEvent[] = []
  for (const _ of counts)
    events.push(
      await createEvent(db, {
        title: 'Maratona das Multidões',
        modalities: DISTANCES.map((name) => ({
          name,
          categories: [{ name: `${name} Geral` }, { name: `${name} 60+` }, { name: `${name} PCD` }],
        })),
        kits: [
          { name: 'Kit Completo', valueCents: 15_000, sizes: SIZES },
          { name: 'Kit Básico', valueCents: 9_000, sizes: SIZES },
          { name: 'Cortesia', valueCents: 0, feeRate: 0 },
        ],
        coupons: [{ code: 'CLUBE10' }, { code: 'AMIGO' }, { code: 'IMPRENSA' }],
        questionnaires: [{ description: 'Já correu esta distância?' }, { description: 'Vem de fora?' }],
      }),
    )
  await db.connection().execute(async (connection) => {
    // Skips foreign-key checks and row triggers, because the data is consistent.
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set work_mem = '256MB'`.execute(connection)
    await sql`set maintenance_work_mem = '256MB'`.execute(connection)
    await sql`set gin_pending_list_limit = '64MB'`.execute(connection)
    await sql.raw(CPF_OF).execute(connection)
    await writeChoices(connection, events, counts)
    await writePeople(connection)
    await writeRegistrations(connection)
    await writePayments(connection)
    await writeDerivedTables(connection)
    await sql`drop table big, choices`.execute(connection)
    await sql`reset all`.execute(connection)
  })
  await sql`vacuum analyze`.execute(db)
  return events
}

/** Adds the check digits of a CPF to nine digits. */
const CPF_OF = `
  create or replace function pg_temp.cpf_of(base bigint) returns text language sql immutable as $$
    with nine as (select string_to_array(lpad(base::text, 9, '0'), null)::int[] as d),
    first as (
      select d, (select sum(d[i] * (11 - i)) * 10 % 11 % 10 from generate_series(1, 9) i)::int as a from nine
    )
    select array_to_string(d, '') || a ||
      ((select sum(d[i] * (12 - i)) from generate_series(1, 9) i) + a * 2) * 10 % 11 % 10
    from first
  $$`

/**
 * Fills the table `choices`, one row per event: the items that its registrations choose from, with their
 * stock levels.
 */
async function writeChoices(db: Db, events: readonly TestEvent[], counts: readonly number[]): Promise<void> {
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)
  const levels = (list: readonly { levelId: number }[]) => list.map(({ levelId }) => levelId)
  const rows = events.map(({ id, levelId, modalities, categories, kits, coupons }, n) => {
    const sizes = kits.flatMap((kit) => kit.sizes)
    return {
      event_id: id,
      registrations: counts[n],
      level: levelId,
      modalities: ids(modalities),
      modality_levels: levels(modalities),
      categories: ids(categories),
      category_levels: levels(categories),
      kits: ids(kits),
      kit_levels: levels(kits),
      sizes: ids(sizes),
      size_levels: levels(sizes),
      coupons: ids(coupons),
      coupon_levels: levels(coupons),
    }
  })
  await sql`
    create temporary table choices (
      event_id bigint, registrations int, level bigint, modalities bigint[], modality_levels bigint[], categories bigint[],
      category_levels bigint[], kits bigint[], kit_levels bigint[], sizes bigint[], size_levels bigint[], coupons bigint[],
      coupon_levels bigint[]
    )`.execute(db)
  await sql`insert into choices select * from jsonb_populate_recordset(null::choices, ${JSON.stringify(rows)})`.execute(
    db,
  )
}

/** Fills the table `big`, one row per registration with its random choices. Buyers become users. */
async function writePeople(db: Db): Promise<void> {
  await sql`select setseed(0.2026)`.execute(db)
  await sql`
    create temporary table big as
    select event_id, n, (n - 1) / ${REGISTRATIONS_A_BUYER} as buyer, (n - 1) % ${REGISTRATIONS_A_BUYER} as position,
      nextval('registrations_id_seq') as id, (${FIRST_NAMES}::text[])[1 + (random() ^ 2 * ${FIRST_NAMES.length - 1})::int] || ' '
        || (${SURNAMES}::text[])[1 + (random() ^ 2 * ${SURNAMES.length - 1})::int] || ' '
        || (${SURNAMES}::text[])[1 + (random() ^ 2 * ${SURNAMES.length - 1})::int] as name,
      pg_temp.cpf_of((100000007 + n * 1777::bigint) % 1000000000) as cpf,
      date '1945-01-01' + (random() * 22000)::int as birth_on, (random() < 0.46)::int as sex,
      least(3, (random() ^ 2 * 4)::int) as modality, least(2, (random() ^ 4 * 3)::int) as category,
      case when random() < 0.03 then 2 when random() < 0.3 then 1 else 0 end as kit, least(5, (random() * 6)::int) as size,
      case when random() < 0.15 then least(2, (random() * 3)::int) end as coupon,
      created_at, random() as fate, random() as way, random() as lag
    from (
      select event_id, n, date_trunc('minute', now()) - interval '90 days' * (1 - (n::float / registrations) ^ 2.2) as created_at
      from choices, generate_series(1, registrations) n
      order by created_at, event_id, n
    ) arrival`.execute(db)
  await sql`analyze big`.execute(db)
  await sql`
    insert into users (name, email, cpf, phone, birth_on, sex, email_verified_at, city, state_code, created_at, updated_at)
    select name, replace(searchable(name), ' ', '.') || buyer || '.' || event_id || '@exemplo.test',
        -- No CPF: it is unique, and the same people are in several big events.
        null, '11987654321', birth_on, sex, created_at,
        (array['São Paulo', 'Campinas', 'Rio de Janeiro', 'Belo Horizonte', 'Curitiba', 'Recife'])[1 + (fate * 5)::int],
        (array['SP', 'SP', 'RJ', 'MG', 'PR', 'PE'])[1 + (fate * 5)::int], created_at, created_at
    from big where position = 0 order by id`.execute(db)
  await sql`
    insert into orders (event_id, buyer_user_id, idempotency_key, request_hash, payment_type, total_cents, created_at)
    select event_id, u.id, 'big ' || event_id || ' ' || buyer, 'big', case when way < 0.65 then 0 when way < 0.75 then 1 else 2 end, 0,
      big.created_at
    from big join users u
      on u.email = replace(searchable(big.name), ' ', '.') || buyer || '.' || event_id || '@exemplo.test'
    where position = 0 order by big.id`.execute(db)
}

async function writeRegistrations(db: Db): Promise<void> {
  await sql`
    insert into registrations (
      id, order_id, event_id, responsible_user_id, position, name, cpf, phone, birth_on, sex, modality_id, category_id, kit_id,
      shirt_size_id, coupon_id, value_cents, discount_cents, fee_cents, total_cents, price_lines, status, confirmed_at,
      cancelled_at, cancel_reason, held_level_ids, created_at, updated_at
    ) overriding system value
    select big.id, o.id, big.event_id, o.buyer_user_id, position, name, cpf, '11987654321', birth_on, sex,
      modalities[modality + 1], categories[modality * 3 + category + 1],
      kits[kit + 1],
      case when kit < 2 then sizes[kit * 6 + size + 1] end,
      case when kit < 2 then coupons[coupon + 1] end, value, discount, fee, value - discount + fee,
      jsonb_path_query_array(jsonb_build_array(
        jsonb_build_object('kind', 'kit', 'label', kit_name, 'amount_cents', value),
        jsonb_build_object('kind', 'coupon', 'label', 'Cupom', 'amount_cents', -discount),
        jsonb_build_object('kind', 'fee', 'label', 'Taxa de serviço', 'amount_cents', fee)
      ), '$[*] ? (@.kind == "kit" || @.amount_cents != 0)'),
      status, case when status = 1 then big.created_at end,
      case when status = 2 then big.created_at + interval '2 days' end,
      case when status = 2 then case when fate < 0.5 then 'expired' else 'participant' end end,
      case when status = 2 then '{}' else array_remove(array[
        level, modality_levels[modality + 1],
        category_levels[modality * 3 + category + 1], kit_levels[kit + 1],
        case when kit < 2 then size_levels[kit * 6 + size + 1] end,
        case when kit < 2 then coupon_levels[coupon + 1] end
      ]::bigint[], null) end, big.created_at, big.created_at
    from (
      select big.*, v.value, v.kit_name, case when coupon is not null then v.value / 10 else 0 end as discount, v.value / 10 as fee,
        case when fate < 0.12 then 2 when kit = 2 then 1 when fate < 0.18 then 0 else 1 end as status
      from big, lateral (
        select (array[15000, 9000, 0])[kit + 1] as value, (array['Kit Completo', 'Kit Básico', 'Cortesia'])[kit + 1] as kit_name
      ) v
    ) big
    join choices using (event_id)
    join orders o on o.event_id = big.event_id and o.idempotency_key = 'big ' || big.event_id || ' ' || buyer
    order by big.id`.execute(db)
}

async function writePayments(db: Db): Promise<void> {
  await sql`
    insert into payments (
      event_id, payer_user_id, provider, external_reference, charge_id, type, amount_cents, status, hosted_link, due_on, paid_at,
      created_at, updated_at
    )
    select r.event_id, r.responsible_user_id, 'sandbox', 'reg:' || r.id || ':pay:1', 'big-' || r.id,
      case when way < 0.65 then 0 when way < 0.75 then 1 else 2 end, r.total_cents, s.status,
      'http://localhost/sandbox/pagar/big-' || r.id, (r.created_at + interval '3 days')::date,
      case when s.status in (1, 2, 3, 5, 12) then r.created_at + interval '3 days' * lag ^ 3 end,
      r.created_at, r.created_at
    from big join registrations r using (id),
      lateral (select case
        when fate < 0.06 then 8 when fate < 0.115 then 6 when fate < 0.12 then 5 when fate < 0.15 then 0 when fate < 0.175 then 4
        when fate < 0.18 then 11 when fate < 0.2 then 1 when fate < 0.55 then 2 when fate < 0.85 then 3 else 12
      end as status) s
    where r.total_cents > 0
    order by r.id`.execute(db)
  await sql`
    insert into payment_items (payment_id, registration_id, amount_cents)
    select p.id, big.id, p.amount_cents from big join payments p on p.external_reference = 'reg:' || big.id || ':pay:1'
    order by p.id`.execute(db)
  await sql`
    with refund as (
    insert into refunds (event_id, payment_id, registration_id, amount_cents, reason, status, asked_at, approved_at, done_at)
    select p.event_id, p.id, i.registration_id, i.amount_cents, 'gateway', 'done', p.created_at + interval '4 days',
      p.created_at + interval '4 days', p.created_at + interval '4 days'
    from payments p join payment_items i on i.payment_id = p.id
    where p.status = 5 and p.event_id in (select event_id from choices) returning *
    )
    insert into payment_events (payment_id, at, kind, applied, source, detail)
    select payment_id, done_at, 'refund_done', true, 'gateway', jsonb_build_object('refundId', id, 'to', status) from refund`.execute(
    db,
  )
  // One registration in a hundred was changed to a more expensive kit, and the difference is unpaid.
  await sql`
    with dearer as (
      update registrations r set total_cents = total_cents + 2000, value_cents = value_cents + 2000,
        price_lines = jsonb_set(price_lines, '{0,amount_cents}', to_jsonb(value_cents + 2000))
      from big where r.id = big.id and fate > 0.99 and r.total_cents > 0
      returning r.id, r.event_id, r.responsible_user_id, r.created_at, big.way
    ),
    payment as (
      insert into payments (event_id, payer_user_id, provider, external_reference, charge_id, type, amount_cents, created_at, updated_at)
      select event_id, responsible_user_id, 'sandbox', 'reg:' || id || ':pay:2', 'big-2-' || id,
        case when way < 0.65 then 0 when way < 0.75 then 1 else 2 end, 2000, created_at, created_at
      from dearer returning id, external_reference
    )
    insert into payment_items (payment_id, registration_id, amount_cents)
    select id, split_part(external_reference, ':', 2)::bigint, 2000 from payment`.execute(db)
  await sql`
    insert into payment_events (payment_id, at, kind, to_status, applied, source)
    select id, created_at, 'created', status, true, 'system' from payments where event_id in (select event_id from choices) order by id`.execute(
    db,
  )
}

async function writeDerivedTables(db: Db): Promise<void> {
  await sql`
    insert into term_acceptances (registration_id, term_id, version, accepted_at)
    select big.id, t.id, t.version, big.created_at from big join terms t using (event_id) order by 1`.execute(
    db,
  )
  await sql`
    insert into questionnaire_answers (registration_id, questionnaire_id, question, accepted)
    select big.id, q.id, q.description, (fate * 1000)::int % (q.position + 2) = 0
    from big join questionnaires q using (event_id) order by 1`.execute(db)
  await sql`
    update orders o set total_cents = r.total from (
      select order_id, sum(total_cents) as total from registrations where event_id in (select event_id from choices) group by order_id
    ) r where r.order_id = o.id`.execute(db)
  await sql`
    update stock_levels l set held = r.held from (
      select level_id, count(*) as held from registrations, unnest(held_level_ids) level_id
      where event_id in (select event_id from choices) group by level_id
    ) r where r.level_id = l.id`.execute(db)
  await sql`
    insert into participant_list
    select * from participant_list_source where event_id in (select event_id from choices) order by registration_id`.execute(
    db,
  )
  // Triggers book them otherwise.
  await sql`
    insert into fee_entries (kind, event_id, registration_id, type, amount_cents, at)
    select 'service', event_id, registration_id, payment_type, cents, coalesce(paid_on, created_on)
    from (
      select *, fee_due(status, total_cents, fee_cents, paid_cents) as cents
      from participant_list where event_id in (select event_id from choices)
    ) due
    where cents <> 0 order by registration_id`.execute(db)
  await sql`
    insert into participant_search
    select r.event_id, r.id, participant_text(r.name, u.email, r.cpf)
    from registrations r join users u on u.id = r.responsible_user_id
    where r.event_id in (select event_id from choices) order by r.id`.execute(db)
}
