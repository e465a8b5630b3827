import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Choice, ChoiceKind } from '#contract/refund-choice.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { isOpen } from '../../event/queries.ts'
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
    .select(['n.reason', 'n.donation_to', 'n.credit_until', 'e.timezone'])
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

/** The new date of a cancelled registration's event, and the same person's registration there, with what it owes. */
export const findNewDate = (db: Db, registrationId: number, now: Date) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('event_cancellations as n', 'n.event_id', 'r.event_id')
    .innerJoin('events as e', 'e.id', 'n.new_event_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('registrations as t')
          .whereRef('t.event_id', '=', 'e.id')
          .whereRef('t.cpf', '=', 'r.cpf')
          .whereRef('t.responsible_user_id', '=', 'r.responsible_user_id')
          .where('t.status', '<>', REGISTRATION_STATUS.cancelled)
          .select('t.id')
          .select(
            sql<number>`greatest(0, t.total_cents - (select paid_cents from amount_paid(t.id)))`.as(
              'owed_cents',
            ),
          )
          .as('t'),
      (join) => join.onTrue(),
    )
    .where('r.id', '=', registrationId)
    .select(['e.id', 'e.slug', 'e.title', 'e.event_on', isOpen(now).as('is_open')])
    .select(['t.id as registration_id', 't.owed_cents'])
    .executeTakeFirst()

/** The registration that was paid with the money of a cancelled one, and how much that was. */
export const findCreditUse = (db: Db, registrationId: number, now: Date) =>
  db
    .selectFrom('payment_moves as v')
    .innerJoin('events as e', 'e.id', 'v.to_event_id')
    .where('v.from_registration_id', '=', registrationId)
    .groupBy(['e.id', 'v.to_registration_id'])
    .select(['e.id', 'e.slug', 'e.title', 'e.event_on', 'v.to_registration_id as registration_id'])
    .select([isOpen(now).as('is_open'), sql<number>`sum(v.amount_cents)::int`.as('used_cents')])
    .executeTakeFirst()

/** Lets the runner of a cancelled registration, which the caller has locked, choose until this day. */
export async function extendChoice(tx: Tx, registrationId: number, endsOn: IsoDate): Promise<void> {
  await tx
    .updateTable('refund_choices')
    .set({ ends_on: endsOn })
    .where('registration_id', '=', registrationId)
    .where('ends_on', '<', endsOn)
    .execute()
}

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
