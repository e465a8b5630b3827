// @module-tag operation
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeSpots } from '#server/features/checkout/queries/take-spots.ts'
import { testDatabase } from './database.ts'
import { createEvent } from './factories/event.ts'
import { createOrder } from './factories/order.ts'
import { orderRequest } from './factories/order-request.ts'
import { createUser } from './factories/user.ts'
import { brokenInvariants } from './invariants.ts'
import { callsThatWait } from './locks.ts'

const { db } = await testDatabase()
const event = await createEvent(db, { coupons: [{ code: 'DEZ' }] })
await createOrder(db, event, { additional: 1, coupon: 0, payment: {} })
await createOrder(db, event, { payment: { status: 2 } })
await createOrder(db, event, { payment: { status: 5 } })
await createOrder(db, event, { payment: null })
await createOrder(db, event, { registrationStatus: 2, payment: { status: 6 } })

/** An open change of the confirmed registration to these levels, without payment. */
const openChange = (levelIds: RawBuilder<unknown>) => sql`
  insert into registration_changes (registration_id, state, modality_id, category_id, kit_id, value_cents,
    discount_cents, fee_cents, total_cents, price_lines, from_level_ids, level_ids, held_level_ids, created_at)
  select id, 'open', modality_id, category_id, kit_id, value_cents, discount_cents, fee_cents, total_cents + 1,
    price_lines, held_level_ids, ${levelIds}, '{}', now()
  from registrations where status = 1 and total_cents > 0 limit 1`

const ROLLED_BACK = 'rolled back'

/** Returns the violations that the checker reports after this damage, and rolls the damage back. */
async function afterDamage(...damage: RawBuilder<unknown>[]): Promise<string[]> {
  let broken: string[] = []
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`alter table stock_levels drop constraint stock_levels_not_oversold`.execute(tx)
      await sql`alter table registrations drop constraint registrations_cancelled_hold_nothing`.execute(tx)
      await sql`drop index registrations_one_active`.execute(tx)
      await sql`alter table payment_events disable trigger all`.execute(tx)
      for (const statement of damage) await statement.execute(tx)
      broken = await brokenInvariants(tx)
      throw new Error(ROLLED_BACK)
    })
    .catch((error: Error) => {
      if (error.message !== ROLLED_BACK) throw error
    })
  return broken
}

test('the data of the factories violates no invariant', async () => {
  expect(await afterDamage()).toEqual([])
})

