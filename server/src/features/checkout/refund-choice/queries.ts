import { sql } from 'kysely'
import type { Choice, ChoiceKind } from '#contract/refund-choice.ts'
import type { Db } from '#server/lib/db.ts'

/** What an account decides on about one of its registrations; undefined when there is nothing, or it is another account's. */
export const findMyChoice = (db: Db, registrationId: number, userId: number) =>
  db
    .selectFrom('refund_choices as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .leftJoin('event_cancellations as n', 'n.event_id', 'c.event_id')
    .where('c.registration_id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .select(['c.registration_id', 'c.event_id', 'c.kind', 'c.ends_on', 'c.choice', 'c.chosen_by_user_id'])
    .select(['n.reason', 'n.donation_to', 'e.timezone'])
    // What was kept until the choice, or what has been given back since.
    .select(
      sql<number>`case when c.choice = 'refund' then (
        select coalesce(sum(f.amount_cents), 0)::int from refunds f
        where f.registration_id = r.id and f.reason = c.kind and f.status <> 'refused'
      ) else r.kept_cents end`.as('cents'),
    )
    .$narrowType<{ kind: ChoiceKind; choice: Choice | null }>()
    .executeTakeFirst()
