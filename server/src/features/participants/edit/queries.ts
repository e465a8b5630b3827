import { sql } from 'kysely'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import {
  effectivePayment,
  heldLevel,
  isCancellationRequested,
  priceLines,
  rejectedRights,
  usedCode,
} from '#server/features/registration/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { registrationColumns } from '../present.ts'

const notFound = () => new AppError('not_found')

const accessible = (db: Db, caller: Caller, registrationId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where(inScope(eventScope(caller)))

/** Must precede any other lock. Throws 404 outside the caller's scope. */
export async function lockEventOf(tx: Tx, caller: Caller, registrationId: number): Promise<number> {
  const { event_id } = await accessible(tx, caller, registrationId)
    .select('r.event_id')
    .forNoKeyUpdate('events')
    .executeTakeFirstOrThrow(notFound)
  return event_id
}

/** Throws 404 outside the caller's scope. */
export const getEditable = (db: Db, caller: Caller, registrationId: number) =>
  accessible(db, caller, registrationId)
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .innerJoinLateral(sql<{ paid_cents: number }>`amount_paid(r.id)`.as<'money'>(sql`money`), (join) =>
      join.onTrue(),
    )
    .select(registrationColumns)
    .select(['r.event_id', 'r.updated_at', 'r.modality_id', 'r.category_id', 'r.tier_id'])
    .select(['r.coupon_id', 'r.coupon_code_id', 'r.right_rule_id', usedCode.as('coupon_code')])
    .select([heldLevel('coupon_code').as('code_level_id'), heldLevel('coupon_person').as('account_level_id')])
    .select(['r.birth_on', 'r.sex', 'r.held_level_ids'])
    .select(['r.value_cents', 'r.discount_cents', 'r.fee_cents'])
    .select([priceLines, 'money.paid_cents', isCancellationRequested, rejectedRights])
    .executeTakeFirstOrThrow(notFound)

export type EditableRow = Awaited<ReturnType<typeof getEditable>>

/** Also returns disabled methods. */
export const listMethods = (db: Db, eventId: number) =>
  db
    .selectFrom('payment_methods')
    .where('event_id', '=', eventId)
    .orderBy('type')
    .select(['id', 'type', 'status'])
    .execute()

/** `quantity` is what is left; null: unlimited. */
export const listSizesLeft = (db: Db, eventId: number) =>
  db
    .selectFrom('shirt_sizes as s')
    .innerJoin('kits as k', 'k.id', 's.kit_id')
    .innerJoin('stock_levels as l', 'l.id', 's.stock_level_id')
    .where('k.event_id', '=', eventId)
    .orderBy('s.position')
    .select(['s.id', 's.kit_id', 's.name', sql<number | null>`l.capacity - l.held`.as('quantity')])
    .execute()
