// Over 250 lines: all queries of choices about money, and of the credits and places that they offer.

import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Cents } from '#contract/money.ts'
import { DEFERRAL_CREDIT_DAYS } from '#contract/my-registrations/deferral.ts'
import type { Choice, ChoiceKind } from '#contract/my-registrations/refund-choice.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { isOpen, today } from '#server/features/event/queries.ts'
import { heldInterestCents } from '#server/features/payment/held-refunds/queries.ts'
import type { StoredLine } from '#server/features/registration/domain/price-lines.ts'
import { rejectedRights, usedCode } from '#server/features/registration/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { code } from '#server/lib/sql-codes.ts'

const refunded = sql<number>`(
  select coalesce(sum(f.amount_cents + f.interest_cents), 0)::int from refunds f
  where f.registration_id = r.id and f.reason = c.kind and f.status <> 'refused'
)`

/** SQL: the credit that a change to a cheaper kit left in the price of registration `r`, in cents; 0: none. */
const changeCredit = sql<number>`(
  select coalesce(sum((line ->> 'amount_cents')::int), 0)::int from jsonb_array_elements(r.price_lines) line
  where line ->> 'kind' = 'credit'
)`

/** SQL: registration `r` has the credit of a change, and neither an open change nor a requested refund. */
export const hasChangeCredit = sql<boolean>`(
  r.status = ${code.registration.confirmed} and ${changeCredit} > 0
  and not exists (select from registration_changes x where x.registration_id = r.id and x.state = 'open')
  and not exists (select from refunds f where f.registration_id = r.id and f.status = 'requested')
)`

