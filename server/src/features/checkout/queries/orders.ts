import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { ANSWER_FILE } from '../../account/domain/sent-file.ts'
import { cancellationTiersOf, eventStatus, INSTALLMENTS } from '../../event/queries.ts'
import { INSTALLMENT_RATES } from '../../fees/installment-settings/queries.ts'
import {
  CANCELLATION,
  effectivePayment,
  hasPayment,
  ITEM_SHARE,
  itemRefunds,
  takenTypes,
} from '../../registration/queries.ts'
import type { Buyer } from '../domain/people.ts'

/** Reads the event with everything an order is checked against, in one statement and so in one snapshot. */
export const findOffer = (db: Db, eventId: number) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select(['e.id', 'e.version', 'e.title', eventStatus.as('status'), 'e.timezone', 'e.stock_level_id'])
    .select(['e.registration_starts_on', 'e.registration_ends_on', 'e.event_on'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('modalities as m')
          .whereRef('m.event_id', '=', 'e.id')
          .select(['m.id', 'm.name', 'm.status', 'm.stock_level_id']),
      ).as('modalities'),
      jsonArrayFrom(
        eb
          .selectFrom('categories as c')
          .whereRef('c.event_id', '=', 'e.id')
          .select(['c.id', 'c.name', 'c.modality_id', 'c.stock_level_id']),
      ).as('categories'),
      jsonArrayFrom(
        eb
          .selectFrom('kits as k')
          .whereRef('k.event_id', '=', 'e.id')
          .select(['k.id', 'k.name', 'k.category_ids', 'k.status', 'k.stock_level_id'])
          .select(['k.value_cents', 'k.fee_type', 'k.fee_rate', 'k.is_increment'])
          .select((kit) =>
            jsonArrayFrom(
              kit
                .selectFrom('shirt_sizes as s')
                .whereRef('s.kit_id', '=', 'k.id')
                .select(['s.id', 's.name', 's.stock_level_id']),
            ).as('sizes'),
          ),
      ).as('kits'),
      jsonArrayFrom(
        eb
          .selectFrom('coupons as p')
          .whereRef('p.event_id', '=', 'e.id')
          .select(['p.id', 'p.code', 'p.type', 'p.value', 'p.status', 'p.kit_id', 'p.stock_level_id'])
          .select(['p.starts_on', 'p.ends_on']),
      ).as('coupons'),
      jsonArrayFrom(
        eb
          .selectFrom('terms as t')
          .whereRef('t.event_id', '=', 'e.id')
          .where('t.status', '=', 1)
          .select(['t.id', 't.version']),
      ).as('terms'),
      jsonArrayFrom(
        eb
          .selectFrom('questionnaires as q')
          .whereRef('q.event_id', '=', 'e.id')
          .where('q.status', '=', 1)
          .select(['q.id', 'q.description as question', 'q.attach_file'])
          .select(['q.kind', 'q.required', 'q.options', 'q.modality_id']),
      ).as('questionnaires'),
      jsonArrayFrom(
        eb
          .selectFrom('payment_methods as w')
          .whereRef('w.event_id', '=', 'e.id')
          .where('w.status', '=', 1)
          .select(['w.id', 'w.type']),
      ).as('payment_methods'),
      cancellationTiersOf(eb.ref('e.id')),
    ])
    .executeTakeFirst()

export async function findEventVersion(db: Db, eventId: number): Promise<number | null> {
  const event = await db.selectFrom('events').where('id', '=', eventId).select('version').executeTakeFirst()
  return event?.version ?? null
}

interface Orderer {
  userId: number
  /** The coupon of the order. */
  couponId: number | null
}

/**
 * What orders need of the accounts that send them, in their order: the profile, and the code of the coupon if the account has validated it
 * since `validatedSince`. One statement for all, so that orders keep the order in which they arrived. Null when there is no such account, or none that may order any more.
 */
