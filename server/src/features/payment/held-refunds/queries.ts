import { type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import type { Choice, StoredChoiceKind } from '#contract/my-registrations/refund-choice.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { paidStatuses } from '#server/lib/sql-codes.ts'

interface NewChoice {
  registrationId: number
  eventId: number
  kind: StoredChoiceKind
  endsOn: IsoDate
  /** The part that stays with the organizer, whatever is chosen; by default 0. */
  feeCents?: Cents
  /** Why the runner deferred. */
  reason?: string
}

/** Replaces an earlier choice about other money. The caller has locked the registration. */
export async function openChoice(tx: Tx, choice: NewChoice): Promise<void> {
  const { kind, endsOn: ends_on, feeCents: fee_cents = 0, reason = null } = choice
  await tx
    .insertInto('refund_choices')
    .values({
      registration_id: choice.registrationId,
      event_id: choice.eventId,
      kind,
      ends_on,
      fee_cents,
      reason,
    })
    .onConflict((conflict) =>
      conflict.column('registration_id').doUpdateSet({
        kind,
        ends_on,
        fee_cents,
        reason,
        choice: null,
        chosen_at: null,
        chosen_by_user_id: null,
      }),
    )
    .execute()
}

/** The caller has locked the registration, or only reads. */
export const findChoice = (db: Db, registrationId: number) =>
  db
    .selectFrom('refund_choices')
    .where('registration_id', '=', registrationId)
    .selectAll()
    .$narrowType<{ kind: StoredChoiceKind; choice: Choice | null }>()
    .executeTakeFirst()

/** SQL: the installment interest that a refund of everything paid for registration `r` would return. */
export const heldInterestCents = sql<number>`(
  select coalesce(sum(i.interest_cents - back.cents), 0)::int
  from payment_items i join payments p on p.id = i.payment_id
  cross join lateral (
    select coalesce(sum(f.interest_cents), 0) as cents from refunds f
    where f.payment_id = i.payment_id and f.registration_id = i.registration_id and f.status <> 'refused'
  ) back
  where i.registration_id = r.id and p.duplicate_of is null and p.status in (${paidStatuses})
)`

/** The caller has locked the registration. */
export async function closeChoice(
  tx: Tx,
  registrationId: number,
  { choice, at, by }: { choice: Choice; at: Date; by: number | null },
): Promise<void> {
  await tx
    .updateTable('refund_choices')
    .set({ choice, chosen_at: at, chosen_by_user_id: by })
    .where('registration_id', '=', registrationId)
    .execute()
}

/** Registrations whose runners did not choose in time, longest waiting first. */
export async function listUnanswered(db: Db, at: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('refund_choices as c')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    // A literal, so that the planner can use the partial index.
    .where(sql<SqlBool>`c.choice is null`)
    // Refunded when somebody has bought the place.
    .where('c.kind', '<>', 'returned')
    .where(sql<SqlBool>`c.ends_on < (${at}::timestamptz at time zone e.timezone)::date`)
    .orderBy('c.ends_on')
    .limit(limit)
    .select('c.registration_id')
    .execute()
  return rows.map((row) => row.registration_id)
}
