import { sql } from 'kysely'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { takenTypes, undoColumns } from '#server/features/registration/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { code } from '#server/lib/sql-codes.ts'

export const getEventRequests = (db: Db, eventId: number) =>
  db
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('refunds as f')
          .whereRef('f.event_id', '=', 'e.id')
          .where('f.status', '=', 'requested')
          .where('f.reason', '=', 'policy')
          .select(sql<number>`count(distinct f.registration_id)::int`.as('requests'))
          .select(sql<number>`coalesce(sum(f.amount_cents), 0)::int`.as('cents'))
          .as('asked'),
      (join) => join.onTrue(),
    )
    .where('e.id', '=', eventId)
    .select(['e.title', 'o.user_id as owner_user_id', 'asked.requests', 'asked.cents'])
    .executeTakeFirstOrThrow()

interface Tier {
  level_id: number
  is_closed: boolean
  is_full: boolean
}

/** Throws 404 for another account's registration. */
export const getUndoable = (db: Db, { registrationId, userId }: { registrationId: number; userId: number }) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .select(['r.id', 'r.event_id', 'r.responsible_user_id', 'r.status', 'r.total_cents', 'r.coupon_id'])
    .select(['e.max_unpaid_per_account', 'e.registration_ends_on', 'e.event_on', 'e.timezone', takenTypes])
    .select(undoColumns)
    .select([
      sql<PaymentType | null>`(select type from effective_payment(r.id))`.as('last_type'),
      sql<Tier | null>`(
        select json_build_object('level_id', l.id, 'is_closed', l.closed_at is not null,
          'is_full', coalesce(l.held >= l.capacity, false))
        from kit_tiers t join stock_levels l on l.id = t.stock_level_id where t.id = r.tier_id
      )`.as('tier'),
    ])
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

/** The unpaid spots of its account that count against this registration, as `inspect_orders` counts them. */
export async function countUnpaid(
  tx: Tx,
  registration: Pick<
    Awaited<ReturnType<typeof getUndoable>>,
    'event_id' | 'responsible_user_id' | 'total_cents' | 'coupon_id'
  >,
): Promise<number> {
  const { event_id: eventId, responsible_user_id: userId, total_cents: totalCents } = registration
  const isFree = totalCents === 0
  if (isFree && registration.coupon_id !== null) return 0
  const { unpaid } = await tx
    .selectFrom('registrations as r')
    .where('r.event_id', '=', eventId)
    .where('r.responsible_user_id', '=', userId)
    .where(sql<boolean>`(r.status = ${code.registration.pending} or (${isFree} and r.status = ${code.registration.confirmed}
      and r.total_cents = 0 and r.coupon_id is null))`)
    .select((eb) => eb.fn.countAll<number>().as('unpaid'))
    .executeTakeFirstOrThrow()
  return Number(unpaid)
}