export async function listBuyers(db: Db, orderers: readonly Orderer[], validatedSince: Date) {
  const { rows } = await sql<Buyer & { nth: number; code: string | null }>`
    select o.nth::int, u.name, u.cpf, u.phone, u.birth_on as birth_date, u.sex, c.code
    from unnest(${orderers.map(({ userId }) => userId)}::bigint[], ${orderers.map(({ couponId }) => couponId)}::bigint[])
      with ordinality o (user_id, coupon_id, nth)
    join lateral (
      select * from users where id = o.user_id and anonymized_at is null and blocked_at is null limit 1
    ) u on true
    left join lateral (
      select code from shown_coupons s
      where s.user_id = o.user_id and s.coupon_id = o.coupon_id and s.shown_at > ${validatedSince} limit 1
    ) c on true`.execute(db)
  const found: ((typeof rows)[number] | null)[] = orderers.map(() => null)
  for (const row of rows) found[row.nth - 1] = row
  return found
}

/** Returns those of the paths that the user uploaded as answer files. */
export async function findSentFiles(db: Db, userId: number, paths: string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db
    .selectFrom('uploads')
    .where('user_id', '=', userId)
    .where('purpose', '=', ANSWER_FILE)
    .where('path', 'in', paths)
    .select('path')
    .execute()
  return new Set(rows.map(({ path }) => path))
}

export const findOrder = (db: Db, buyerUserId: number, key: string) =>
  db
    .selectFrom('orders')
    .where('buyer_user_id', '=', buyerUserId)
    .where('idempotency_key', '=', key)
    .select(['id', 'request_hash'])
    .executeTakeFirst()

/** The buyer's first; `payment_id` is null for a free registration. */
export const listOrderRegistrations = (db: Db, orderId: number) =>
  db
    .selectFrom('registrations as r')
    .where('r.order_id', '=', orderId)
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .leftJoin('payments as stored', 'stored.id', 'p.payment_id')
    .orderBy('r.position')
    .select(['r.id', 'r.name', 'r.status', 'r.total_cents'])
    .select([
      'p.payment_id',
      'p.status as payment_status',
      'p.token',
      'stored.charge_id',
      'stored.expires_at',
    ])
    .execute()

/** How long a payment created now holds the spots of these registrations; null until the end of its due day. */
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

/** The user's registrations that are not cancelled, of races still to come, with all their payments and what each of these covers. */
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
    .select(['r.id', 'r.name', 'r.status', 'r.total_cents', 'r.event_id'])
    .select(['e.title', 'e.slug', 'e.event_on', 'e.timezone', takenTypes])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_items as i')
          .innerJoin('payments as p', 'p.id', 'i.payment_id')
          .innerJoinLateral(itemRefunds, (join) => join.onTrue())
          .whereRef('i.registration_id', '=', 'r.id')
          .select(['p.id', 'p.status', 'p.token', ITEM_SHARE.as('amountCents')])
          .select((payment) => [
            sql<0 | 1 | 2>`p.type`.as('type'),
            payment('p.duplicate_of', 'is not', null).$castTo<boolean>().as('isDuplicate'),
            sql<number>`(select count(*)::int from payment_items where payment_id = p.id)`.as('covers'),
            sql<number>`p.amount_cents + p.interest_cents`.as('chargedCents'),
          ]),
      ).as('payments'),
    )
    .execute()

/** Locks those of these registrations that are the caller's, and reads what decides whether they may be cancelled or paid in another way. */
export const lockOwnRegistrations = (tx: Tx, registrationIds: readonly number[], userId: number) =>
  tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.id', 'in', registrationIds)
    .where('r.responsible_user_id', '=', userId)
    .orderBy('r.id')
    .select(['r.id', 'r.event_id', 'r.status', 'r.total_cents', 'e.status as event_status'])
    .select(['e.registration_ends_on', 'e.event_on', 'e.timezone', 'e.enterprise_id', takenTypes, hasPayment])
    .select(CANCELLATION)
    .select(INSTALLMENTS)
    .select(INSTALLMENT_RATES)
    .forNoKeyUpdate('r')
    .execute()

export const getPaymentToken = (tx: Tx, paymentId: number) =>
  tx.selectFrom('payments').where('id', '=', paymentId).select(['id', 'token']).executeTakeFirstOrThrow()
