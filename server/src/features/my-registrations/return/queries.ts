import { sql } from 'kysely'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { today } from '#server/features/event/queries.ts'
import { isCancellationRequested } from '#server/features/registration/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** SQL: the organizer's fee for returning the place of `r`, while it waits for a buyer; otherwise null. */
export const returnedFee = sql<number | null>`(
  select fee_cents from refund_choices where registration_id = r.id and kind = 'returned' and choice is null
)`.as('returned_fee_cents')

/** Throws 404 for another account's registration. */
export const getReturnable = (
  db: Db,
  { registrationId, userId }: { registrationId: number; userId: number },
) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .select(['r.event_id', 'r.status', 'r.cancel_reason', 'r.kept_cents', isCancellationRequested])
    .select(['e.status as event_status', 'e.event_on', 'e.registration_ends_on', 'e.timezone'])
    .select(['e.returns_until', 'e.returns_fee_cents'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('team_members as w').whereRef('w.registration_id', '=', 'r.id').select('w.leg'))
        .$castTo<boolean>()
        .as('is_in_team'),
    )
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

/** Returned places of events that take place, whose money waits for a buyer; longest waiting first. */
const waiting = (db: Db) =>
  db
    .selectFrom('refund_choices as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('c.kind', '=', sql.lit('returned'))
    .where('c.choice', 'is', null)
    .where('e.status', '<>', EVENT_STATUS.cancelled)
    .orderBy('r.cancelled_at')
    .orderBy('r.id')

/** SQL: the first later registration of the category and kit of `r` that is paid and ended no other return. */
const taker = sql<{ id: number }>`(
  select x.id from registrations x
  where x.event_id = r.event_id and x.category_id = r.category_id and x.kit_id = r.kit_id
    and x.status = ${sql.lit(REGISTRATION_STATUS.confirmed)} and x.created_at >= r.cancelled_at and x.total_cents > 0
    and not exists (select from refund_choices t where t.taken_by_registration_id = x.id)
    and (select paid_cents from amount_paid(x.id)) >= x.total_cents
  order by x.id limit 1
)`.as<'taker'>(sql`taker`)

/** Each with a registration that pays for it now; several may name the same one. */
export const listBought = (db: Db, limit: number) =>
  waiting(db)
    .innerJoinLateral(taker, (join) => join.onTrue())
    .limit(limit)
    .select(['r.id', 'taker.id as takerId'])
    .execute()

/** The same for one, after the caller has locked it and its buyer. */
export const findBought = (tx: Tx, registrationId: number) =>
  waiting(tx)
    .innerJoinLateral(taker, (join) => join.onTrue())
    .where('r.id', '=', registrationId)
    .select(['r.event_id', 'taker.id as takerId'])
    .executeTakeFirst()

/** Returned places that can no longer be bought. */
export const listUnsold = async (db: Db, now: Date, limit: number): Promise<number[]> => {
  const rows = await waiting(db)
    .where(sql<boolean>`${today(now)} > least(e.registration_ends_on, e.event_on - 1)`)
    .limit(limit)
    .select('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

export const findUnsold = (tx: Tx, registrationId: number, now: Date) =>
  waiting(tx)
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('r.id', '=', registrationId)
    .select(['r.event_id', 'r.kept_cents', 'e.timezone', 'u.anonymized_at'])
    .select(sql<boolean>`${today(now)} >= e.event_on`.as('is_race_day'))
    .executeTakeFirst()

export const storeTaker = (tx: Tx, registrationId: number, takerId: number) =>
  tx
    .updateTable('refund_choices')
    .set({ taken_by_registration_id: takerId })
    .where('registration_id', '=', registrationId)
    .execute()

export const markWithdrawn = (tx: Tx, registrationId: number, at: Date) =>
  tx
    .updateTable('registrations')
    .set({ cancel_reason: 'participant', cancelled_at: at, updated_at: at })
    .where('id', '=', registrationId)
    .execute()

/** For the e-mail; undefined unless the place waits for a buyer. */
export const findReturned = (db: Db, registrationId: number) =>
  waiting(db)
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .where('r.id', '=', registrationId)
    .where('u.anonymized_at', 'is', null)
    .select(['r.name', 'e.title', 'e.event_on', 'e.registration_ends_on', 'c.fee_cents'])
    .select(['u.name as buyer_name', 'u.email as buyer_email'])
    .select(sql<number>`r.kept_cents - c.fee_cents`.as('refund_cents'))
    .executeTakeFirst()
