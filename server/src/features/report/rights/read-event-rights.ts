import { toBrazilianDateOrNull } from '#contract/dates.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { toDecimal } from '#contract/money.ts'
import type { EventRights } from '#contract/report/rights.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, inSnapshot } from '#server/lib/db.ts'
import { getReportedEvent } from '../dashboard/queries.ts'
import { countReasons, sumRights } from './queries/report.ts'

/** Throws 404 outside the caller's scope. */
export async function readEventRights(db: Db, caller: Caller, eventId: number): Promise<EventRights> {
  const { id, title } = await getAccessibleEvent(db, caller, eventId)
  return inSnapshot(db, async (snapshot) => {
    const { event_on } = await getReportedEvent(snapshot, eventId)
    const reasons = await countReasons(snapshot, eventId)
    const rules = await sumRights(snapshot, eventId)
    return {
      event: { id, title, date_event: toBrazilianDateOrNull(event_on) },
      rules: rules.map(({ rate_bp, status, off_reason, discount_cents, ...rule }) => ({
        ...rule,
        rate: rate_bp === null ? null : toDecimal(rate_bp),
        is_on: status === ITEM_STATUS.active,
        off_reason: status === ITEM_STATUS.active ? null : off_reason,
        discount: toDecimal(discount_cents),
        reasons: reasons
          .filter(({ rule_id }) => rule_id === rule.id)
          .map(({ reason, claims }) => ({ reason, claims })),
      })),
    }
  })
}
