import { type NotNull, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { RELAY_COLUMNS, type TeamRule } from '#contract/event/relay.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import { COUPON_CONDITIONS } from '#contract/pricing/coupon-rule.ts'
import { ELIGIBILITY_COLUMNS } from '#contract/pricing/eligibility.ts'
import { ANSWER_FILE } from '#server/features/account/domain/sent-file.ts'
import {
  cancellationTiersOf,
  eventStatus,
  questionsOf,
  rightsOf,
  tiersOf,
} from '#server/features/event/queries.ts'
import { effectivePayment, priceLines } from '#server/features/registration/queries.ts'
import type { Db } from '#server/lib/db.ts'
import type { Buyer } from '../domain/people.ts'

/** One statement, and so one snapshot. */
export const findSnapshot = (db: Db, eventId: number) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select(['e.id', 'e.version', 'e.title', eventStatus.as('status'), 'e.timezone', 'e.stock_level_id'])
    .select(['e.registration_starts_on', 'e.registration_ends_on', 'e.event_on'])
    .select(['e.age_reference', 'e.ineligible_changes'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('modalities as m')
          .whereRef('m.event_id', '=', 'e.id')
          .select(['m.id', 'm.name', 'm.status', 'm.stock_level_id', ...ELIGIBILITY_COLUMNS]),
      ).as('modalities'),
      jsonArrayFrom(
        eb
          .selectFrom('categories as c')
          .whereRef('c.event_id', '=', 'e.id')
          .select(['c.id', 'c.name', 'c.modality_id', 'c.stock_level_id', ...ELIGIBILITY_COLUMNS])
          .select(RELAY_COLUMNS)
          .$narrowType<{ team_rule: TeamRule }>(),
      ).as('categories'),
      jsonArrayFrom(
        eb
          .selectFrom('kits as k')
          .whereRef('k.event_id', '=', 'e.id')
          .select([
            'k.id',
            'k.name',
            'k.category_ids',
            'k.status',
            'k.stock_level_id',
            ...ELIGIBILITY_COLUMNS,
          ])
          .where('k.value_cents', 'is not', null)
          .where('k.fee_rate', 'is not', null)
          .select(['k.value_cents', 'k.fee_type', 'k.fee_rate', 'k.is_increment', 'k.shirt_cents'])
          .$narrowType<{ value_cents: NotNull; fee_rate: NotNull }>()
          .select((kit) => tiersOf(kit.ref('k.id')))
          .select((kit) =>
            jsonArrayFrom(
              kit
                .selectFrom('shirt_sizes as s')
                .whereRef('s.kit_id', '=', 'k.id')
                .select(['s.id', 's.name', 's.stock_level_id']),
            ).as('sizes'),
          ),
      ).as('kits'),
      rightsOf(eb.ref('e.id')),
      jsonArrayFrom(
        eb
          .selectFrom('coupons as p')
          .whereRef('p.event_id', '=', 'e.id')
          .where('p.value', 'is not', null)
          .select(['p.id', 'p.code', 'p.type', 'p.value', 'p.status', 'p.stock_level_id'])
          .select(['p.starts_on', 'p.ends_on', ...COUPON_CONDITIONS])
          .$narrowType<{ value: NotNull }>(),
      ).as('coupons'),
      jsonArrayFrom(
        eb
          .selectFrom('terms as t')
          .whereRef('t.event_id', '=', 'e.id')
          .where('t.status', '=', ITEM_STATUS.active)
          .select(['t.id', 't.version', 't.kind'])
          .$narrowType<{ kind: TermKind }>(),
      ).as('terms'),
      questionsOf(eb.ref('e.id')),
      jsonArrayFrom(
        eb
          .selectFrom('payment_methods as w')
          .whereRef('w.event_id', '=', 'e.id')
          .where('w.status', '=', ITEM_STATUS.active)
          .select(['w.id', 'w.type']),
      ).as('payment_methods'),
      cancellationTiersOf(eb.ref('e.id')),
    ])
    .executeTakeFirst()

/** The units left of each limited tier, by the id of its level. */
export async function readTierUnits(db: Db, eventId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('stock_levels')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'tier')
    .where('capacity', 'is not', null)
    .select(['id', sql<number>`greatest(capacity - held, 0)`.as('left')])
    .execute()
  return new Map(rows.map(({ id, left }) => [id, left]))
}

export async function findEventVersion(db: Db, eventId: number): Promise<number | null> {
  const event = await db.selectFrom('events').where('id', '=', eventId).select('version').executeTakeFirst()
  return event?.version ?? null
}

interface Orderer {
  userId: number
  couponId: number | null
}

/**
 * In the orders' sequence; null for an account that may not order. `code` is set if the account has validated
 * the coupon since `validatedSince`. One statement for all, so that orders stay in arrival order.
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
      select code from validated_coupons s
      where s.user_id = o.user_id and s.coupon_id = o.coupon_id and s.validated_at > ${validatedSince} limit 1
    ) c on true`.execute(db)
  const found: ((typeof rows)[number] | null)[] = orderers.map(() => null)
  for (const row of rows) found[row.nth - 1] = row
  return found
}

export async function findSentFiles(
  db: Db,
  userId: number,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
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

/** The buyer's first, without those transferred since; `payment_id` is null for a free registration. */
export const listOrderRegistrations = (db: Db, orderId: number) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.id', '=', 'r.order_id').onRef('o.buyer_user_id', '=', 'r.responsible_user_id'),
    )
    .where('r.order_id', '=', orderId)
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .leftJoin('payments as stored', 'stored.id', 'p.payment_id')
    .orderBy('r.position')
    .select(['r.id', 'r.name', 'r.status', 'r.total_cents', priceLines])
    .select([
      'p.payment_id',
      'p.status as payment_status',
      'p.token',
      'stored.charge_id',
      'stored.expires_at',
    ])
    .execute()