/** The credit of an active registration, as a choice without a row in `refund_choices`. */
const findChangeCredit = (db: Db, registrationId: number, userId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .where(hasChangeCredit)
    .select(['r.id as registration_id', 'r.event_id', 'r.total_cents as kept_cents', 'e.timezone'])
    .select(['e.status as event_status', changeCredit.as('cents'), changeCredit.as('refund_cents')])
    .select([
      sql<'changed'>`'changed'`.as('kind'),
      sql<IsoDate>`e.event_on + ${DEFERRAL_CREDIT_DAYS}::int`.as('ends_on'),
      sql<number>`r.total_cents - ${changeCredit}`.as('fee_cents'),
      sql<null>`null`.as('choice'),
      sql<null>`null`.as('reason'),
      sql<null>`null`.as('credit_until'),
      sql<null>`null`.as('donation_to'),
    ])
    .executeTakeFirst()

/** The caller has locked the registration. What is left stays in its price. */
export async function takeFromChangeCredit(
  tx: Tx,
  registrationId: number,
  usedCents: Cents,
  at: Date,
): Promise<void> {
  await sql`
    update registrations set total_cents = total_cents - ${usedCents}, updated_at = ${at}, price_lines = (
      select coalesce(jsonb_agg(left_over order by n), '[]')
      from jsonb_array_elements(price_lines) with ordinality lines (line, n)
      cross join lateral (select case when line ->> 'kind' = 'credit' then
        jsonb_set(line, '{amount_cents}', to_jsonb((line ->> 'amount_cents')::int - ${usedCents}::int)) else line end
      ) reduced (left_over)
      where left_over ->> 'kind' <> 'credit' or (left_over ->> 'amount_cents')::int > 0
    )
    where id = ${registrationId}`.execute(tx)
}

/** Throws 404 when there is no choice, and for another account's registration. */
export async function getMyChoice(db: Db, registrationId: number, userId: number) {
  const credit = await findChangeCredit(db, registrationId, userId)
  if (credit) return credit
  const choice = await db
    .selectFrom('refund_choices as c')
    .innerJoin('registrations as r', 'r.id', 'c.registration_id')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .leftJoin('event_cancellations as n', 'n.event_id', 'c.event_id')
    .where('c.registration_id', '=', registrationId)
    .where('r.responsible_user_id', '=', userId)
    .select([
      'c.registration_id',
      'c.event_id',
      'c.kind',
      'c.ends_on',
      'c.choice',
      'c.fee_cents',
      'r.kept_cents',
    ])
    .select(['n.reason', 'n.credit_until', 'e.timezone', 'e.status as event_status'])
    // The money that the captain of a group paid is not the runner's to give away.
    .select(
      sql<string | null>`case when not exists (
        select from payment_items i join payments p on p.id = i.payment_id
        where i.registration_id = r.id and p.payer_user_id <> r.responsible_user_id and p.paid_at is not null
      ) then n.donation_to end`.as('donation_to'),
    )
    // The amount held until the choice, or refunded since; refunds include interest.
    .select([
      sql<number>`case when c.choice = 'refund' then ${refunded} else r.kept_cents - c.fee_cents end`.as(
        'cents',
      ),
      sql<number>`case when c.choice = 'refund' then ${refunded} else r.kept_cents - c.fee_cents + ${heldInterestCents} end`.as(
        'refund_cents',
      ),
    ])
    .$narrowType<{ kind: ChoiceKind; choice: Choice | null }>()
    .executeTakeFirst()
  if (!choice) throw new AppError('not_found')
  return choice
}

/** A registration whose payment was late, with the amount held. */
export async function getHeld(db: Db, registrationId: number) {
  const { event_id, kept_cents, name, birth_on, sex, rejected_right_ids, ...current } = await db
    .selectFrom('registrations as r')
    .where('id', '=', registrationId)
    .select(['event_id', 'modality_id', 'category_id', 'kit_id', 'shirt_size_id', 'tier_id'])
    .select(['coupon_id', 'coupon_code_id', usedCode.as('coupon_code'), 'right_rule_id'])
    .select([
      sql<number | null>`(select stock_level_id from coupon_codes where id = r.coupon_code_id)`.as(
        'code_level_id',
      ),
      sql<number | null>`(
        select stock_level_id from coupon_accounts
        where coupon_id = r.coupon_id and user_id = r.responsible_user_id
      )`.as('account_level_id'),
    ])
    .select(['value_cents', 'discount_cents', 'fee_cents', 'total_cents', 'kept_cents'])
    .select(['name', 'birth_on', 'sex', rejectedRights])
    .select(sql<StoredLine[]>`price_lines`.as('price_lines'))
    .executeTakeFirstOrThrow()
  return {
    eventId: event_id,
    paidCents: kept_cents,
    current,
    runner: { name, birth_on, sex, rejected_right_ids },
  }
}

/** What the rules about sex and age depend on. */
export const getRestricted = (db: Db, registrationId: number) =>
  db
    .selectFrom('registrations')
    .where('id', '=', registrationId)
    .select([
      'event_id',
      'name',
      'birth_on',
      'sex',
      'modality_id',
      'category_id',
      'kit_id',
      'ineligible_reason',
    ])
    .executeTakeFirstOrThrow()

/** Must precede any other lock. */
export const lockEventOfRegistration = (tx: Tx, registrationId: number) =>
  tx
    .selectFrom('events')
    .where('id', '=', (eb) =>
      eb.selectFrom('registrations').where('id', '=', registrationId).select('event_id'),
    )
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The new date of a cancelled event, with the same person's registration there and its amount due. */
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

/**
 * Where the credit of a deferral or change may be used: the same person's latest active registration for another race
 * of the organizer that is not over, with its amount due.
 */
export const findNextRace = (db: Db, registrationId: number, now: Date) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events as o', 'o.id', 'r.event_id')
    .innerJoin('registrations as t', (join) =>
      join.onRef('t.cpf', '=', 'r.cpf').onRef('t.responsible_user_id', '=', 'r.responsible_user_id'),
    )
    .innerJoin('events as e', 'e.id', 't.event_id')
    .where('r.id', '=', registrationId)
    .whereRef('e.organizer_id', '=', 'o.organizer_id')
    .whereRef('e.id', '<>', 'o.id')
    .where('t.status', '<>', REGISTRATION_STATUS.cancelled)
    .where('e.status', '<>', EVENT_STATUS.cancelled)
    .where('e.event_on', '>=', today(now))
    .orderBy('t.id', 'desc')
    .limit(1)
    .select(['e.id', 'e.slug', 'e.title', 'e.event_on', isOpen(now).as('is_open')])
    .select(['t.id as registration_id'])
    .select(
      sql<number>`greatest(0, t.total_cents - (select paid_cents from amount_paid(t.id)))`.as('owed_cents'),
    )
    .executeTakeFirst()

/** Whether the credit pays for any other race of the organizer, not only for the new date of a cancelled event. */
export const lastsForNextRace = (kind: ChoiceKind): boolean => kind === 'deferred' || kind === 'changed'

/** Where the money of an open choice may be used as a credit. */
export const findTarget = (
  db: Db,
  { kind, registration_id: id }: { kind: ChoiceKind; registration_id: number },
  now: Date,
) => (lastsForNextRace(kind) ? findNextRace(db, id, now) : findNewDate(db, id, now))

/** The latest use. */
export const findCreditUse = (db: Db, registrationId: number, now: Date) =>
  db
    .selectFrom('payment_moves as v')
    .innerJoin('events as e', 'e.id', 'v.to_event_id')
    .innerJoin('registrations as r', 'r.id', 'v.from_registration_id')
    .where('r.id', '=', registrationId)
    .groupBy(['e.id', 'v.to_registration_id', 'r.responsible_user_id'])
    .orderBy(sql`max(v.moved_at)`, 'desc')
    .select(['e.id', 'e.slug', 'e.title', 'e.event_on', 'v.to_registration_id as registration_id'])
    .select([
      'r.responsible_user_id',
      isOpen(now).as('is_open'),
      sql<number>`sum(v.amount_cents)::int`.as('used_cents'),
    ])
    .executeTakeFirst()

/** The caller has locked the registration. */
export async function extendChoice(tx: Tx, registrationId: number, endsOn: IsoDate): Promise<void> {
  await tx
    .updateTable('refund_choices')
    .set({ ends_on: endsOn })
    .where('registration_id', '=', registrationId)
    .where('ends_on', '<', endsOn)
    .execute()
}

export async function listFullLevels(db: Db, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('stock_levels')
    .where('event_id', '=', eventId)
    .where(sql<boolean>`(held >= capacity or closed_at is not null)`)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Undefined unless the registration is the account's, or the account paid for it as a captain. */
export const findKeyState = (
  db: Db,
  { registrationId, userId }: { registrationId: number; userId: number },
) =>
  db
    .selectFrom('registrations as r')
    .where('r.id', '=', registrationId)
    .where((eb) =>
      eb.or([
        eb('r.responsible_user_id', '=', userId),
        eb.exists(
          eb
            .selectFrom('payment_items as i')
            .innerJoin('payments as p', 'p.id', 'i.payment_id')
            .whereRef('i.registration_id', '=', 'r.id')
            .where('p.payer_user_id', '=', userId)
            .select('p.id'),
        ),
      ]),
    )
    .select(
      sql<boolean>`exists (
        select from refunds f join payments p on p.id = f.payment_id
        where f.registration_id = r.id and p.payer_user_id = ${userId}
          and f.status = 'needs_person' and f.pix_key is not null
      )`.as('is_confirmed'),
    )
    .executeTakeFirst()

/** Stores the account's CPF as the Pix key of its refunds that wait for one. Returns them. */
export async function storePixKey(tx: Tx, userId: number, at: Date) {
  const { rows } = await sql<{ id: number; registration_id: number; event_id: number }>`
    update refunds f set pix_key = u.cpf, pix_key_at = ${at}
    from users u
    where u.id = ${userId} and u.cpf is not null
      and f.id = any (array(
        select w.id from payments p join refunds w on w.payment_id = p.id
        where p.payer_user_id = ${userId} and w.status = 'needs_person'
        order by w.id for update of w
      ))
      and f.status = 'needs_person' and f.pix_asked_at is not null and f.pix_key is null
    returning f.id, f.registration_id, f.event_id`.execute(tx)
  return rows
}
