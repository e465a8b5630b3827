import { sql } from 'kysely'
import type { Choice, ChoiceKind } from '#contract/refund-choice.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { heldInterestCents } from '../../payment/refund-choices/queries.ts'
import type { StoredChoice } from '../../registration/queries.ts'

const givenBack = sql<number>`(
  select coalesce(sum(f.amount_cents + f.interest_cents), 0)::int from refunds f
  where f.registration_id = r.id and f.reason = c.kind and f.status <> 'refused'
)`

/** What an account decides on about one of its registrations; undefined when there is nothing, or it is another account's. */
export const findMyChoice = (db: Db, registrationId: number, userId: number) =>
  db
    .selectFrom('refund_choices as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .leftJoin('event_cancellations as n', 'n.event_id', 'c.event_id')
    .where('c.registration_id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .select(['c.registration_id', 'c.event_id', 'c.kind', 'c.ends_on', 'c.choice', 'r.kept_cents'])
    .select(['n.reason', 'n.donation_to', 'e.timezone'])
    // What was kept until the choice, or what has been given back since; what comes back has interest too.
    .select([
      sql<number>`case when c.choice = 'refund' then ${givenBack} else r.kept_cents end`.as('cents'),
      sql<number>`case when c.choice = 'refund' then ${givenBack} else r.kept_cents + ${heldInterestCents} end`.as(
        'refund_cents',
      ),
    ])
    .$narrowType<{ kind: ChoiceKind; choice: Choice | null }>()
    .executeTakeFirst()

/** What a registration chose when its money came too late, and how much that was. */
export async function getHeld(db: Db, registrationId: number) {
  const { event_id, kept_cents, ...current } = await db
    .selectFrom('registrations')
    .where('id', '=', registrationId)
    .select(['event_id', 'modality_id', 'category_id', 'kit_id', 'shirt_size_id', 'coupon_id'])
    .select(['value_cents', 'discount_cents', 'fee_cents', 'total_cents', 'kept_cents'])
    .select(sql<StoredChoice['price_lines']>`price_lines`.as('price_lines'))
    .executeTakeFirstOrThrow()
  return { eventId: event_id, paidCents: kept_cents, current }
}

/** Locks the event of a registration, before any other lock. */
export const lockEventOfRegistration = (tx: Tx, registrationId: number) =>
  tx
    .selectFrom('events')
    .where('id', '=', (eb) =>
      eb.selectFrom('registrations').where('id', '=', registrationId).select('event_id'),
    )
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The levels of an event that have no unit left. */
export async function listFullLevels(db: Db, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('stock_levels')
    .where('event_id', '=', eventId)
    .whereRef('held', '>=', 'capacity')
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
