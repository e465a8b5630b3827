import { sql } from 'kysely'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import type { EligibilityRule } from '#contract/pricing/eligibility.ts'
import { tooYoungFrom } from '#contract/registration/age.ts'
import { draftKitPrice } from '#server/features/event/domain/kit-price.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import type { PricedGroup } from '../../domain/right-cost.ts'

type KitRow = Parameters<typeof draftKitPrice>[0]

/** Active registrations that meet a rule, by kit and price. `agesOn` is the event's reference day. */
export async function listPricedGroups(
  db: Db,
  eventId: number,
  { sex, min_age, max_age }: EligibilityRule,
  agesOn: string,
): Promise<PricedGroup[]> {
  const bornBefore = min_age === null ? null : tooYoungFrom(min_age, agesOn)
  const bornFrom = max_age === null ? null : tooYoungFrom(max_age + 1, agesOn)
  const { rows } = await sql<
    KitRow & { total_cents: number; fee_cents: number; has_right: boolean; registrations: number }
  >`
    select k.name, k.fee_type, k.fee_rate, k.is_increment, k.shirt_cents,
      r.value_cents, r.total_cents, r.fee_cents, r.right_rule_id is not null as has_right, count(*) as registrations
    from registrations r join kits k on k.id = r.kit_id
    where r.event_id = ${eventId} and r.status <> ${code.registration.cancelled}
      and (${sex}::int is null or r.sex = ${sex})
      and (${bornBefore}::date is null or r.birth_on < ${bornBefore})
      and (${bornFrom}::date is null or r.birth_on >= ${bornFrom})
    group by k.id, r.value_cents, r.total_cents, r.fee_cents, has_right`.execute(db)
  return rows.map(({ total_cents, fee_cents, has_right, registrations, ...kit }) => ({
    kit: draftKitPrice(kit),
    registrations,
    totalCents: total_cents,
    before: has_right ? null : { totalCents: total_cents, feeCents: fee_cents },
  }))
}

/** The kits on sale, as one registration each, for an event without registrations. */
export async function listKitsOnSale(db: Db, eventId: number): Promise<PricedGroup[]> {
  const kits = await db
    .selectFrom('kits')
    .where('event_id', '=', eventId)
    .where('status', '=', ITEM_STATUS.active)
    .select(['name', 'value_cents', 'fee_type', 'fee_rate', 'is_increment', 'shirt_cents'])
    .execute()
  return kits.map((kit) => ({ kit: draftKitPrice(kit), registrations: 1, totalCents: 0, before: null }))
}
