import { sql } from 'kysely'
import { isOpen, PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import type { ChangeDowngrade } from '#contract/pricing/change-downgrade.ts'
import {
  heldLevel,
  isCancellationRequested,
  priceLines,
  rejectedRights,
  usedCode,
} from '#server/features/registration/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** SQL: what a captain paid for registration `r` is returned to the captain, because it is no credit of the runner. */
const downgrade = sql<ChangeDowngrade>`case when e.changes_downgrade = 'credit' and exists (
  select from payment_items i join payments p on p.id = i.payment_id
  where i.registration_id = r.id and p.payer_user_id <> r.responsible_user_id and p.paid_at is not null
) then 'refund' else e.changes_downgrade end`.as('changes_downgrade')

/** What a change or a transfer of a registration depends on. */
export const changeables = (db: Db) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select([
      'r.id',
      'r.event_id',
      'r.status',
      'r.modality_id',
      'r.category_id',
      'r.kit_id',
      'r.shirt_size_id',
    ])
    .select(['r.tier_id', 'r.coupon_id', 'r.coupon_code_id', 'r.right_rule_id', usedCode.as('coupon_code')])
    .select([heldLevel('coupon_code').as('code_level_id'), heldLevel('coupon_person').as('account_level_id')])
    .select(['r.name', 'r.birth_on', 'r.sex', 'r.held_level_ids', rejectedRights])
    .select(['r.value_cents', 'r.discount_cents', 'r.fee_cents', 'r.total_cents', priceLines])
    .select([
      'e.changes_until',
      'e.changes_fee_cents',
      'e.status as event_status',
      'e.event_on',
      'e.timezone',
    ])
    .select(downgrade)
    .select(isCancellationRequested)

/** Throws 404 for another account's registration. */
export const getChangeable = (
  db: Db,
  { registrationId, userId }: { registrationId: number; userId: number },
) =>
  changeables(db)
    .where('r.id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

export type Changeable = Awaited<ReturnType<typeof getChangeable>>

/** How long an unpaid difference holds these levels, in milliseconds; null: until the end of its due date. */
export async function findHoldMs(tx: Tx, levelIds: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ hold: number | null }>`
    select (extract(epoch from unpaid_hold(fill_ratio(${levelIds}::bigint[]))) * 1000)::float8 as hold`.execute(
    tx,
  )
  return rows[0]?.hold ?? null
}

const OPEN = PAYMENT_STATUSES.map((_, status) => status).filter(isOpen)

/** The payment for the open change of a registration. */
export const findOpenLink = (db: Db, registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .where('p.status', 'in', OPEN)
    .where('p.duplicate_of', 'is', null)
    .select(['p.id', 'p.token'])
    .executeTakeFirstOrThrow(() => new AppError('state_changed'))

export const listPaymentStatuses = (db: Db, registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .select('p.status')
    .execute()