test.each<[string, RawBuilder<unknown>]>([
  ...(['event', 'modality', 'category', 'kit', 'shirt_size', 'coupon'] as const).map(
    (kind): [string, RawBuilder<unknown>] => [
      'held equals the number of registrations',
      sql`update stock_levels set held = held + 1 where kind = ${kind} and held > 0`,
    ],
  ),
  ['no stock level is oversold', sql`update stock_levels set capacity = held - 1 where kind = 'event'`],
  [
    'a registration holds exactly the levels of its choice',
    sql`update registrations set held_level_ids = held_level_ids[2:] where status = 1`,
  ],
  ['a kit is sold in categories of its event', sql`update kits set category_ids = '{0}'`],
  ['a cancelled registration holds no units', sql`update registrations set status = 2 where status = 0`],
  ['one active registration per CPF', sql`update registrations set cpf = '11144477735'`],
  ['an order has all its registrations', sql`update registrations set position = 5 where position = 1`],
  ['an order belongs to one event', sql`update orders set buyer_user_id = (select min(id) from users)`],
  ['a price is the sum of its lines', sql`update registrations set total_cents = total_cents + 1`],
  [
    'the discount of a group price is the sum of its lines',
    sql`update registrations set discount_cents = discount_cents + 1,
      price_lines = price_lines || '[{"kind": "group", "label": "", "amount_cents": 0}]' where status = 1`,
  ],
  [
    'an unpaid registration has a group price only in a group',
    sql`update registrations set price_lines = price_lines || '[{"kind": "group", "label": "", "amount_cents": 0}]'
      where status = 0`,
  ],
  ['a paid registration has a payment', sql`truncate payment_items cascade`],
  [
    'the booked service fees',
    sql`insert into fee_entries (kind, event_id, registration_id, amount_cents, at)
      select 'service', event_id, id, 1, now() from registrations limit 1`,
  ],
  [
    'the booked fees of a payment',
    sql`insert into fee_entries (kind, event_id, payment_id, amount_cents, at)
      select 'card', event_id, id, 1, now() from payments limit 1`,
  ],
  ['a payment’s items add up', sql`update payments set amount_cents = amount_cents + 1`],
  [
    'the last ledger entry has the status of the payment',
    sql`update payments set status = 4 where status = 0`,
  ],
  [
    'is confirmed only by a received payment',
    sql`update registrations set status = 1 where status = 0 and total_cents > 0`,
  ],
  ['refunds of an item do not exceed it', sql`update refunds set amount_cents = amount_cents + 1`],
  ['a payment is refunded when all of it', sql`update refunds set amount_cents = amount_cents - 1`],
  [
    'what was paid for a cancelled registration is kept or refunded',
    sql`update registrations set status = 2 where status = 1 and total_cents > 0`,
  ],
  ['a duplicate payment is refunded', sql`update payments set duplicate_of = id where status = 2`],
  ['the last ledger entry of a refund', sql`update refunds set status = 'sent'`],
  ['an open change is of a confirmed registration, and one open payment', openChange(sql`held_level_ids`)],
  ['an open change holds what its registration lacks', openChange(sql`array[0]::bigint[]`)],
  [
    'a payment covers registrations of its payer, or of a group',
    sql`update payments set payer_user_id = (select max(id) from users)`,
  ],
  [
    'a credit is of a deferred registration',
    sql`insert into refund_choices (registration_id, event_id, kind, ends_on)
      select id, event_id, 'deferred', now() from registrations where status = 1 limit 1`,
  ],
  [
    'an accepted transfer waits for an open change',
    sql`insert into transfers (registration_id, state, from_user_id, to_user_id, token_hash, created_at, expires_at, accepted_at)
      select id, 'accepted', responsible_user_id, responsible_user_id, 'x', now(), now(), now() from registrations limit 1`,
  ],
  [
    'a returned place is of a cancelled registration',
    sql`insert into refund_choices (registration_id, event_id, kind, ends_on)
      select id, event_id, 'returned', now() from registrations where status = 1 limit 1`,
  ],
  ['participant entries equal', sql`update participant_list set paid_cents = paid_cents + 1`],
  ['participant words match', sql`delete from participant_search`],
])('detects a violation of: %s', async (rule, damage) => {
  expect((await afterDamage(damage)).filter((sentence) => sentence.includes(rule))).not.toEqual([])
})

test('positive control: without its locks the write path oversells, and the checker detects it', async () => {
  const last = await createEvent(db, { capacity: 1 })
  const buyer = await createUser(db)
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef('take_spots'::regproc) as source`.execute(db)
  const source = rows[0]?.source ?? ''
  const unlocked = source
    .replaceAll('order by id for no key update;', ';')
    .replace('order by id for update', '')
    .replace('units_before := units;', '$& perform pg_advisory_xact_lock_shared(1);')
    .replace(/set lock_timeout to '1s'/i, '')
  expect(unlocked).toContain('pg_advisory_xact_lock_shared(1)')
  expect(unlocked).not.toContain('lock_timeout')
  expect(unlocked.match(/for (no key )?update/)).toBeNull()
  await sql`alter table stock_levels drop constraint stock_levels_not_oversold`.execute(db)
  const race = () => Promise.all([1, 2, 3, 4].map(() => takeSpots(db, [orderRequest(last, buyer.id)])))

  const locked = (await race()).flat().filter(({ kind }) => kind === 'registered')
  expect(locked).toHaveLength(1)
  expect(await brokenInvariants(db)).toEqual([])

  await sql.raw(unlocked).execute(db)
  const next = await createEvent(db, { capacity: 1 })
  // Every call reads the levels before the first one writes them.
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(1)`.execute(connection)
    const calls = Promise.all([1, 2, 3, 4].map(() => takeSpots(db, [orderRequest(next, buyer.id)])))
    await callsThatWait(db, 4)
    await sql`select pg_advisory_unlock(1)`.execute(connection)
    await calls
  })
  expect(
    (await brokenInvariants(db)).filter((sentence) => sentence.startsWith('no stock level is oversold')),
  ).not.toEqual([])
})
