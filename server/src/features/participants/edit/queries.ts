import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { withinReach } from '../../producer/events/queries.ts'
import { eventReach } from '../../producer/policy.ts'
import { effectivePayment, isCancellationRequested } from '../../registration/queries.ts'
import { DESCRIBED } from '../present.ts'
import type { StoredLine } from './plan-edit.ts'

const reached = (db: Db, caller: Caller, registrationId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.id', 'r.event_id')
    .where('r.id', '=', registrationId)
    .where(withinReach(eventReach(caller)))

/** Locks the event of a registration; to be called before any other lock. Throws 404 when it is out of the caller's reach. */
export async function lockEventOf(tx: Tx, caller: Caller, registrationId: number): Promise<number> {
  const row = await reached(tx, caller, registrationId)
    .select('r.event_id')
    .forNoKeyUpdate('events')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.event_id
}

/** A registration as the edit screen shows it. Throws 404 when it is out of the caller's reach. */
export async function getEditable(db: Db, caller: Caller, registrationId: number) {
  const row = await reached(db, caller, registrationId)
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .leftJoin('coupons as o', 'o.id', 'r.coupon_id')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .innerJoinLateral(sql<{ paid_cents: number }>`amount_paid(r.id)`.as<'money'>(sql`money`), (join) =>
      join.onTrue(),
    )
    .select(DESCRIBED)
    .select(['r.event_id', 'r.updated_at', 'r.modality_id', 'r.category_id', 'r.coupon_id'])
    .select(['r.value_cents', 'r.discount_cents', 'r.fee_cents'])
    .select(sql<StoredLine[]>`r.price_lines`.as('price_lines'))
    .select(['o.code as coupon_code', 'money.paid_cents', isCancellationRequested])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

export type EditableRow = Awaited<ReturnType<typeof getEditable>>

/** All payments of a registration, the newest first. */
export const listPayments = (db: Db, registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.type', 'p.status', 'i.amount_cents', 'p.token', 'p.paid_at'])
    .execute()

/** All payment methods of an event, disabled ones too. */
export const listMethods = (db: Db, eventId: number) =>
  db
    .selectFrom('payment_methods')
    .where('event_id', '=', eventId)
    .orderBy('type')
    .select(['id', 'type', 'status'])
    .execute()

/** The sizes of an event's kits with the quantity left; null is unlimited. */
export const listSizesLeft = (db: Db, eventId: number) =>
  db
    .selectFrom('shirt_sizes as s')
    .innerJoin('kits as k', 'k.id', 's.kit_id')
    .innerJoin('stock_levels as l', 'l.id', 's.stock_level_id')
    .where('k.event_id', '=', eventId)
    .orderBy('s.position')
    .select(['s.id', 's.kit_id', 's.name', sql<number | null>`l.capacity - l.held`.as('quantity')])
    .execute()
