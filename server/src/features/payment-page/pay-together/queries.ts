import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { installmentColumns } from '#server/features/event/queries.ts'
import { installmentRates } from '#server/features/fees/installment-settings/queries.ts'
import {
  cancellationColumns,
  hasPayment,
  itemRefunds,
  itemShare,
  priceLines,
  takenTypes,
} from '#server/features/registration/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'

/** How long a new payment holds these spots, in milliseconds; null: until the end of its due date. */
export async function findHoldMs(tx: Tx, registrationIds: readonly number[]): Promise<number | null> {
  if (registrationIds.length === 0) return null
  const { hold } = await tx
    .selectFrom('registrations')
    .where('id', 'in', registrationIds)
    .select(
      sql<
        number | null
      >`(extract(epoch from unpaid_hold(max(fill_ratio(held_level_ids)))) * 1000)::float8`.as('hold'),
    )
    .executeTakeFirstOrThrow()
  return hold
}

/** SQL: registration `r` is in a group of this captain. */
const isCaptained = (userId: number) => sql<boolean>`exists (
  select from group_members m join groups g on g.id = m.group_id
  where m.registration_id = r.id and g.captain_user_id = ${userId}
)`

/** SQL: what registration `r` costs if the account pays it: only a captain keeps the price of the group. */
const totalWhenPaidBy = (userId: number) =>
  sql<number>`(
  r.total_cents - case when r.status <> ${code.registration.pending} or ${isCaptained(userId)} then 0 else (
    select coalesce(sum((line ->> 'amount_cents')::int), 0)::int from jsonb_array_elements(r.price_lines) line
    where line ->> 'kind' in ('group', 'group_free')
  ) end
)`.as('total_cents')

/** Active registrations for coming races, with all their payments. */
export const listOwnUnpaid = (db: Db, userId: number, today: IsoDate) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.responsible_user_id', '=', userId)
    .where('r.status', '<>', REGISTRATION_STATUS.cancelled)
    .where('r.total_cents', '>', 0)
    .where('e.event_on', '>=', addDays(today, -1))
    .orderBy('e.event_on')
    .orderBy('r.id')
    .select(['r.id', 'r.name', 'r.status', 'r.event_id', totalWhenPaidBy(userId)])
    .select(['e.title', 'e.slug', 'e.event_on', 'e.timezone', takenTypes])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as i')
          .innerJoin('payments as p', 'p.id', 'i.payment_id')
          .innerJoinLateral(itemRefunds, (join) => join.onTrue())
          .whereRef('i.registration_id', '=', 'r.id')
          .select(['p.id', 'p.status', 'p.token', 'p.payer_user_id', itemShare.as('amountCents')])
          .select((payment) => [
            sql<PaymentType>`p.type`.as('type'),
            payment('p.duplicate_of', 'is not', null).$castTo<boolean>().as('isDuplicate'),
            sql<number>`(select count(*)::int from payment_items where payment_id = p.id)`.as('covers'),
            sql<number>`p.amount_cents + p.interest_cents`.as('chargedCents'),
          ]),
      ).as('payments'),
    )
    .execute()

/**
 * Locks the caller's own registrations of the list, and reads what determines whether they may be cancelled or
 * paid anew.
 */
export const lockOwnRegistrations = (tx: Tx, registrationIds: readonly number[], userId: number) =>
  toLock(tx, registrationIds).where('r.responsible_user_id', '=', userId).execute()

/** Locks the registrations that the account may pay: its own and, for a captain, those of the group. */
export const lockPayableRegistrations = (tx: Tx, registrationIds: readonly number[], userId: number) =>
  toLock(tx, registrationIds)
    .where((eb) => eb.or([eb('r.responsible_user_id', '=', userId), isCaptained(userId)]))
    .select(isCaptained(userId).as('is_captained'))
    .execute()

const toLock = (tx: Tx, registrationIds: readonly number[]) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', sql<number>`any (${registrationIds}::bigint[])`)
    .orderBy('r.id')
    .select([
      'r.id',
      'r.event_id',
      'r.responsible_user_id',
      'r.status',
      'r.cancel_reason',
      'r.total_cents',
      'e.status as event_status',
    ])
    .select(['e.registration_ends_on', 'e.event_on', 'e.start_time', 'e.timezone', 'e.enterprise_id'])
    .select([takenTypes, hasPayment, priceLines])
    .select(cancellationColumns)
    .select(installmentColumns)
    .select(installmentRates)
    .forNoKeyUpdate('r')

export const getPaymentToken = (tx: Tx, paymentId: number) =>
  tx.selectFrom('payments').where('id', '=', paymentId).select(['id', 'token']).executeTakeFirstOrThrow()
